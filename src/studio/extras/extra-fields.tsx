import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { lastNumber } from '#src/catalog/asset/edition.shared.ts'
import { parseTyped } from '#src/catalog/asset/typed-ranges.shared.ts'
import { EXTRA_NAME_MAX, EXTRA_NOTE_MAX, type Extra } from '#src/media/extras/extra.shared.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { TextArea, TextField } from '#src/ui/field.tsx'
import { FieldsWhile } from '#src/ui/fields-while.tsx'
import { formText } from '#src/ui/form-text.ts'

/** The fields of an extra as its form holds them; `numbers` is null for every number. */
export type ExtraForm = Pick<Extra, 'name' | 'note' | 'numbers' | 'for_renters'>

type Faults = Partial<Record<'name' | 'numbers', string>>

/** Reads the form of an extra. */
export function readExtraForm(form: FormData): ExtraForm {
  return {
    name: formText(form, 'name'),
    note: formText(form, 'note'),
    numbers: form.has('every') ? null : formText(form, 'numbers'),
    for_renters: form.has('for_renters'),
  }
}

/** Returns a function that lists the faults of a form in the order of its fields. */
export function useExtraFaults(asset: Asset) {
  const { t } = useLingui()
  const [first, last] = [asset.first_number, lastNumber(asset)]
  return ({ name, numbers }: ExtraForm): Faults => {
    const { ranges, wrong } = parseTyped(numbers ?? `${first}`, last)
    const isUnreadable = wrong !== undefined || ranges.length === 0
    const isBeyond = ranges.some(([from, to]) => from < first || to > last)
    return {
      ...(name === '' && { name: t`Enter a name.` }),
      ...(isUnreadable && { numbers: t`Enter numbers or ranges, such as 1-10, 77.` }),
      ...(!isUnreadable && isBeyond && { numbers: t`Enter numbers from ${first} to ${last}.` }),
    }
  }
}

/** The inputs of an extra: name, note, numbers, and whether renters get it. */
export function ExtraFields(props: { initial: ExtraForm; faults: Faults | undefined }) {
  const { initial, faults } = props
  const { t } = useLingui()
  const [isEvery, setEvery] = useState(initial.numbers === null)
  return (
    <>
      <TextField
        name="name"
        label={<Trans>Name</Trans>}
        hint={t`Everyone can read the name and the note. Only owners, and renters if you allow it, can open the file.`}
        error={faults?.name}
        defaultValue={initial.name}
        maxLength={EXTRA_NAME_MAX}
      />
      <TextArea
        optional
        name="note"
        label={<Trans>Note</Trans>}
        rows={2}
        defaultValue={initial.note}
        maxLength={EXTRA_NOTE_MAX}
      />
      <fieldset className="grid gap-3">
        <legend className="mb-2 text-label font-semibold">
          <Trans>Which numbers get it</Trans>
        </legend>
        <Checkbox name="every" checked={isEvery} onChange={() => setEvery(!isEvery)}>
          <Trans>Every number, including copies issued later</Trans>
        </Checkbox>
        <FieldsWhile shown={!isEvery}>
          <TextField
            name="numbers"
            label={<Trans>Numbers</Trans>}
            hint={t`For example, 1-10 for the first ten, or 7, 77.`}
            error={faults?.numbers}
            defaultValue={initial.numbers ?? ''}
          />
        </FieldsWhile>
      </fieldset>
      <Checkbox name="for_renters" defaultChecked={initial.for_renters}>
        <Trans>Renters of these numbers get it during their rental</Trans>
      </Checkbox>
    </>
  )
}
