import { sql } from 'kysely'
import { enqueue } from '#core/jobs.ts'
import type { Card } from '#src/integrations/card.ts'
import { lookAtCheckout } from '#src/sales/purchase/pay.ts'
import type { Place } from './people.ts'
import { soon } from './test-app.ts'

/** Fills in the provider's page as a person does. */
export const payAt = (url: string, card_number: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ card_number }), redirect: 'manual' })

interface Told {
  statuses: number[]
  events: { id: string; type: string; created: number; object: object }[]
}

/** Holds back, delays or repeats the provider's events; an empty order only looks at them. */
export async function control({ url }: Pick<Place, 'url'>, order: object): Promise<Told> {
  const look = Object.keys(order).length === 0
  const response = await fetch(`${url}/dev/card/control`, {
    ...(!look && { method: 'POST', body: JSON.stringify(order) }),
    headers: { 'content-type': 'application/json' },
  })
  const told = await response.json()
  if (!response.ok) throw new Error(`the provider's control refused: ${JSON.stringify(told)}`)
  return told as Told
}

/** The provider tells of a payment once more, as it may: what was done is not done again. */
export async function toldAgain({ app: { db } }: Pick<Place, 'app'>, checkout_id: string) {
  const key = `again ${checkout_id}`
  await enqueue(db, lookAtCheckout, { checkout_id }, { key })
  const waiting = sql<object>`select from graphile_worker.jobs where key = ${key}`
  await soon(
    async () => (await waiting.execute(db)).rows.length,
    (count) => count === 0,
  )
}

/** How a purchase ended, on both sides of the wire. */
export async function stateOf(
  { app, integrations }: Pick<Place, 'app'> & { integrations: { card: Card } },
  { purchase_id, id }: { purchase_id: string; id: string },
) {
  // In one look: a settled purchase and its copy are never seen apart.
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
