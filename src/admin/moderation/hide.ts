import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#core/database/db.ts'
import { setProfileHidden } from '#src/accounts/account/account.ts'
import { lockAccount } from '#src/accounts/suspension/suspension.ts'
import { setHidden } from '#src/catalog/asset/asset-lifecycle.ts'
import { setBrandHidden } from '#src/catalog/brand/brand-hidden.ts'
import type { MessageKind, ReportedThing } from '#src/catalog/moderation/report.shared.ts'

interface Kind {
  /** Step: locks a thing for a decision. */
  lock: (tx: Tx, id: string) => Promise<unknown>
  /** Step: hides a locked thing, or shows it again if `at` is null. */
  setHidden: (tx: Tx, id: string, at: Date | null) => Promise<unknown>
}

/** How each kind of thing is hidden. How it is found stands in `src/catalog/moderation/things.ts`. */
export const kinds: Record<ReportedThing, Kind> = {
  title: { lock: (tx, kid) => lockTitles(tx, sql`kid = ${kid}`), setHidden },
  brand: { lock: lockBrand, setHidden: setBrandHidden },
  person: { lock: lockAccount, setHidden: setProfileHidden },
  trade_offer: message('trade_offer'),
  gift: message('gift'),
  loan: message('loan'),
  screening_message: message('screening_message'),
}

/** A message is hidden while its case is, and may be deleted already: nothing is written. */
function message(of: MessageKind): Kind {
  const lock = (tx: Tx, id: string) =>
    sql`select from ${sql.table(of)} where id = ${id} for no key update`.execute(tx)
  return { lock, setHidden: () => Promise.resolve() }
}

async function lockBrand(tx: Tx, id: string) {
  await sql`select from brand where id = ${id} for no key update`.execute(tx)
  await lockTitles(tx, sql`brand_id = ${id}`)
}

/** Locks titles with their copies, as deals lock copies before they read whether the title is public. */
async function lockTitles(tx: Tx, titles: RawBuilder<unknown>) {
  await sql`select from asset where ${titles} order by kid for no key update`.execute(tx)
  await sql`
    select from serial where kid in (select kid from asset where ${titles})
    order by asset_token_id for no key update
  `.execute(tx)
}
