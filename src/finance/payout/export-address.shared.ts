import { type InputOf, requestOf } from '#core/http/endpoint.ts'
import { exportPayouts, getPayoutCalendar } from './payout.shared.ts'

/** Where a month's file lies, for a link: the browser saves what it is sent from there. */
export const exportAddress = (input: InputOf<typeof exportPayouts>) =>
  requestOf(exportPayouts, input).url

/** Where one's own deadlines lie as a calendar file. */
export const calendarAddress = requestOf(getPayoutCalendar, {}).url
