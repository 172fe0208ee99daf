import type { Db } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import type { Ctx } from '#core/context.ts'
import { settingsOf } from './settings.ts'

const LOOK_EVERY_MS = 1_000

/** What is answered all the same: signing in, who one is, and what the card provider reports. */
const OPEN = [
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
 * While the house is closed for maintenance only administrators are served. `asked`: method and path
 * below the API. It is felt within a second: the flag is not read for every request.
 */
export async function refuseInMaintenance(ctx: Ctx, asked: string) {
  if (ctx.person?.role === 'ADMIN' || OPEN.includes(asked)) return
  if (await isClosed(ctx.db)) fail('maintenance')
}

interface Look {
  at: number
  closed: Promise<boolean>
}
const looks = new WeakMap<Db, Look>()

function isClosed(db: Db): Promise<boolean> {
  const last = looks.get(db)
  if (last && Date.now() - last.at < LOOK_EVERY_MS) return last.closed
  const look = { at: Date.now(), closed: settingsOf(db).then(({ maintenance }) => maintenance) }
  look.closed.catch(() => looks.delete(db)) // whoever comes next asks again
  looks.set(db, look)
  return look.closed
}
