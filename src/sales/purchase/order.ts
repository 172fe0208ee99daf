import { keepPlans, type Tx } from '#core/database/db.ts'
import { insertWithEvent } from '#core/database/events.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { failpoint } from '#core/failpoint.ts'
import { batchRequests } from '#core/http/batch-requests.ts'
import { allowlistsByPerson } from '#src/catalog/allowlist/acquisition.ts'
import { balancesIn, type Ledger, lockBalances, post } from '#src/ledger/ledger.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import type { BuyerState, Offer, Order } from '#src/sales/deal/deal.ts'
import { copyDealKinds } from '#src/sales/deal/deals.ts'
import {
  lockWaitingRooms,
  saveUsedPasses,
  markPassesUsed,
  waitingRoomRefusal,
} from '#src/sales/waiting-room/pass.ts'
import { decide, type PurchaseRow } from './decide.ts'
import { countHeld, countHolds, listsOn, lockPeople, lockOffers } from './offers.ts'
import { purchaseTransitions } from './purchase.shared.ts'
import { holdTransfers, settle } from './settle.ts'

export interface Placed {
  purchase_id: string
  status: 'settled' | 'reserved'
}

/**
 * Places one order: settles it at once if it is paid from balance, otherwise holds its copies for the
 * card payment. Orders that arrive together share a transaction, and each is decided on its own.
 */
export async function placeOrder(
  ctx: Ctx,
  body: unknown,
  wanted: Omit<Order, 'buyer' | 'country'>,
): Promise<Placed> {
  const order = { ...wanted, buyer: currentPerson(ctx).account_id, country: ctx.country }
  const placed = await place(ctx, body, order)
  failpoint(`purchase.${placed.status}`)
  return placed
}

const place = batchRequests<Order, Locked, Placed>({
  group: 'orders',
  partitionOf: ({ copies }) => copies[0]!.kid,
  conflictKeysOf: () => [],
  begin: keepPlans,
  lock: lockBuyersAndWaitingRooms,
  decide: decideAndWrite,
  failpointName: 'purchase.placing',
})

async function lockBuyersAndWaitingRooms(tx: Tx, orders: Order[], { time }: Ctx) {
  const [suspended, guards, settings] = await Promise.all([
    lockPeople(tx, buyersOf(orders)),
    lockWaitingRooms(tx, orders, time()),
    settingsOf(tx),
  ])
  return { suspended, guards, settings }
}
type Locked = Awaited<ReturnType<typeof lockBuyersAndWaitingRooms>>

interface Asked {
  ctx: Ctx
  input: Order
}

async function decideAndWrite(tx: Tx, asked: Asked[], locked: Locked) {
  const { rows, ledger, at } = await decideAll(tx, asked, locked)
  const accepted = rows.flatMap((each) => (each instanceof Refusal ? [] : each))
  return {
    outcomes: rows.map((each) => (each instanceof Refusal ? each : placed(each[0]!))),
    async write() {
      await Promise.all([writeAll(tx, accepted, ledger, at), saveUsedPasses(tx, locked.guards)])
      for (const [i, each] of rows.entries())
        if (!(each instanceof Refusal)) await asked[i]!.input.alsoWrite?.(tx, each[0]!.order_id, at)
    },
  }
}

/**
 * Locks copies and ledger, in this order and after the buyers, then decides the orders one by one.
 * Sale times count when an order came; all orders are dated when their copies were locked.
 */
async function decideAll(tx: Tx, asked: Asked[], { suspended, guards, settings }: Locked) {
  const { time } = asked[0]!.ctx
  const orders = asked.map(({ input }) => input)
  const buyers = buyersOf(orders)
  const copies = orders.flatMap(({ copies: of }) => of.map(({ asset_token_id }) => asset_token_id))
  const { offers, at } = await lockOffers(tx, copies, time)
  const holdings = await holdingsOf(tx, orders, buyers, offers, at)
  const people = [...offers.values()].flatMap(({ owner, creator }) => [owner, creator])
  const ledger = await lockBalances(tx, [...buyers, ...people])
  const states = new Map(
    buyers.map((buyer): [string, BuyerState] => {
      const { points, sales } = balancesIn(ledger, buyer)
      return [buyer, { ...holdings.get(buyer)!, points, sales }]
    }),
  )
  const rows = asked.map(({ ctx: { now }, input: order }) => {
    if (suspended.has(order.buyer)) return new Refusal('account_suspended')
    const fault = waitingRoomRefusal(guards, order, offers, now)
    const decided = fault ?? decide(order, offers, states.get(order.buyer)!, settings, now, at)
    if (decided instanceof Refusal) return decided
    for (const offer of decided.offers) offers.set(offer.asset_token_id, offer)
    states.set(order.buyer, decided.buyer)
    markPassesUsed(guards, order, offers, decided.rows[0]!.order_id)
    return decided.rows
  })
  return { rows, ledger, at }
}

const buyersOf = (orders: Order[]) => [...new Set(orders.map(({ buyer }) => buyer))]

type Holdings = Omit<BuyerState, 'points' | 'sales'>

/** Reads what each buyer holds, under the buyers' locks and before the ledger's, which others need. */
async function holdingsOf(
  tx: Tx,
  orders: Order[],
  buyers: string[],
  offers: Map<string, Offer>,
  at: Date,
): Promise<Map<string, Holdings>> {
  const lists = await allowlistsByPerson(tx, listsOn(offers), buyers)
  const held = await countHeld(tx, offers, buyers)
  const running = await runningOf(tx, orders, buyers, at)
  const byCard = orders.some(({ isPaidFromBalance }) => !isPaidFromBalance)
  const holds = byCard ? await countHolds(tx, buyers) : new Map<string, number>()
  const of = (buyer: string): Holdings => ({
    held: held.get(buyer) ?? new Map(),
    lists: lists.get(buyer)!,
    holds: holds.get(buyer) ?? 0,
    running: running.get(buyer) ?? new Set(),
  })
  return new Map(buyers.map((buyer) => [buyer, of(buyer)]))
}

/** Reads the running deals of the kinds that are ordered and allow one of each title at a time. */
async function runningOf(tx: Tx, orders: Order[], buyers: string[], at: Date) {
  const running = new Map<string, Set<string>>()
  for (const deal of new Set(orders.map((order) => order.deal)))
    for (const [buyer, kids] of (await copyDealKinds[deal].running?.(tx, buyers, at)) ?? [])
      running.set(buyer, new Set([...(running.get(buyer) ?? []), ...kids]))
  return running
}

async function writeAll(tx: Tx, rows: PurchaseRow[], ledger: Ledger, at: Date) {
  const buyers = new Map(rows.map(({ id, buyer }) => [id, buyer]))
  const buyer = { by: 'buyer', account: (id: string) => buyers.get(id)!, at } as const
  const settled = rows.filter(isSettled)
  const reserved = rows.filter((row) => !isSettled(row))
  await Promise.all([
    insertWithEvent(tx, purchaseTransitions, settled, { action: 'settle', ...buyer }),
    insertWithEvent(tx, purchaseTransitions, reserved, { action: 'reserve', ...buyer }),
    post(tx, ledger, reserved.flatMap(holdTransfers), at),
    settle(tx, settled, ledger, at, settled.flatMap(holdTransfers)),
  ])
}

const isSettled = ({ settled_at }: PurchaseRow) => settled_at !== null
const placed = (first: PurchaseRow): Placed => ({
  purchase_id: first.order_id,
  status: isSettled(first) ? 'settled' : 'reserved',
})
