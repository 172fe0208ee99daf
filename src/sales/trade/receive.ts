import type { Tx } from '#core/database/db.ts'
import { Refusal } from '#core/errors.ts'
import {
  acquisitionRefusal,
  allowlistsByPerson,
  holdingLimits,
} from '#src/catalog/allowlist/acquisition.ts'
import { countHeld, listsOn } from '#src/sales/purchase/offers.ts'
import type { LockedCopy } from './copies.ts'

/** A person who would get `gets` and give `gives`, as far as their country is known. */
export interface Receiver {
  account_id: string
  gets: LockedCopy
  gives: LockedCopy
  country: string
}

/** The lists that name people, and how many copies they hold, as far as a limit asks for it. */
export interface Standings {
  lists: ReadonlyMap<string, ReadonlySet<string>>
  held: ReadonlyMap<string, ReadonlyMap<string, number>>
}

/** Reads the standings of people, whose accounts are locked, towards these copies. */
export async function standingsOf(
  tx: Tx,
  people: string[],
  copies: ReadonlyMap<string, LockedCopy>,
): Promise<Standings> {
  return {
    lists: await allowlistsByPerson(tx, listsOn(copies), people),
    held: await countHeld(tx, copies, people),
  }
}

/**
 * Returns the refusal if a person may not receive a copy: by region, reservation, sale times or limits
 * per person. The copy that they give for it counts no longer. Creators may hold any number of their
 * own titles.
 */
export function receiveRefusal(
  { account_id, gets, gives, country }: Receiver,
  { lists, held }: Standings,
  at: Date,
): Refusal | undefined {
  const now = at.toISOString()
  const own = lists.get(account_id) ?? new Set<string>()
  const code = acquisitionRefusal(gets, { country, lists: own }, now)
  if (code) return new Refusal(code)
  if (account_id === gets.creator) return undefined
  for (const { of, limit } of holdingLimits(gets, now)) {
    const n = (held.get(account_id)?.get(of) ?? 0) - (of === gives.kid ? 1 : 0)
    if (n >= limit) return new Refusal('max_holding_reached', { limit })
  }
  return undefined
}
