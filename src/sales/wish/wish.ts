import { type RawBuilder, sql } from 'kysely'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import { byKeys } from '#core/database/prepared.ts'
import { totalOf } from '#core/database/totals.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { lockAccount } from '#src/accounts/suspension/suspension.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { brandFacts } from '#src/catalog/asset/brand-facts.ts'
import { settingsFor, settingsOf } from '#src/platform/settings/settings.ts'
import { requireOn } from '#src/platform/settings/features.ts'
import type { addWish, listWishes, removeWish, Wish } from './wish.shared.ts'

type Sql = RawBuilder<unknown>

/**
 * Adds a wish. A removed one comes back to its place. Refuses `own_serial` if the caller already has
 * what they ask for, and `too_many_wishes`.
 */
export function add(ctx: Ctx, { kid, number }: BodyOf<typeof addWish>): Promise<Wish> {
  const { account_id, role } = currentPerson(ctx)
  if (role === 'ADMIN') fail('forbidden')
  return inTx(ctx, async (tx) => {
    const settings = await settingsOf(tx)
    requireOn(settings, 'trade_enabled')
    await lockAccount(tx, account_id)
    const token = await wantedCopy(tx, { kid, number, account_id })
    const limit = settings.wishes_per_person
    const { rows } = await sql<{ id: string }>`
      insert into wish (account_id, kid, asset_token_id, created_at)
      values (${account_id}, ${kid}, ${token}, ${ctx.time().toISOString()})
      on conflict (account_id, kid, asset_token_id) do update set removed_at = null
      returning id
    `.execute(tx)
    const { items, total } = await wishRows(tx, account_id, sql`wish.id = ${rows[0]!.id}`)
    if ((await count(tx, account_id)) > limit) fail('too_many_wishes', { limit })
    return total === 1 ? items[0]! : fail('bug')
  })
}

interface Wanted {
  kid: string
  number: number | null
  account_id: string
}

/** Returns the id of the wanted number, or null for any. */
async function wantedCopy(tx: Tx, { kid, number, account_id }: Wanted): Promise<string | null> {
  const title = await tx
    .selectFrom('asset')
    .select('trade_enabled')
    .where('kid', '=', kid)
    .where('is_public', '=', true)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!title) fail('not_found')
  if (!title.trade_enabled) fail('trade_disabled')
  const copies = tx.selectFrom('serial').select(['asset_token_id', 'owner']).where('kid', '=', kid)
  if (number === null) {
    const own = await copies.where('owner', '=', account_id).limit(1).executeTakeFirst()
    return own ? fail('own_serial') : null
  }
  const copy = await copies.where('number', '=', number).executeTakeFirst()
  if (!copy) fail('not_found')
  return copy.owner === account_id ? fail('own_serial') : copy.asset_token_id
}

async function count(tx: Tx, account_id: string): Promise<number> {
  const { n } = await tx
    .selectFrom('wish')
    .select((row) => row.fn.countAll<number>().as('n'))
    .where('account_id', '=', account_id)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

/** Removes a wish of the caller's. A repeat finds it removed. */
export async function remove(ctx: Ctx, { id }: BodyOf<typeof removeWish>): Promise<{ id: string }> {
  const { account_id } = currentPerson(ctx)
  return inTx(ctx, async (tx) => {
    requireOn(await settingsOf(tx), 'trade_enabled')
    const found = await tx
      .updateTable('wish')
      .set({ removed_at: ctx.time().toISOString() })
      .where('id', '=', id)
      .where('account_id', '=', account_id)
      .returning('id')
      .executeTakeFirst()
    return found ?? fail('not_found')
  })
}

/** Lists the caller's wishes. */
export async function list(ctx: Ctx, { kid, ...part }: BodyOf<typeof listWishes>) {
  if (!(await settingsFor(ctx)).trade_enabled) return { items: [], total: 0 }
  const where = kid ? sql`wish.kid = ${kid}` : sql`true`
  return wishRows(ctx.db, currentPerson(ctx).account_id, where, part)
}

/** Matches listings by which others open a copy of a wish's title to trade. */
const isOffered = sql`listing.kind = 'trade' and listing.status in ('preparing', 'open')
  and listing.seller <> wish.account_id and (asset.trade_enabled or listing.seller = asset.creator)`

async function wishRows(
  db: Db | Tx,
  account_id: string,
  where: Sql,
  part = { limit: 1, offset: 0 },
): Promise<{ items: Wish[]; total: number }> {
  const from = sql`from wish join asset using (kid)
    left join serial on serial.asset_token_id = wish.asset_token_id
    where wish.account_id = ${account_id} and wish.removed_at is null and ${where}
      and asset.is_public and ${isUnfulfilled}`
  const { rows: items } = await sql<Wish>`${byKeys}
    select wish.id, wish.kid, title, serial.number, wish.created_at,
      (select ${brandFacts} from brand
        where brand.id = asset.brand_id) as brand,
      coalesce(obi, 'sumi') as obi, poster, media_type, copies_count, first_number,
      case when wish.asset_token_id is null
        then (select count(*) from listing where listing.kid = wish.kid and ${isOffered})
        else (select count(*) from listing
          where listing.asset_token_id = wish.asset_token_id and ${isOffered})
      end as open_count,
      (select proposal_id from trade_proposal_side side
        where side.wish_id = wish.id and side.ended_at is null) as proposal_id
    ${from} order by wish.created_at, wish.id limit ${part.limit} offset ${part.offset}
  `.execute(db)
  const all = sql<{ n: number }>`select count(*) as n ${from}`
  return { items, total: await totalOf(items, part, () => all.execute(db)) }
}

/** Matches wishes of people who do not own what they want; a purchase may have fulfilled a wish. */
export const isUnfulfilled: RawBuilder<boolean> = sql<boolean>`not exists (select from serial own
  where own.owner = wish.account_id and own.kid = wish.kid
    and own.asset_token_id = coalesce(wish.asset_token_id, own.asset_token_id))`

/** Step: deletes the wishes that were removed or fulfilled before. */
export async function deleteEnded(tx: Tx) {
  await sql`delete from wish where removed_at is not null or not ${isUnfulfilled}`.execute(tx)
}

/** Step: deletes wishes that a trade has fulfilled. */
export async function fulfil(tx: Tx, ids: string[]) {
  await sql`delete from wish where id = any(${ids}::uuid[])`.execute(tx)
}
