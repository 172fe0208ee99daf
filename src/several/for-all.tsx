import { useLingui } from '@lingui/react/macro'
import type { UseFormReturn } from 'react-hook-form'
import type { Brand } from '#src/brand/brand.shape.ts'
import type { TitleTerms } from '#src/publish/title-fields.shape.ts'
import { SALE_TERMS, Terms } from '#src/publish/title-parts.tsx'
import { Select, TextArea, TextField } from '#src/ui/field.tsx'
import { Section } from '#src/ui/section.tsx'
import { FieldWord } from './fault-words.tsx'
import { type Cells, numberFields } from './rows.shape.ts'

/** What goes for every title that says nothing else itself. */
export function ForAll(props: {
  first: Cells
  onFirst: (first: Cells) => void
  form: UseFormReturn<TitleTerms>
  brands: readonly Brand[]
}) {
  const { first, onFirst, form, brands } = props
  const { register, formState, watch } = form
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
          {brands.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
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
      <Terms {...{ register }} errors={formState.errors} said={watch(SALE_TERMS)} />
    </Section>
  )
}
