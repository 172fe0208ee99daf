import type { Db } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import type { Ctx } from '#core/context.ts'
import { settingsOf } from './settings.ts'

const READ_EVERY_MS = 1_000

/**
 * Calls answered during maintenance: sign-in, the current account, and the card provider's webhook.
 */
const ALWAYS_OPEN = [
  'POST /nonce',
  'POST /wallet/codes',
  'POST /wallet/proofs',
  'POST /login',
  'POST /logout',
  'POST /accounts/initialize',
  'GET /accounts/current',
  'GET /application_settings',
  'GET /showing_menu_settings',
  'POST /webhooks/stripe',
]

/**
 * Refuses `maintenance` to everyone but administrators while the platform is closed. `call` is the
 * method and the path below the API. A change takes effect within a second, as the flag is cached.
 */
export async function refuseInMaintenance(ctx: Ctx, call: string) {
  if (ctx.person?.role === 'ADMIN' || ALWAYS_OPEN.includes(call)) return
  if (await isInMaintenance(ctx.db)) fail('maintenance')
}

interface Reading {
  at: number
  closed: Promise<boolean>
}
const readings = new WeakMap<Db, Reading>()

function isInMaintenance(db: Db): Promise<boolean> {
  const last = readings.get(db)
  if (last && Date.now() - last.at < READ_EVERY_MS) return last.closed
  const reading = { at: Date.now(), closed: settingsOf(db).then(({ maintenance }) => maintenance) }
  reading.closed.catch(() => readings.delete(db)) // the next request reads again
  readings.set(db, reading)
  return reading.closed
}
