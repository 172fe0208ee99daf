import type { Settings } from '#src/platform/settings/settings.shared.ts'

const HOUR_SECONDS = 3_600

/**
 * For how many hours payouts wait after another account took the place of one, so that its owner
 * can still hear of it. A first account does not wait: there was none to take the place of, none is
 * ever taken away, and whoever holds both the session and the mailbox could wait as well.
 */
export const holdHours = ({ bank_change_hold_seconds }: Settings) =>
  Math.ceil(bank_change_hold_seconds / HOUR_SECONDS)
