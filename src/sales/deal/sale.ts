import { sql } from 'kysely'
import type { Tx } from '#core/database/db.ts'
import { Refusal } from '#core/errors.ts'
import { holdingLimits, acquisitionRefusal } from '#src/catalog/allowlist/acquisition.ts'
import { record } from '#src/catalog/provenance/provenance.ts'
import { takeLoansBack } from '#src/catalog/loan/loan.ts'
import { endDownloads } from '#src/media/downloads/locks.ts'
import { transferSerials } from '#src/catalog/serial/transfer.ts'
import { takeFromWallets } from '#src/catalog/wallet-copies/wallet-copies.ts'
import type { CopyDealKind, Settling } from './deal.ts'

/** A sale: the copy changes hands for good. */
export const sale: CopyDealKind = {
  transfers_copy: true,
  is_of_batch: false,
  needs_pass: true,
  reason: 'sale',
  fee_reason: 'fee',
  provenance: 'sale',
  statement: { earned: 'sale', paid: 'buy' },

  superseded: sql`false`,
  royaltyRate: ({ royalty_rate_bp }) => royalty_rate_bp,
  secondaryFault: ({ secondary_sale_enabled }) =>
    secondary_sale_enabled ? undefined : 'secondary_sale_disabled',

  not_offered: 'not_for_sale',
  limits: holdingLimits,
  runningFault: () => undefined,
  termsFault({ country }, offer, lists, at) {
    const code = acquisitionRefusal(offer, { country, lists }, at)
    return code && new Refusal(code)
  },
  take(offer, order, buyer, at) {
    const held = new Map(buyer.held)
    for (const { of } of holdingLimits(offer, at)) held.set(of, (held.get(of) ?? 0) + 1)
    return {
      offer: order.isPaidFromBalance ? { ...offer, bought_by: order.buyer } : offer,
      buyer: { ...buyer, held },
    }
  },

  async settle(tx, purchases, at) {
    const given = purchases.map(({ asset_token_id, buyer }) => ({ asset_token_id, to: buyer }))
    await transferSerials(tx, given, at)
  },
  checkoutNote: () => '',

  dispute: {
    // A copy may have been sold on or given away since.
    held: sql`owner = buyer and is_free
      and owned_since in (settled_at, coalesce(returned_at, settled_at))`,
    // Each undoing and each redoing leaves one record, so an odd number means undone.
    undone: sql`returns % 2 = 1`,
    // While another dispute is lost, the bank still has the payment.
    back: sql`owner = seller and is_free and returns % 2 = 1 and owned_since = returned_at
      and losses = 1`,
  },
  undo: (tx, purchases, dispute) => handOver(tx, purchases, 'buyer', 'seller', dispute),
  redo: (tx, purchases, dispute) => handOver(tx, purchases, 'seller', 'buyer', dispute),
}

/** Moves copies between the two sides of their deals and records a return. */
async function handOver(
  tx: Tx,
  purchases: Settling[],
  from: 'buyer' | 'seller',
  to: 'buyer' | 'seller',
  { subject_id, at }: { subject_id: string; at: Date },
) {
  if (purchases.length === 0) return
  const ids = purchases.map(({ asset_token_id }) => asset_token_id)
  await endDownloads(tx, ids, at)
  await takeLoansBack(tx, ids, at)
  await takeFromWallets(tx, sql`asset_token_id = any(${ids}::uuid[])`, at)
  await transferSerials(
    tx,
    purchases.map((copy) => ({ asset_token_id: copy.asset_token_id, to: copy[to] })),
    at,
  )
  const returns = purchases.map((copy) => ({
    asset_token_id: copy.asset_token_id,
    kid: copy.kid,
    number: copy.number,
    kind: 'return' as const,
    from: copy[from],
    to: copy[to],
    subject_id,
  }))
  await record(tx, returns, at)
}
