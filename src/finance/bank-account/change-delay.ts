import { HOUR_SECONDS } from '#core/durations.shared.ts'
import type { Settings } from '#src/platform/settings/settings.shared.ts'

/**
 * Returns how many hours payouts wait after a bank account is replaced. The delay gives the owner time
 * to notice the mail. A first account has no delay: it replaces nothing, an account is never deleted,
 * and an attacker who holds both session and mailbox could simply wait.
 */
export const changeDelayHours = ({ bank_change_hold_seconds }: Settings) =>
  Math.ceil(bank_change_hold_seconds / HOUR_SECONDS)
