import { sql } from 'kysely'
import type { Db } from '#core/database/db.ts'
import { isInSale } from '#src/catalog/asset/filter-conditions.ts'
import { blockedBy } from '#src/sales/trade/copies.ts'
import type { Copy, Person, Title, Wish } from './search.ts'

const PAGE = 10_000 // rows read at once

/** The wishes of people, and the copies that they could give. */
export interface Market {
  /** Longest waiting first. */
  wishes: Wish[]
  /** The rings proposed before, of copies that are still with the same owners. */
  proposed: ReadonlySet<string>
  /** The exchanges that a person declined: the copy given, a space, the copy to get. */
  declined: ReadonlySet<string>
}

interface CopyRow {
  asset_token_id: string
  listing_id: string
  kid: string
  owner: string
}
interface WishRow {
  id: string
  account_id: string
  kid: string
  asset_token_id: string | null
  age: number
  is_full: boolean
}

/**
 * Reads the market at `at`. Leaves out copies and wishes that are in an open proposal, copies that
 * nobody could get, and people who want nothing or have nothing to give.
 */
export async function readMarket(db: Db, at: Date): Promise<Market> {
  const people = new Map<string, Person>()
  const titles = new Map<string, Title>()
  const copies = new Map<string, Copy>()
  for await (const row of pages((after) => copyRows(db, at, after), 'asset_token_id')) {
    const owner = entry(people, row.owner, () => ({ id: row.owner, copies: [], wishes: [] }))
    const title = entry(titles, row.kid, () => ({ copies: [], wanted: [] }))
    const { asset_token_id: id, listing_id } = row
    const copy: Copy = { id, listing_id, owner, title, wanted: [], taken: false }
    copies.set(id, copy)
    owner.copies.push(copy)
    title.copies.push(copy)
  }
  const wishes = await readWishes(db, { people, titles, copies })
  return { wishes, ...(await readHistory(db)) }
}

interface Known {
  people: ReadonlyMap<string, Person>
  titles: ReadonlyMap<string, Title>
  copies: ReadonlyMap<string, Copy>
}

async function readWishes(db: Db, { people, titles, copies }: Known): Promise<Wish[]> {
  const aged: { wish: Wish; age: number }[] = []
  for await (const row of pages((after) => wishRows(db, after), 'id')) {
    const person = people.get(row.account_id)
    const title = titles.get(row.kid)
    const copy = row.asset_token_id === null ? undefined : copies.get(row.asset_token_id)
    if (!person || !title || (row.asset_token_id !== null && !copy)) continue
    const { id, is_full, age } = row
    aged.push({ wish: { id, person, title, copy, is_full, taken: false }, age })
  }
  const wishes = aged.sort((a, b) => a.age - b.age).map(({ wish }) => wish)
  for (const wish of wishes) {
    wish.person.wishes.push(wish)
    if (wish.copy) wish.copy.wanted.push(wish)
    else wish.title.wanted.push(wish)
  }
  return wishes
}

const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Reads rows page by page, so that a large market is never in memory twice. */
async function* pages<Row>(read: (after: string) => Promise<Row[]>, id: keyof Row & string) {
  let after = NO_ID
  for (;;) {
    const rows = await read(after)
    yield* rows
    if (rows.length < PAGE) return
    after = String(rows.at(-1)![id])
  }
}

function entry<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const known = map.get(key)
  if (known) return known
  const made = make()
  map.set(key, made)
  return made
}

/** Copies that the creator still owns are left out while they are reserved or not on sale. */
async function copyRows(db: Db, at: Date, after: string): Promise<CopyRow[]> {
  const { rows } = await sql<CopyRow>`
    select serial.asset_token_id, listing.id as listing_id, serial.kid, serial.owner
    from listing join serial on serial.asset_token_id = listing.asset_token_id
    join asset on asset.kid = serial.kid
    where listing.kind = 'trade' and listing.status = 'open' and serial.owner = listing.seller
      and serial.asset_token_id > ${after}
      and exists (select from wish where wish.account_id = serial.owner)
      and exists (select from wish where wish.kid = serial.kid)
      and not exists (select from trade_proposal_side side
        where side.gives = serial.asset_token_id and side.ended_at is null)
      and (${blockedBy(at)}) is null
      and (serial.owner <> asset.creator or (
        ${isInSale(at)}
        and not exists (select from reserved_copy
          where reserved_copy.asset_token_id = serial.asset_token_id)))
    order by serial.asset_token_id limit ${PAGE}
  `.execute(db)
  return rows
}

async function wishRows(db: Db, after: string): Promise<WishRow[]> {
  const { rows } = await sql<WishRow>`
    select wish.id, wish.account_id, wish.kid, wish.asset_token_id,
      extract(epoch from wish.created_at)::float8 as age,
      coalesce(asset.holding_limit <= (select count(*) from serial own
        where own.owner = wish.account_id and own.kid = wish.kid)
        and asset.creator <> wish.account_id, false) as is_full
    from wish join asset using (kid)
    where wish.id > ${after} and wish.removed_at is null
      and not exists (select from trade_proposal_side side
        where side.wish_id = wish.id and side.ended_at is null)
    order by wish.id limit ${PAGE}
  `.execute(db)
  return rows
}

async function readHistory(db: Db): Promise<Pick<Market, 'proposed' | 'declined'>> {
  const { rows: rings } = await sql<{ ring_key: string }>`
    select ring_key from trade_proposal where not exists (
      select from trade_proposal_side side join serial on serial.asset_token_id = side.gives
      where side.proposal_id = trade_proposal.id and serial.owner <> side.account_id)
  `.execute(db)
  const { rows: declined } = await sql<{ pair: string }>`
    select gives || ' ' || gets as pair from trade_proposal_side side
    join serial on serial.asset_token_id = gives and serial.owner = side.account_id
    where declined_at is not null
  `.execute(db)
  return {
    proposed: new Set(rings.map(({ ring_key }) => ring_key)),
    declined: new Set(declined.map(({ pair }) => pair)),
  }
}
