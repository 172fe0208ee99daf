import { Trans, useLingui } from '@lingui/react/macro'
import type { Brand } from '#src/brand/brand.shape.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Select, TextArea, TextField } from '#src/ui/field.tsx'
import { Section } from '#src/ui/section.tsx'
import { FieldWord } from './fault-words.tsx'
import { type Cells, numberFields } from './rows.shape.ts'
import type { Flags } from './to-begin.tsx'

/** What goes for every title that says nothing else itself. */
export function ForAll(props: {
  first: Cells
  onFirst: (first: Cells) => void
  flags: Flags
  onFlags: (flags: Flags) => void
  brands: readonly Brand[]
}) {
  const { first, onFirst, flags, onFlags, brands } = props
  const { t } = useLingui()
  const say = (field: keyof Cells) => ({
    value: first[field],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onFirst({ ...first, [field]: currentTarget.value }),
  })
  const box = (flag: keyof Flags) => ({
    checked: flags[flag],
    onChange: ({ currentTarget }: { currentTarget: { checked: boolean } }) =>
      onFlags({ ...flags, [flag]: currentTarget.checked }),
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
      <fieldset className="grid gap-3.5">
        <legend className="mb-3 text-label font-semibold">
          <Trans>What holders may do</Trans>
        </legend>
        <Checkbox {...box('secondary_sale_enabled')}>
          <Trans>Sell their copy on</Trans>
        </Checkbox>
        <Checkbox {...box('trade_enabled')}>
          <Trans>Trade it for another copy</Trans>
        </Checkbox>
        <Checkbox {...box('download_enabled')}>
          <Trans>Download it; a downloaded copy cannot be sold until it is deleted</Trans>
        </Checkbox>
        <Checkbox {...box('only_japan_accessible')}>
          <Trans>Only people in Japan can buy and watch it</Trans>
        </Checkbox>
      </fieldset>
    </Section>
  )
}
