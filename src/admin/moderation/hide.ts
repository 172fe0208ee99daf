import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#core/database/db.ts'
import { setHidden } from '#src/catalog/asset/asset-lifecycle.ts'
import { setBrandHidden } from '#src/catalog/brand/brand-hidden.ts'

interface Thing {
  kid: string | null
  brand_id: string | null
}

/**
 * Step: locks a title with its copies, or a brand with all its titles and their copies, as deals lock
 * copies before they read whether the title is public.
 */
export async function lockThing(tx: Tx, { kid, brand_id }: Thing) {
  if (brand_id) await sql`select from brand where id = ${brand_id} for no key update`.execute(tx)
  const titles = kid ? sql`kid = ${kid}` : sql`brand_id = ${brand_id}`
  await sql`select from asset where ${titles} order by kid for no key update`.execute(tx)
  await lockCopies(tx, titles)
}

const lockCopies = (tx: Tx, titles: RawBuilder<unknown>) =>
  sql`
    select from serial where kid in (select kid from asset where ${titles})
    order by asset_token_id for no key update
  `.execute(tx)

/** Step: hides a title, or a brand with its titles. The caller has locked them. */
export const hide = (tx: Tx, { kid, brand_id }: Thing, at: Date) =>
  kid ? setHidden(tx, kid, at) : setBrandHidden(tx, brand_id!, at)

/** Step: shows a title or brand again. What was offered is offered again. */
export const showAgain = (tx: Tx, { kid, brand_id }: Thing) =>
  kid ? setHidden(tx, kid, null) : setBrandHidden(tx, brand_id!, null)
