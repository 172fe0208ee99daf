import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { formatYen } from '#src/ui/yen.ts'
import { DAY_SECONDS } from './rental-period.shared.ts'

interface RentTerms {
  price: number
  seconds: number
}

/** Returns functions that format a rental's period, its price, and the label of its button. */
export function useRentLabels() {
  const { t } = useLingui()
  const daysOf = (seconds: number) =>
    t`${plural(seconds / DAY_SECONDS, { one: '# day', other: '# days' })}`
  const priceFor = ({ price, seconds }: RentTerms) => t`${formatYen(price)} for ${daysOf(seconds)}`
  const rentFor = ({ number, ...terms }: RentTerms & { number: number }) =>
    t`Rent No. ${number} · ${priceFor(terms)}`
  return { daysOf, priceFor, rentFor }
}
