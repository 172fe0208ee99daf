import { addSeconds } from '#core/clock.ts'
import type { Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { failpoint } from '#core/failpoint.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { earlierReply, once } from '#core/http/idempotency.ts'
import { reserveCopies, reservedElsewhere } from '#src/catalog/allowlist/lists.ts'
import { moveDistribution } from '#src/catalog/distribution/distribution.ts'
import { prepareGiveaway } from '#src/sales/listing/give-away.ts'
import { type Copy, giveRefusal, lockCopies } from '#src/sales/listing/listing-rules.ts'
import { openCheckout, refuseWhileDown } from '#src/sales/purchase/checkout.ts'
import { lockActor } from '#src/accounts/suspension/suspension.ts'
import { orderOf } from '#src/sales/purchase/offers.ts'
import { placeFee } from '#src/sales/purchase/place-fee.ts'
import { type payDistribution, QUOTE_SECONDS } from './distribution.shared.ts'

type Body = BodyOf<typeof payDistribution>

/**
 * Locks the copies of a draft and pays its fee. Refuses `quote_expired`, `distribution_closed`, the
 * reason why a copy cannot be given away, and what a purchase refuses about balance and card.
 */
export async function pay(ctx: Ctx, body: Body) {
  if (!(await earlierReply(ctx, body))) {
    const { fee } = await readDraft(ctx.db, ctx, body.id)
    if (body.balance_to_use < fee) await refuseWhileDown(ctx, body)
  }
  const { purchase_id, is_settled } = await once(ctx, body, (tx) => request(tx, ctx, body))
  failpoint('distribution.requested')
  if (is_settled) return { purchase_id, url: null }
  await openCheckout(ctx, purchase_id)
  const { checkout_url } = (await orderOf(ctx.db, purchase_id))[0]!
  return { purchase_id, url: checkout_url ?? fail('purchase_closed') }
}

async function readDraft(db: Tx | Ctx['db'], ctx: Ctx, id: string) {
  const found = await db
    .selectFrom('distribution')
    .selectAll()
    .where('id', '=', id)
    .where('creator', '=', currentPerson(ctx).account_id)
    .executeTakeFirst()
  const draft = found ?? fail('not_found')
  return { ...draft, fee: draft.copies * draft.unit_fee }
}

async function request(tx: Tx, ctx: Ctx, { id, balance_to_use, lang }: Body) {
  const payer = currentPerson(ctx).account_id
  await lockActor(tx, payer) // one request of a person at a time
  const draft = await readDraft(tx, ctx, id)
  if (draft.status !== 'draft') fail('distribution_closed')
  if (draft.quoted_until <= ctx.now.toISOString()) fail('quote_expired')
  const { copies, at } = await lockFreeCopies(tx, ctx, draft)
  const { allowlist_id, batch } = draft
  const tokens = copies.map(({ asset_token_id }) => asset_token_id)
  if (allowlist_id) await reserveCopies(tx, allowlist_id, tokens)
  const giveaway = { kind: 'free_distribution', giver: payer, batch } as const
  const prepare = async () => (await prepareGiveaway(tx, copies, giveaway, at))[0]!
  const after = async (purchase_id: string) => {
    const by = { by: 'creator', account: payer, at } as const
    const step = { action: 'request', ...by, set: { purchase_id } } as const
    if (!(await moveDistribution(tx, id, step))) fail('distribution_closed')
  }
  const held_until = addSeconds(ctx.now, QUOTE_SECONDS).toISOString()
  const terms = { deal: 'distribution', payer, price: draft.fee, balance: balance_to_use } as const
  const named = copies.map(({ asset_token_id, kid, number }) => ({ asset_token_id, kid, number }))
  const fee = { ...terms, copies: named, lang, held_until }
  return placeFee(tx, fee, { prepare, after }, at)
}

/** Locks the copies and returns them in the order of their numbers. Refuses the first that is not free. */
async function lockFreeCopies(
  tx: Tx,
  ctx: Ctx,
  { id, allowlist_id }: { id: string; allowlist_id: string | null },
): Promise<{ copies: Copy[]; at: Date }> {
  const rows = await tx
    .selectFrom('distribution_copy')
    .select('asset_token_id')
    .where('distribution_id', '=', id)
    .orderBy('number')
    .execute()
  const tokens = rows.map(({ asset_token_id }) => asset_token_id)
  const { copies, at } = await lockCopies(tx, tokens, ctx.time)
  const elsewhere = await reservedElsewhere(tx, allowlist_id, tokens, at)
  const free = tokens.map((token) => {
    const copy = copies.get(token)!
    const refusal = giveRefusal(copy, currentPerson(ctx).account_id)
    if (refusal) fail(refusal.code, refusal.params)
    if (elsewhere.has(token)) fail('reserved_elsewhere', { number: copy.number })
    return copy
  })
  return { copies: free, at }
}
