import holidayJp from '@holiday-jp/holiday_jp'
import { jstDay, jstMonth, jstMonthStart } from '#core/clock.ts'

const DAY_MS = 86_400_000
const SATURDAY = 6
const SUNDAY = 0

/**
 * Whether Japanese banks work on a `YYYY-MM-DD`: no weekends, no national holidays, and none of
 * the days from 31 December to 3 January (銀行法施行令 Art. 5). Holidays are known from 1970 to 2050.
 */
export function isBankDay(day: string) {
  const weekday = midnight(day).getUTCDay()
  const newYear = /-(12-31|01-0[1-3])$/.test(day)
  // Asked by text: given a Date, the library would look at the zone that the server runs in.
  return weekday !== SATURDAY && weekday !== SUNDAY && !newYear && !holidayJp.isHoliday(day)
}

/** The day itself where banks work on it, else the first day after it on which they do. */
export const nextBankDay = (day: string): string =>
  isBankDay(day) ? day : nextBankDay(dayAfter(day))

export interface PayoutDates {
  /** The last millisecond in which the request can be taken back. */
  cut_off: Date
  /** The transfer date that the bank is given (振込指定日), as `YYYY-MM-DD` in Japan. */
  sent_on: string
  /** When the money should be there: most banks book it on `sent_on`, all by the next bank day. */
  expected_on: string
}

/**
 * What follows from the moment of a request (readings A3): it can be cancelled until the last
 * moment of its month in Japan, and goes out in the next month, on its `payout_day` (1 to 28) or
 * the next bank day.
 */
export function payoutDates(created_at: Date, payout_day: number): PayoutDates {
  const nextMonth = monthAfter(jstMonth(created_at))
  const sent_on = nextBankDay(`${nextMonth}-${String(payout_day).padStart(2, '0')}`)
  return {
    cut_off: new Date(jstMonthStart(nextMonth).getTime() - 1),
    sent_on,
    expected_on: arrivalOf(sent_on),
  }
}

/** The bank day after the transfer's own, `YYYY-MM-DD` both: by then every bank has booked it. */
export const arrivalOf = (sent_on: string) => nextBankDay(dayAfter(sent_on))

const dayAfter = (day: string) =>
  new Date(midnight(day).getTime() + DAY_MS).toISOString().slice(0, 10)

/** The last day of a `YYYY-MM`. */
export const lastDayOf = (month: string) =>
  jstDay(new Date(jstMonthStart(monthAfter(month)).getTime() - 1))

// 31 days after the first of a month it is the first to fourth of the next.
export const monthAfter = (month: string) =>
  jstMonth(new Date(jstMonthStart(month).getTime() + 31 * DAY_MS))

/** Read as UTC, so that a day is the same day everywhere. */
function midnight(day: string) {
  const at = new Date(`${day}T00:00:00Z`)
  if (!at.toJSON()?.startsWith(day)) throw new RangeError(`${day} is not a day`)
  return at
}
