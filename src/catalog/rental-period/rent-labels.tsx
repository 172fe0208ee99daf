import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { formatYen } from '#src/ui/yen.ts'
import { DAY_SECONDS } from './rental-period.shared.ts'

interface RentTerms {
  price: number
  seconds: number
}

/** A period as people say it, what the use of a copy costs for it, and what a button says of both. */
export function useRentLabels() {
  const { t } = useLingui()
  const daysOf = (seconds: number) =>
    t`${plural(seconds / DAY_SECONDS, { one: '# day', other: '# days' })}`
  const priceFor = ({ price, seconds }: RentTerms) => t`${formatYen(price)} for ${daysOf(seconds)}`
  const rentFor = ({ number, ...terms }: RentTerms & { number: number }) =>
    t`Rent No. ${number} · ${priceFor(terms)}`
  return { daysOf, priceFor, rentFor }
}
