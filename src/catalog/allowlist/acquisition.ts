import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#core/database/db.ts'
import type { ErrorCode } from '#core/errors.ts'

type Sql = RawBuilder<unknown>

/** What a copy asks of whoever wants it: its sale's times, and the list that holds it, if one does. */
export interface AcquisitionTerms {
  kid: string
  owner: string
  creator: string
  sale_starting_at: string | null
  sale_ending_at: string | null
  only_japan_accessible: boolean
  holding_limit: number | null
  allowlist_id: string | null
  /** Of the list's copies, for each person. */
  maximum: number | null
  /** From when the list's people may have it; null: it is theirs alone. */
  early_from: string | null
  /** Until when the list holds it; null: for good. */
  reserved_until: string | null
}

/** The columns of `Terms` that a query adds which joins `reserved_copy` to its copies. */
export const allowlistColumns = sql`reserved_copy.allowlist_id, reserved_copy.maximum,
  reserved_copy.early_from, reserved_copy.reserved_until`

/** Whether a list holds this copy now: it does while it is its creator's, an early one until the sale. */
export const isReserved = ({ allowlist_id, reserved_until }: AcquisitionTerms, at: string) =>
  allowlist_id !== null && (reserved_until === null || at < reserved_until)

/**
 * Why somebody on these lists may not have a copy now, wherever they get it from. The times are those
 * of its creator's own sale, which people of an early list enter before the others.
 */
export function acquisitionRefusal(
  terms: AcquisitionTerms,
  { country, lists }: { country: string; lists: ReadonlySet<string> },
  at: string,
): ErrorCode | undefined {
  if (terms.only_japan_accessible && country !== 'JP') return 'region_unavailable'
  if (terms.owner !== terms.creator) return undefined
  const isListed = terms.allowlist_id !== null && lists.has(terms.allowlist_id)
  if (isReserved(terms, at) && terms.early_from === null && !isListed)
    return 'not_designated_acquirer'
  const starts = saleStartFor(terms, isListed)
  if (starts !== null && at < starts) return 'sale_not_started'
  return terms.sale_ending_at && at >= terms.sale_ending_at ? 'sale_ended' : undefined
}

/** The same of who wants to rent it: rentals keep no sale's times. */
export function rentalRefusal(
  terms: AcquisitionTerms,
  { country, lists }: { country: string; lists: ReadonlySet<string> },
  at: string,
): ErrorCode | undefined {
  if (terms.only_japan_accessible && country !== 'JP') return 'region_unavailable'
  const isFree = terms.owner !== terms.creator || !isReserved(terms, at)
  return isFree || lists.has(terms.allowlist_id!) ? undefined : 'not_designated_acquirer'
}

/** When the sale starts for somebody; null: it has no start. */
export const saleStartFor = ({ early_from, sale_starting_at }: AcquisitionTerms, isListed: boolean) =>
  isListed && early_from !== null ? early_from : sale_starting_at

/** How many copies one person may hold: of the title, and of the list that holds this copy now. */
export function holdingLimits(terms: AcquisitionTerms, at: string): { of: string; limit: number }[] {
  const { kid, holding_limit, allowlist_id, maximum } = terms
  return [
    ...(holding_limit === null ? [] : [{ of: kid, limit: holding_limit }]),
    ...(maximum === null || !isReserved(terms, at) ? [] : [{ of: allowlist_id!, limit: maximum }]),
  ]
}

/** The lists that somebody is on, as an array: by their account, or by an address not used here yet. */
export const allowlistsOf = (person: Sql) => sql`array(
  select allowlist_id from allowlist_person where account_id = ${person}
  union all
  select allowlist_id from account join allowlist_person on allowlist_person.email = lower(account.email)
  where account.id = ${person} and account_id is null)`

/** By person: the lists among these that they are on. Their accounts must be locked already. */
export async function allowlistsByPerson(tx: Tx, lists: string[], people: string[]) {
  const found = new Map(people.map((person) => [person, new Set<string>()]))
  if (lists.length === 0) return found
  await bindAddresses(tx, lists, people)
  const { rows } = await sql<{ account_id: string; allowlist_id: string }>`
    select account_id, allowlist_id from allowlist_person
    where account_id = any(${people}::uuid[]) and allowlist_id = any(${lists}::uuid[])
  `.execute(tx)
  for (const { account_id, allowlist_id } of rows) found.get(account_id)!.add(allowlist_id)
  return found
}

/**
 * An address on a list becomes the account that comes with it first: nobody passes their place on by
 * changing addresses, and nobody loses it so.
 */
async function bindAddresses(tx: Tx, lists: string[], people: string[]) {
  await sql`
    update allowlist_person set account_id = account.id from account
    where account.id = any(${people}::uuid[]) and allowlist_id = any(${lists}::uuid[])
      and allowlist_person.email = lower(account.email) and account_id is null
  `.execute(tx)
}

/** By person and list: how many of its copies each holds or is paying for. */
export async function countHeldByList(tx: Tx, lists: string[], people: string[]) {
  if (lists.length === 0) return []
  const { rows } = await sql<{ person: string; of: string; n: number }>`
    select person, allowlist_id as of, count(*) as n from (
      select owner as person, allowlist_id from listed_copy
      where owner = any(${people}::uuid[]) and allowlist_id = any(${lists}::uuid[])
      union all
      select buyer, allowlist_id from purchase join listed_copy using (asset_token_id)
      where buyer = any(${people}::uuid[]) and allowlist_id = any(${lists}::uuid[])
        and status = 'reserved' and transfers_copy
    ) as copy group by person, allowlist_id
  `.execute(tx)
  return rows
}
