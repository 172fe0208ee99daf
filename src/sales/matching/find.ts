import { createHash, randomUUID } from 'node:crypto'
import { setImmediate as otherWork } from 'node:timers/promises'
import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { inTx, type Tx } from '#core/database/db.ts'
import type { Ctx } from '#core/context.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { failpoint } from '#core/failpoint.ts'
import { job } from '#core/jobs.ts'
import { settingsFor } from '#src/platform/settings/settings.ts'
import { lockPeople } from '#src/sales/purchase/offers.ts'
import { openProposals } from '#src/sales/trade-offer/end-proposals.ts'
import { type LockedCopy, lockTradeCopies } from '#src/sales/trade/copies.ts'
import { receiveRefusal, type Standings, standingsOf } from '#src/sales/trade/receive.ts'
import { deleteEnded } from '#src/sales/wish/wish.ts'
import { readMarket } from './market.ts'
import { findRings, type Part, type Ring } from './search.ts'

export const findTrades = job<object>('trade.find')

const STEPS_MAX = 5_000 // comparisons for one wish
const RINGS_MAX = 5_000 // proposals of one run
const TOGETHER = 50 // proposals of one transaction
const BUSY_MS = 10 // between pauses for other work

/**
 * Finds trades of two or three people among what they want and what they have open to trade, and
 * proposes each. A trade is proposed only once, and not to a person who declined the same exchange.
 */
export async function find(ctx: Ctx): Promise<void> {
  await search(ctx)
}

/** Does a run of `find`. Returns the number of proposals. */
export async function search(ctx: Ctx): Promise<number> {
  const settings = await settingsFor(ctx)
  if (!settings.trade_enabled) return 0
  await inTx(ctx, deleteEnded)
  const { wishes, proposed, declined } = await readMarket(ctx.db, ctx.now)
  const isBarred = (ring: Ring) =>
    proposed.has(ringKey(ring)) ||
    ring.some(({ gives, gets }) => declined.has(`${gives.id} ${gets.id}`))
  const turn = Math.floor(ctx.now.getTime() / 60_000)
  const expires_at = addSeconds(ctx.now, settings.trade_proposal_days * DAY_SECONDS).toISOString()
  let [found, made, since]: [Ring[], number, number] = [[], 0, performance.now()]
  for (const ring of findRings(wishes, { isBarred, stepsMax: STEPS_MAX, turn })) {
    if (ring) found.push(ring)
    if (found.length === TOGETHER) made += await propose(ctx, found.splice(0), expires_at)
    if (made + found.length >= RINGS_MAX) break
    if (performance.now() - since < BUSY_MS) continue
    await otherWork()
    since = performance.now()
  }
  return made + (await propose(ctx, found, expires_at))
}

/** Names the copies of a ring and who would get each. */
const ringKey = (ring: Ring) =>
  createHash('sha256')
    .update(
      ring
        .map(({ wish, gets }) => `${gets.id} ${wish.person.id}`)
        .toSorted()
        .join('\n'),
    )
    .digest('base64')

/**
 * Proposes trades whose copies are still as the search saw them. Two runs at once propose each trade
 * once: they wait for each other's people.
 */
async function propose(ctx: Ctx, rings: readonly Ring[], expires_at: string): Promise<number> {
  if (rings.length === 0) return 0
  return inTx(ctx, async (tx) => {
    const parts = rings.flat()
    await lockPeople(tx, [...new Set(parts.map(({ wish }) => wish.person.id))])
    const ids = parts.map(({ gives }) => gives.id)
    const { copies, at } = await lockTradeCopies(tx, ids, ctx.time)
    const standings = await standingsOf(
      tx,
      parts.map(({ wish }) => wish.person.id),
      copies,
    )
    const free = await freeOf(tx, rings)
    const isFree = (part: Part) => free.isFree(part) && mayGet(part, { copies, standings, at })
    const good = rings.filter((ring) => !free.known.has(ringKey(ring)) && ring.every(isFree))
    const proposals = good.map((ring) => ({
      id: randomUUID(),
      ring_key: ringKey(ring),
      expires_at,
      sides: ring.map(({ wish, gives, gets }, place) => ({
        place,
        account_id: wish.person.id,
        gives: gives.id,
        gets: gets.id,
        listing_id: gives.listing_id,
        wish_id: wish.id,
      })),
    }))
    await openProposals(tx, proposals, at)
    failpoint('trade.proposing')
    return proposals.length
  })
}

/** Reads which wishes and copies are in no open proposal, and which rings were proposed before. */
async function freeOf(tx: Tx, rings: readonly Ring[]) {
  const parts = rings.flat()
  const copyIds = parts.map(({ gives }) => gives.id)
  const wishIds = parts.map(({ wish }) => wish.id)
  const { rows: wishes } = await sql<{ id: string }>`
    select id from wish where id = any(${wishIds}::uuid[]) and removed_at is null
    order by id for key share
  `.execute(tx)
  const { rows: taken } = await sql<{ gives: string; wish_id: string | null }>`
    select gives, wish_id from trade_proposal_side where ended_at is null
      and (gives = any(${copyIds}::uuid[]) or wish_id = any(${wishIds}::uuid[]))
  `.execute(tx)
  const { rows: known } = await sql<{ ring_key: string }>`
    select ring_key from trade_proposal where ring_key = any(${rings.map(ringKey)})
  `.execute(tx)
  const waiting = new Set(wishes.map(({ id }) => id))
  const used = new Set(taken.flatMap(({ gives, wish_id }) => [gives, wish_id]))
  return {
    isFree: ({ wish, gives }: Part) =>
      waiting.has(wish.id) && !used.has(wish.id) && !used.has(gives.id),
    known: new Set(known.map(({ ring_key }) => ring_key)),
  }
}

interface Locked {
  copies: ReadonlyMap<string, LockedCopy>
  standings: Standings
  at: Date
}

/** Reports if a person still owns what they would give and may get what they want. */
function mayGet({ wish, gives, gets }: Part, { copies, standings, at }: Locked): boolean {
  const [mine, theirs] = [copies.get(gives.id), copies.get(gets.id)]
  if (!mine || !theirs || mine.blocked_by) return false
  if (mine.owner !== wish.person.id || mine.listing_id !== gives.listing_id) return false
  const me = { account_id: wish.person.id, gets: theirs, gives: mine, country: 'JP' }
  return receiveRefusal(me, standings, at) === undefined
}
