import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { inTx } from '#core/database/db.ts'
import { enqueue } from '#core/jobs.ts'
import type { Card } from '#src/integrations/card.ts'
import { lookAtCheckout } from '#src/sales/purchase/pay.ts'
import { release } from '#src/sales/purchase/release.ts'
import type { RunningApp } from './people.ts'
import { CARDS } from './card-fixtures.ts'
import { type TestApp, waitUntil } from './test-app.ts'

/** Pays on the provider's page with a card number. */
export const payAt = (url: string, card_number: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ card_number }), redirect: 'manual' })

/** Makes the provider hang up when a checkout is created or expired. Returns a function that ends this. */
export async function silenceProvider(
  here: Pick<RunningApp, 'url'>,
  ...on: ('create' | 'expire')[]
) {
  await controlProvider(here, { do: 'hang_up', on })
  return () => controlProvider(here, { do: 'hang_up', on: [] })
}

/** Releases an order as its buyer does while the provider is silent, so that a payment can still arrive. */
export const releaseUnasked = (
  { app, clock }: Pick<RunningApp, 'app' | 'clock'>,
  { purchase_id }: { purchase_id: string },
  { account_id: account }: { account_id: string },
) =>
  inTx(app, (tx) =>
    release(tx, purchase_id, { action: 'cancel', by: 'buyer', account }, () => clock.now),
  )

interface ProviderLog {
  statuses: number[]
  events: { id: string; type: string; created: number; object: object; delivered: boolean }[]
}

/** Pauses, delays or repeats the provider's events; an empty order only lists them. */
export async function controlProvider(
  { url }: Pick<RunningApp, 'url'>,
  order: object,
): Promise<ProviderLog> {
  const look = Object.keys(order).length === 0
  const response = await fetch(`${url}/dev/card/control`, {
    ...(!look && { method: 'POST', body: JSON.stringify(order) }),
    headers: { 'content-type': 'application/json' },
  })
  const told = await response.json()
  if (!response.ok) throw new Error(`the card emulator refused the order: ${JSON.stringify(told)}`)
  return told as ProviderLog
}

/** Pays for a purchase that does not exist, and pauses the provider's events before. */
export async function payUnknownPurchase(here: TestApp) {
  await controlProvider(here, { do: 'pause' })
  const reference = randomUUID()
  const { id, url } = await here.integrations.card.createCheckout({
    reference,
    amount: 1_400,
    title: 'Title',
    email: 'ren@example.test',
    lang: 'en' as const,
    successUrl: here.url,
    cancelUrl: here.url,
    metadata: {},
    expiresAt: addSeconds(here.clock.now, 2_700),
    note: '',
  })
  await payAt(url, CARDS.pays)
  return { reference, id }
}

/** Runs the job of a payment event a second time, as a repeated webhook would. */
export async function repeatCheckoutJob(
  { app: { db } }: Pick<RunningApp, 'app'>,
  checkout_id: string,
) {
  const key = `again ${checkout_id}`
  await enqueue(db, lookAtCheckout, { checkout_id }, { key })
  const waiting = sql<object>`select from graphile_worker.jobs where key = ${key}`
  await waitUntil(
    async () => (await waiting.execute(db)).rows.length,
    (count) => count === 0,
  )
}

/** Returns how a purchase ended, in the database and at the provider. */
export async function stateOf(
  { app, integrations }: Pick<RunningApp, 'app'> & { integrations: { card: Card } },
  { purchase_id, id }: { purchase_id: string; id: string },
) {
  // One statement, so that a settled purchase and its copy are read together.
  const { status, buyer, owner } = await app.db
    .selectFrom('purchase')
    .innerJoin('serial', 'serial.asset_token_id', 'purchase.asset_token_id')
    .select(['status', 'buyer', 'owner'])
    .where('purchase.id', '=', purchase_id)
    .executeTakeFirstOrThrow()
  const checkout = await integrations.card.getCheckout(id)
  const transfers = await app.db
    .selectFrom('ledger_transfer')
    .select(['reason', 'amount'])
    .where('subject_id', '=', purchase_id)
    .execute()
  const sum = (reason: string) =>
    transfers.filter((row) => row.reason === reason).reduce((all, { amount }) => all + amount, 0)
  const captured = checkout.paid ? checkout.amount : 0
  return { status, captured, refunded: sum('refund'), sold: owner === buyer }
}
