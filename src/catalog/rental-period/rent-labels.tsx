import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { formatYen } from '#src/ui/yen.ts'
import type { RentalClock } from './rental-period.shared.ts'

interface RentTerms {
  price: number
  seconds: number
}
interface ClockedTerms extends RentTerms {
  clock: RentalClock | null
}

/**
 * Returns functions that format a rental's period, its price, and the label of its button, which is too
 * short to name the clock.
 */
export function useRentLabels() {
  const { t } = useLingui()
  const daysOf = (seconds: number) =>
    t`${plural(seconds / DAY_SECONDS, { one: '# day', other: '# days' })}`
  const periodOf = (seconds: number, clock: RentalClock | null) =>
    clock === 'first_play' ? t`${daysOf(seconds)} from the first play` : daysOf(seconds)
  const priceFor = ({ price, seconds, clock }: ClockedTerms) =>
    t`${formatYen(price)} for ${periodOf(seconds, clock)}`
  const rentFor = ({ number, ...terms }: RentTerms & { number: number }) =>
    t`Rent No. ${number} · ${priceFor({ ...terms, clock: 'payment' })}`
  return { daysOf, periodOf, priceFor, rentFor }
}
