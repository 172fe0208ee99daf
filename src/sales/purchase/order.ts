import { type Db, inTx, type Tx } from '#core/database/db.ts'
import { isRefusal, Refusal } from '#core/errors.ts'
import { insertWithEvent } from '#core/database/events.ts'
import { failpoint } from '#core/failpoint.ts'
import { batchCommits } from '#core/database/batch-commits.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { claimRequests, keepReplies, type OnceRequest, requestFor } from '#core/http/idempotency.ts'
import { listsOfEach } from '#src/catalog/allowlist/acquire.ts'
import { balancesIn, type Ledger, lockBalances, post } from '#src/ledger/ledger.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import { guardsFor, keepUses, usePasses, waitingFault } from '#src/sales/waiting-room/pass.ts'
import { decide, type Order, type PurchaseRow, type BuyerState } from './decide.ts'
import { countHeld, countHolds, listsOn, lockBuyers, lockOffers, rentedBy } from './offers.ts'
import { purchaseTransitions } from './purchase.shared.ts'
import { holdTransfers, settle } from './settle.ts'

interface Asked {
  ctx: Ctx
  order: Order
  request: OnceRequest
}
export interface Placed {
  purchase_id: string
  status: 'settled' | 'reserved'
}

/**
 * Buys the copies of one order: settled at once where all is paid from balance, else held for the
 * card. Orders that arrive together are decided together, each for itself: one without funds fails
 * alone.
 */
export async function placeOrder(
  ctx: Ctx,
  body: unknown,
  wanted: Omit<Order, 'buyer' | 'country'>,
): Promise<Placed> {
  const order = { ...wanted, buyer: currentPerson(ctx).account_id, country: ctx.country }
  const outcome = await place({ ctx, order, request: requestFor(ctx, body) })
  if (isRefusal(outcome)) throw outcome
  failpoint(`purchase.${outcome.status}`)
  return outcome
}

/** One queue for each database: tests and benchmarks open several in one process. */
const queues = new WeakMap<Db, (one: Asked) => Promise<Placed | Refusal>>()

function place(one: Asked) {
  const { db } = one.ctx
  const queue =
    queues.get(db) ??
    batchCommits<Asked, Placed | Refusal>({
      laneOf: ({ order: { wanted } }) => wanted[0]!.kid,
      nameOf: ({ request: { account_id, call, key } }) => `${account_id} ${call} ${key}`,
      run: placeAll,
    })
  queues.set(db, queue)
  return queue(one)
}

function placeAll(asked: Asked[]): Promise<(Placed | Refusal)[]> {
  return inTx(asked[0]!.ctx, async (tx) => {
    const claims = await claimRequests(
      tx,
      asked.map(({ request }) => request),
    )
    const fresh = asked.filter((_, i) => claims[i] === undefined)
    const outcomes = fresh.length > 0 ? await placeFresh(tx, fresh) : []
    failpoint('purchase.placing')
    return asked.map((one, i) => {
      const kept = claims[i]
      if (kept === undefined) return outcomes[fresh.indexOf(one)]!
      return kept instanceof Refusal ? kept : (kept.reply as Placed)
    })
  })
}

async function placeFresh(tx: Tx, asked: Asked[]): Promise<(Placed | Refusal)[]> {
  const at = latest(asked)
  const { rows, ledger, guards } = await decideAll(tx, asked, at)
  const bought = rows.flatMap((each) => (each instanceof Refusal ? [] : each))
  await writeAll(tx, bought, ledger, at)
  await keepUses(tx, guards)
  for (const [i, each] of rows.entries())
    if (!(each instanceof Refusal)) await asked[i]!.order.also?.(tx, each[0]!.order_id)
  const outcomes = rows.map((each) => (each instanceof Refusal ? each : placed(each[0]!)))
  const requests = asked.map(({ request }, i) => ({ ...request, reply: outcomes[i]! }))
  await keepReplies(
    tx,
    requests.filter(({ reply }) => !(reply instanceof Refusal)),
    requests.filter(({ reply }) => reply instanceof Refusal),
  )
  return outcomes
}

/** One moment for all that is decided together: what was over for the last of them is over. */
const latest = (asked: Asked[]) => new Date(Math.max(...asked.map(({ ctx }) => ctx.now.getTime())))

/** Locks in the house's order (accounts, passes, copies, ledger), then decides one order after the other. */
async function decideAll(tx: Tx, asked: Asked[], at: Date) {
  const orders = asked.map(({ order }) => order)
  const buyers = [...new Set(orders.map(({ buyer }) => buyer))]
  await lockBuyers(tx, buyers)
  const guards = await guardsFor(tx, orders, at)
  const offers = await lockOffers(
    tx,
    orders.flatMap(({ wanted }) => wanted.map(({ asset_token_id }) => asset_token_id)),
    at,
  )
  const settings = await settingsOf(tx)
  const lists = await listsOfEach(tx, listsOn(offers), buyers)
  const held = await countHeld(tx, offers, buyers)
  const isRenting = orders.some(({ rental_period_seconds }) => rental_period_seconds)
  const rented = isRenting ? await rentedBy(tx, buyers, at) : new Map<string, Set<string>>()
  const byCard = orders.some(({ all }) => !all)
  const holds = byCard ? await countHolds(tx, buyers) : new Map<string, number>()
  const sellers = [...offers.values()].flatMap(({ owner, creator }) => [owner, creator])
  const ledger = await lockBalances(tx, [...buyers, ...sellers])
  const buyerStates = new Map(
    buyers.map((buyer): [string, BuyerState] => {
      const { points, sales } = balancesIn(ledger, buyer)
      const of = { held: held.get(buyer) ?? new Map(), lists: lists.get(buyer)! }
      const rents = rented.get(buyer) ?? new Set<string>()
      const has = { ...of, holds: holds.get(buyer) ?? 0, rented: rents }
      return [buyer, { points, sales, ...has }]
    }),
  )
  const rows = asked.map(({ ctx: { now }, order }) => {
    const buyerState = buyerStates.get(order.buyer)!
    const decided =
      waitingFault(guards, order, offers, now) ?? decide(order, offers, buyerState, settings, now)
    if (!(decided instanceof Refusal)) usePasses(guards, order, offers, decided[0]!.order_id)
    return decided
  })
  return { rows, ledger, guards }
}

async function writeAll(tx: Tx, rows: PurchaseRow[], ledger: Ledger, at: Date) {
  const buyers = new Map(rows.map(({ id, buyer }) => [id, buyer]))
  const buyer = { by: 'buyer', account: (id: string) => buyers.get(id)!, at } as const
  const settled_at = at.toISOString() // of the moment in which its copy changes hands
  const settled = rows.filter(isSettled).map((row) => ({ ...row, settled_at }))
  const reserved = rows.filter((row) => !isSettled(row))
  await insertWithEvent(tx, purchaseTransitions, settled, { action: 'settle', ...buyer })
  await insertWithEvent(tx, purchaseTransitions, reserved, { action: 'reserve', ...buyer })
  await post(tx, ledger, reserved.flatMap(holdTransfers), at)
  await settle(tx, settled, ledger, at, settled.flatMap(holdTransfers))
}

const isSettled = ({ settled_at }: PurchaseRow) => settled_at !== null
const placed = (first: PurchaseRow): Placed => ({
  purchase_id: first.order_id,
  status: isSettled(first) ? 'settled' : 'reserved',
})
