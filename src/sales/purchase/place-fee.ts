import { randomUUID } from 'node:crypto'
import type { Tx } from '#core/database/db.ts'
import { insertWithEvent } from '#core/database/events.ts'
import { fail } from '#core/errors.ts'
import { balancesIn, lockBalances, post } from '#src/ledger/ledger.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import type { Deal } from '#src/sales/deal/deal.shared.ts'
import { dealKinds } from '#src/sales/deal/deals.ts'
import { paymentRefusal, split } from './decide.ts'
import { purchaseTransitions } from './purchase.shared.ts'
import { holdTransfers, settle } from './settle.ts'

interface Fee {
  deal: Deal
  payer: string
  /** Yen, and the part of it to pay from points and sales balance. */
  price: number
  balance: number
  /** The copies for which it is paid; the purchase names the first. */
  copies: { asset_token_id: string; kid: string; number: number }[]
  lang: string
  held_until: string
}

interface Steps {
  prepare: () => Promise<string>
  after: (purchase_id: string) => Promise<void>
}

/**
 * Step: orders a service of the platform for a person's own copies. Settles it at once if it is paid
 * from balance, otherwise holds it for the card. The caller has locked the account and the copies, and
 * prepared two steps: `prepare` lists the copies once the ledger is locked, and returns the listing of the
 * first; `after` runs between the hold and the settlement.
 */
export async function placeFee(
  tx: Tx,
  { payer, price, balance, copies, ...fee }: Fee,
  { prepare, after }: Steps,
  at: Date,
): Promise<{ purchase_id: string; is_settled: boolean }> {
  const ledger = await lockBalances(tx, [payer])
  const balances = balancesIn(ledger, payer)
  const isPaidFromBalance = balance === price
  const payment = { price, from_balance: balance, isPaidFromBalance }
  const refusal = paymentRefusal(payment, balances, await settingsOf(tx))
  if (refusal) fail(refusal.code, refusal.params)
  const [parts] = split({ copies: [{ price }], from_balance: balance }, balances)
  const [copy] = copies
  const listing_id = await prepare()
  const id = randomUUID()
  const row = {
    ...fee,
    listing_id,
    ...copy!,
    ...parts!,
    id,
    order_id: id,
    price,
    buyer: payer,
    seller: payer,
    creator: payer,
    kind: 'primary',
    platform_fee: price,
    royalty: 0,
    net: 0,
    rental_period_seconds: null,
    start_within_seconds: null,
    transfers_copy: dealKinds[fee.deal].transfers_copy,
    created_at: at.toISOString(),
    settled_at: isPaidFromBalance ? at.toISOString() : null,
  }
  const action = isPaidFromBalance ? 'settle' : 'reserve'
  const step = { action, by: 'buyer', account: payer, at } as const
  await insertWithEvent(tx, purchaseTransitions, [row], step)
  await after(id)
  if (isPaidFromBalance) await settle(tx, [row], ledger, at, holdTransfers(row))
  else await post(tx, ledger, holdTransfers(row), at)
  return { purchase_id: id, is_settled: isPaidFromBalance }
}
