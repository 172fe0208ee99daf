import { useLingui } from '@lingui/react/macro'
import type { UseFormReturn } from 'react-hook-form'
import { BrandOptions } from '#src/catalog/brand/brand-options.tsx'
import type { Brand } from '#src/catalog/brand/brand.shared.ts'
import { HoldersMay, SaleFold } from '#src/studio/publish/title-inputs.tsx'
import { CLOCK_INPUT, WithWaitingRoom } from '#src/catalog/asset/sale-times.tsx'
import { Select, TextArea, TextField } from '#src/ui/field.tsx'
import { Section } from '#src/ui/section.tsx'
import { FieldWord } from './fault-words.tsx'
import { type Cells, numberFields, type Rules, saleFields } from './rows.shared.ts'

/** What goes for every title that says nothing else itself. */
export function ForAll(props: {
  first: Cells
  onFirst: (first: Cells) => void
  form: UseFormReturn<Rules>
  brands: readonly Brand[]
  isWaitedFor: boolean
}) {
  const { first, onFirst, form, brands, isWaitedFor } = props
  const { t } = useLingui()
  const say = (field: keyof Cells) => ({
    value: first[field],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onFirst({ ...first, [field]: currentTarget.value }),
  })
  return (
    <Section
      title={t`For all titles`}
      hint={t`Goes for each title that says nothing else below or in the list.`}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Select label={<FieldWord field="brand_id" />} {...say('brand_id')}>
          <option value="">{t`No brand yet`}</option>
          <BrandOptions brands={brands} />
        </Select>
        <TextArea label={<FieldWord field="description" />} rows={2} {...say('description')} />
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(150px,1fr))] items-start gap-4">
        {numberFields.map((field) => (
          <TextField
            key={field}
            number
            label={<FieldWord field={field} />}
            inputMode="decimal"
            {...say(field)}
          />
        ))}
      </div>
      <HoldersMay register={form.register} />
      <SaleFold
        said={[...saleFields.map((field) => first[field]), isWaitedFor || '']}
        isAmiss={false}
      >
        <div className="grid grid-cols-[repeat(auto-fit,minmax(200px,1fr))] items-start gap-4">
          {saleFields.map((field) => (
            <TextField
              key={field}
              optional={!(isWaitedFor && field === 'sale_starting_at')}
              label={<FieldWord field={field} />}
              {...(field === 'holding_limit'
                ? { number: true, inputMode: 'decimal' as const }
                : CLOCK_INPUT)}
              {...say(field)}
            />
          ))}
        </div>
        <WithWaitingRoom register={form.register} />
      </SaleFold>
    </Section>
  )
}
