import { useLingui } from '@lingui/react/macro'
import { wholeNumber } from '#core/typed-number.shared.ts'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { lastNumber } from '#src/catalog/asset/edition.shared.ts'
import { typedRanges } from '#src/catalog/asset/typed-ranges.shared.ts'
import { fromJapanInput } from '#src/ui/japan-input.ts'
import { formText } from '#src/ui/form-text.ts'

const MAXIMUM = 10_000

/** The values of a list's form. */
export interface ListForm {
  name: string
  /** Numbers as typed; undefined for the whole title. */
  numbers: string | undefined
  /** Null without early access; undefined if the time is missing or invalid. */
  early_from: string | null | undefined
  /** NaN if the text is no number. */
  maximum: number | null
}

/** Reads the form. Hidden fields are ignored. */
export function readListForm(
  form: FormData,
  { isEarly, isWhole }: Record<'isEarly' | 'isWhole', boolean>,
) {
  const maximum = formText(form, 'maximum')
  return {
    name: formText(form, 'name'),
    numbers: isWhole ? undefined : formText(form, 'numbers'),
    early_from: isEarly ? (fromJapanInput(formText(form, 'early_from')) ?? undefined) : null,
    maximum: maximum === '' ? null : (wholeNumber(maximum) ?? Number.NaN),
  } satisfies ListForm
}

type Faults = Partial<Record<keyof ListForm, string>>

/** Returns a function that lists the faults of the form in the order of its fields. */
export function useFaults(asset: Asset) {
  const { t } = useLingui()
  const { first_number: first, sale_starting_at } = asset
  const last = lastNumber(asset)
  return ({ name, numbers, early_from, maximum }: ListForm, isNew: boolean): Faults => {
    const ranges = numbers ? typedRanges(numbers, first, last) : undefined
    const isUnreadable = ranges === undefined && (isNew || numbers !== '')
    const isBeyond = ranges?.some(([from, to]) => from < first || to > last)
    const isLate =
      early_from === undefined || (early_from !== null && early_from >= (sale_starting_at ?? ''))
    const isNumber = maximum === null || (Number.isInteger(maximum) && maximum >= 1)
    return {
      ...(name === '' && { name: t`Enter a name.` }),
      ...(numbers !== undefined &&
        isUnreadable && { numbers: t`Enter numbers or ranges, such as 12-30, 45, 100-` }),
      ...(isBeyond && { numbers: t`Enter numbers from ${first} to ${last}.` }),
      ...(isLate && { early_from: t`Choose a time before the sale starts.` }),
      ...(!(isNumber && (maximum ?? 1) <= MAXIMUM) && {
        maximum: t`Enter a number from 1 to ${MAXIMUM}.`,
      }),
    }
  }
}
