import holidayJp from '@holiday-jp/holiday_jp'
import { addSeconds, jstDay, jstMonth, jstMonthStart } from '#core/clock.ts'
import { DAY_MS, DAY_SECONDS } from '#core/durations.shared.ts'

const SATURDAY = 6
const SUNDAY = 0

/**
 * Checks whether Japanese banks work on a day (`YYYY-MM-DD`). They rest on weekends, national holidays
 * and from 31 December to 3 January (銀行法施行令 Art. 5). Knows the holidays from 1970 to 2050.
 */
export function isBankDay(day: string) {
  const weekday = midnight(day).getUTCDay()
  const newYear = /-(12-31|01-0[1-3])$/.test(day)
  // Passes a string, since the library reads a Date in the server's time zone.
  return weekday !== SATURDAY && weekday !== SUNDAY && !newYear && !holidayJp.isHoliday(day)
}

/** Returns the day itself if it is a bank day, or else the next bank day. */
export const nextBankDay = (day: string): string =>
  isBankDay(day) ? day : nextBankDay(dayAfter(day))

export interface PayoutDates {
  /** The last millisecond in which the request can be cancelled. */
  cut_off: Date
  /** The transfer date in the bank's file (振込指定日), as `YYYY-MM-DD` in Japan. */
  sent_on: string
  /** The expected day of arrival. Most banks book it on `sent_on`, all by the next bank day. */
  expected_on: string
}

/**
 * Returns the dates of a payout requested at `created_at`. It can be cancelled until its month ends in
 * Japan. It is sent in the next month, on `payout_day` (1 to 28) or the next bank day.
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

/**
 * Returns the transfer date of a payout that is not sent yet: the planned day, or the next bank day if that
 * has come. A bank takes a file until the day before.
 */
export function transferDay(created_at: Date, payout_day: number, now: Date): string {
  const { sent_on } = payoutDates(created_at, payout_day)
  const earliest = nextBankDay(jstDay(addSeconds(now, DAY_SECONDS)))
  return sent_on > earliest ? sent_on : earliest
}

/** Returns the bank day after the transfer date (`YYYY-MM-DD`), by which every bank has booked it. */
export const arrivalOf = (sent_on: string) => nextBankDay(dayAfter(sent_on))

const dayAfter = (day: string) =>
  new Date(midnight(day).getTime() + DAY_MS).toISOString().slice(0, 10)

/** Returns the last day of a month (`YYYY-MM`). */
export const lastDayOf = (month: string) =>
  jstDay(new Date(jstMonthStart(monthAfter(month)).getTime() - 1))

// 31 days after the first of a month is one of the first four days of the next.
export const monthAfter = (month: string) =>
  jstMonth(new Date(jstMonthStart(month).getTime() + 31 * DAY_MS))

/** Parses a day as UTC, independent of the server's time zone. Throws a RangeError if it is none. */
function midnight(day: string) {
  const at = new Date(`${day}T00:00:00Z`)
  if (!at.toJSON()?.startsWith(day)) throw new RangeError(`${day} is not a day`)
  return at
}
