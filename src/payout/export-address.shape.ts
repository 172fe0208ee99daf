import { type InputOf, requestOf } from '#core/endpoint.ts'
import { exportPayouts } from './payout.shape.ts'

/** Where a month's file lies, for a link: the browser saves what it is sent from there. */
export const exportAddress = (input: InputOf<typeof exportPayouts>) =>
  requestOf(exportPayouts, input).url
