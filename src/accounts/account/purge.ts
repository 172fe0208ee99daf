import { addSeconds } from '#core/clock.ts'
import type { Ctx } from '#core/context.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { job } from '#core/jobs.ts'
import { forgetBrowsers } from '#src/accounts/known-browser/known-browser.ts'
import { forgetRecoveries } from '#src/accounts/recovery/recovery.ts'
import { forgetSignIns } from '#src/accounts/sign-in-history/sign-ins.ts'
import { KNOWN_DAYS } from './code-allowance.ts'
import { SESSION_IDLE_DAYS } from './account.shared.ts'

const SIGN_IN_DAYS = 2 // limits count one day back; a used code marks a known browser for longer
const RECOVERY_DAYS = 180 // as long as the records of mails
const DEAD_SESSION_DAYS = 30 // until then the reply is `session_expired`

export const purgeSignIns = job<object>('account.purge')

/**
 * Deletes codes, nonces, challenges and sessions that can no longer be used, browsers that are no longer
 * known, old sign-ins, and recoveries that ended long ago. A used code stays, without its network, for as
 * long as its browser is known.
 */
export async function purge({ db, now }: Ctx) {
  const daysAgo = (days: number) => addSeconds(now, -days * DAY_SECONDS).toISOString()
  await db.deleteFrom('nonce').where('expires_at', '<', daysAgo(SIGN_IN_DAYS)).execute()
  await db.deleteFrom('passkey_challenge').where('created_at', '<', daysAgo(SIGN_IN_DAYS)).execute()
  const oldCodes = db.deleteFrom('sign_in_code').where('created_at', '<', daysAgo(SIGN_IN_DAYS))
  await oldCodes.where('used_at', 'is', null).execute()
  await oldCodes.where('created_at', '<', daysAgo(KNOWN_DAYS)).execute()
  await db
    .updateTable('sign_in_code')
    .set({ ip: '' })
    .where('created_at', '<', daysAgo(SIGN_IN_DAYS))
    .where('ip', '<>', '')
    .execute()
  await forgetBrowsers(db, daysAgo(KNOWN_DAYS))
  await forgetRecoveries(db, daysAgo(RECOVERY_DAYS))
  await forgetSignIns(db, now)
  await db
    .deleteFrom('session')
    .where((session) =>
      session.or([
        session('expires_at', '<', daysAgo(DEAD_SESSION_DAYS)),
        session('seen_at', '<', daysAgo(SESSION_IDLE_DAYS + DEAD_SESSION_DAYS)),
      ]),
    )
    .execute()
}
