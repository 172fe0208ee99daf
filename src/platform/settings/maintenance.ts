import type { Db } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import type { Ctx } from '#core/context.ts'
import { cached, versionOf } from '#src/platform/guest-cache/answer-cache.ts'
import { settingsOf } from './settings.ts'

const READ_EVERY_MS = 1_000

/**
 * Calls answered during maintenance: sign-in, the current account, stopping its move to another address,
 * and the card provider's webhook.
 */
const ALWAYS_OPEN = [
  'POST /nonce',
  'POST /wallet/codes',
  'POST /wallet/proofs',
  'POST /login',
  'POST /passkeys/challenges',
  'POST /login/passkey',
  'POST /logout',
  'POST /accounts/initialize',
  'GET /accounts/current',
  'GET /accounts/current/recovery',
  'DELETE /accounts/current/recovery',
  'POST /recoveries/cancellations',
  'GET /application_settings',
  'GET /showing_menu_settings',
  'POST /webhooks/stripe',
]

/**
 * Refuses `maintenance` to everyone but administrators while the platform is closed. `call` is the
 * method and the path below the API. The flag is cached until a notification of a change, or for a second.
 */
export async function refuseInMaintenance(ctx: Ctx, call: string) {
  if (ctx.person?.role === 'ADMIN' || ALWAYS_OPEN.includes(call)) return
  if (await isInMaintenance(ctx.db)) fail('maintenance')
}

const isInMaintenance = (db: Db): Promise<boolean> =>
  cached(db, 'maintenance', { ms: READ_EVERY_MS, version: versionOf(db) }, async () => {
    const { maintenance } = await settingsOf(db)
    return maintenance
  })
