import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#core/database/db.ts'
import type { ErrorCode } from '#core/errors.ts'

type Sql = RawBuilder<unknown>

/**
 * The conditions for acquiring a copy: its sale's times, and the allowlist that reserves it, if
 * any.
 */
export interface AcquisitionTerms {
  kid: string
  owner: string
  creator: string
  sale_starting_at: string | null
  sale_ending_at: string | null
  only_japan_accessible: boolean
  holding_limit: number | null
  allowlist_id: string | null
  /** The most copies of the list that one person may hold. */
  maximum: number | null
  /** Start of the early sale to the list's people; null if nobody else may ever buy the copy. */
  early_from: string | null
  /** End of the reservation; null if the list reserves the copy for good. */
  reserved_until: string | null
}

/**
 * Joins the list that reserves each `serial` of `asset`, if any, as `reserved_copy`. The view of that name
 * says the same of copies that it reads itself. Joined to all copies of a title, that is their square,
 * until PostgreSQL has counted new ones.
 */
export const joinReservedCopy = sql`
  left join lateral (
    select list.id as allowlist_id, list.maximum, list.early_from,
      case when list.early_from is not null then asset.sale_starting_at end as reserved_until
    from allowlist list
    where list.kid = serial.kid and list.ended_at is null and serial.owner = asset.creator
      and (list.early_from is null or list.early_from < asset.sale_starting_at)
      and (exists (select from allowlist_copy named
          where named.asset_token_id = serial.asset_token_id and named.allowlist_id = list.id)
        or list.whole and not exists (
          select from allowlist_copy named join allowlist other on other.id = named.allowlist_id
          where named.asset_token_id = serial.asset_token_id and other.ended_at is null))
  ) reserved_copy on true`

/** Selects the columns of `AcquisitionTerms` that come from `joinReservedCopy`. */
export const allowlistColumns = sql`reserved_copy.allowlist_id, reserved_copy.maximum,
  reserved_copy.early_from, reserved_copy.reserved_until`

/**
 * Reports whether a list reserves the copy at `at`. A list reserves a copy while its creator owns
 * it; an early list does so only until the public sale starts.
 */
export const isReserved = ({ allowlist_id, reserved_until }: AcquisitionTerms, at: string) =>
  allowlist_id !== null && (reserved_until === null || at < reserved_until)

/**
 * Returns the code that refuses the copy to a person on these lists, by any way of acquiring it, or
 * `undefined`. The sale's times apply only to copies that the creator still owns; people of an
 * early list may buy before the public start.
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

/**
 * Returns the code that refuses renting the copy, or `undefined`. The sale's times do not apply.
 */
export function rentalRefusal(
  terms: AcquisitionTerms,
  { country, lists }: { country: string; lists: ReadonlySet<string> },
  at: string,
): ErrorCode | undefined {
  if (terms.only_japan_accessible && country !== 'JP') return 'region_unavailable'
  const isFree = terms.owner !== terms.creator || !isReserved(terms, at)
  return isFree || lists.has(terms.allowlist_id!) ? undefined : 'not_designated_acquirer'
}

/** Returns the start of the sale for a person on the list or not; null if the sale has no start. */
export const saleStartFor = (
  { early_from, sale_starting_at }: AcquisitionTerms,
  isListed: boolean,
) => (isListed && early_from !== null ? early_from : sale_starting_at)

/**
 * Returns the limits on the copies that one person may hold: of the title, and of the list that
 * reserves the copy at `at`. `of` is the id of that title or list.
 */
export function holdingLimits(
  terms: AcquisitionTerms,
  at: string,
): { of: string; limit: number }[] {
  const { kid, holding_limit, allowlist_id, maximum } = terms
  return [
    ...(holding_limit === null ? [] : [{ of: kid, limit: holding_limit }]),
    ...(maximum === null || !isReserved(terms, at) ? [] : [{ of: allowlist_id!, limit: maximum }]),
  ]
}

/**
 * Builds an SQL array of the lists that a person is on: by account, or by a mail address still
 * unclaimed.
 */
export const allowlistsOf = (person: Sql) => sql`array(
  select allowlist_id from allowlist_person where account_id = ${person}
  union all
  select allowlist_id from account join allowlist_person on allowlist_person.email = lower(account.email)
  where account.id = ${person} and account_id is null)`

/**
 * Returns, by person, those of the lists that name the person. The caller has locked the accounts.
 */
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
 * Binds each address on the lists to the account that uses it first. A later change of address
 * neither passes the place on nor loses it. A change before binds it, too (`account_keeps_places`). An
 * account that has a place on the list keeps that one.
 */
async function bindAddresses(tx: Tx, lists: string[], people: string[]) {
  await sql`
    update allowlist_person set account_id = account.id from account
    where account.id = any(${people}::uuid[]) and allowlist_id = any(${lists}::uuid[])
      and allowlist_person.email = lower(account.email) and account_id is null
      and not exists (select from allowlist_person other
        where other.allowlist_id = allowlist_person.allowlist_id and other.account_id = account.id)
  `.execute(tx)
}

/** Counts, by person and list, the list's copies that the person holds or is paying for. */
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
