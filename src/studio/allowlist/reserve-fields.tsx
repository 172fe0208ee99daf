import { useLingui } from '@lingui/react/macro'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { typedRanges } from '#src/sales/listing/bulk.shared.ts'
import { fromJapanInput } from '#src/ui/japan-input.ts'
import { formText } from '#src/ui/form-text.ts'

const MAXIMUM = 10_000

/** What the form of a list says. */
export interface Said {
  name: string
  /** As typed; missing where it is the whole title. */
  numbers: string | undefined
  /** Missing where it should be said and is not. */
  early_from: string | null | undefined
  /** NaN where it is no number. */
  maximum: number | null
}

/** Reads the form; a field that is not shown says nothing. */
export function saidIn(
  form: FormData,
  { isEarly, isWhole }: Record<'isEarly' | 'isWhole', boolean>,
) {
  const maximum = formText(form, 'maximum').normalize('NFKC')
  return {
    name: formText(form, 'name'),
    numbers: isWhole ? undefined : formText(form, 'numbers'),
    early_from: isEarly ? (fromJapanInput(formText(form, 'early_from')) ?? undefined) : null,
    maximum: maximum === '' ? null : Number(maximum),
  } satisfies Said
}

type Faults = Partial<Record<keyof Said, string>>

/** What is wrong with it, in the order of the form. */
export function useFaults(asset: Asset) {
  const { t } = useLingui()
  const { first_number: first, copies_count, sale_starting_at } = asset
  return ({ name, numbers, early_from, maximum }: Said, isNew: boolean): Faults => {
    const isUnread = numbers ? !typedRanges(numbers, first, first + copies_count - 1) : isNew
    const isLate =
      early_from === undefined || (early_from !== null && early_from >= (sale_starting_at ?? ''))
    const isNumber = maximum === null || (Number.isInteger(maximum) && maximum >= 1)
    return {
      ...(name === '' && { name: t`Give it a name.` }),
      ...(numbers !== undefined &&
        isUnread && { numbers: t`Write numbers and ranges like 12-30, 45, 100-` }),
      ...(isLate && { early_from: t`Choose a time before the sale begins.` }),
      ...(!(isNumber && (maximum ?? 1) <= MAXIMUM) && {
        maximum: t`A number from 1 to ${MAXIMUM}.`,
      }),
    }
  }
}
