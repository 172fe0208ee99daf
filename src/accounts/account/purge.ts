import { addSeconds } from '#core/clock.ts'
import type { Ctx } from '#core/context.ts'
import { job } from '#core/jobs.ts'
import { SESSION_IDLE_DAYS } from './account.shared.ts'

const DAY = 86_400
const SIGN_IN_DAYS = 2 // limits count one day back
const DEAD_SESSION_DAYS = 30 // until then the reply is `session_expired`

export const purgeSignIns = job<object>('account.purge')

/** Deletes codes, nonces and sessions that can no longer be used. */
export async function purge({ db, now }: Ctx) {
  const daysAgo = (days: number) => addSeconds(now, -days * DAY).toISOString()
  await db.deleteFrom('nonce').where('expires_at', '<', daysAgo(SIGN_IN_DAYS)).execute()
  await db.deleteFrom('sign_in_code').where('created_at', '<', daysAgo(SIGN_IN_DAYS)).execute()
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
