import { useLingui } from '@lingui/react/macro'
import type { UseFormReturn } from 'react-hook-form'
import { BrandOptions } from '#src/catalog/brand/brand-options.tsx'
import type { Brand } from '#src/catalog/brand/brand.shared.ts'
import { HolderRightsFieldset, SaleDetails } from '#src/studio/publish/terms-fields.tsx'
import { emptyValue, fieldOf } from '#src/catalog/asset/title-fields.shared.ts'
import { TitleInput } from '#src/catalog/asset/title-fields.tsx'
import { saleTerms } from '#src/studio/publish/title-form.shared.ts'
import { Select, TextArea, TextField } from '#src/ui/field.tsx'
import { CLOCK_INPUT } from '#src/ui/japan-input.ts'
import { Section } from '#src/ui/section.tsx'
import { FieldWord } from './fault-words.tsx'
import { type Cells, longTexts, numberFields, type SharedTerms } from './rows.shared.ts'

/** The values that apply to every title unless the title or the list states another. */
export function DefaultsSection(props: {
  defaults: Cells
  onDefaultsChange: (defaults: Cells) => void
  form: UseFormReturn<SharedTerms>
  brands: readonly Brand[]
  hasWaitingRoom: boolean
}) {
  const { defaults, onDefaultsChange, form, brands, hasWaitingRoom } = props
  const { t } = useLingui()
  const bindField = (field: keyof Cells) => ({
    value: defaults[field],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onDefaultsChange({ ...defaults, [field]: currentTarget.value }),
  })
  return (
    <Section
      title={t`For all titles`}
      hint={t`Used for every title that has no value of its own below or in the list.`}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Select label={<FieldWord field="brand_id" />} {...bindField('brand_id')}>
          <option value="">{t`No brand yet`}</option>
          <BrandOptions brands={brands} />
        </Select>
        {longTexts.map((field) => (
          <TextArea
            key={field}
            label={<FieldWord field={field} />}
            rows={2}
            {...bindField(field)}
          />
        ))}
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(150px,1fr))] items-start gap-4">
        {numberFields.map((field) => (
          <TextField
            key={field}
            number
            label={<FieldWord field={field} />}
            inputMode="decimal"
            optional={emptyValue(field) === null}
            hint={field === 'sale_price' && t`Leave empty to list later.`}
            {...bindField(field)}
          />
        ))}
      </div>
      <HolderRightsFieldset form={form} />
      <SaleDetails
        values={[...saleTerms.map((field) => defaults[field]), hasWaitingRoom || '']}
        hasFault={false}
      >
        <div className="grid grid-cols-[repeat(auto-fit,minmax(200px,1fr))] items-start gap-4">
          {saleTerms.map((field) => (
            <TextField
              key={field}
              optional={!(hasWaitingRoom && field === 'sale_starting_at')}
              label={<FieldWord field={field} />}
              {...(fieldOf(field).kind === 'time'
                ? CLOCK_INPUT
                : { number: true, inputMode: 'decimal' as const })}
              {...bindField(field)}
            />
          ))}
        </div>
        <TitleInput form={form} name="waiting_room" />
      </SaleDetails>
    </Section>
  )
}
