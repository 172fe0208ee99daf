import { randomUUID } from 'node:crypto'
import { inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { insertWithEvent, transitionAll } from '#core/database/events.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { job, enqueue } from '#core/jobs.ts'
import { once } from '#core/http/idempotency.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import { lockActor } from '#src/accounts/suspension/suspension.ts'
import { spoilRequestsFor } from '#src/sales/trade-offer/end-offers.ts'
import { endExpired, lockOfferCounts } from '#src/catalog/rental-period/rental-period.ts'
import { delistByPlatform, delistByOwner, delistIdle } from './delist.ts'
import { type ListingOutcomes, listingTransitions, type ListingType } from './listing.shared.ts'
import type { delistSerials, listSerialsForSale } from './listing.shared.ts'
import {
  delistRefusal,
  keptRate,
  type ListedCopy,
  lockCopies,
  type RefusalReason,
} from './listing-rules.ts'
import {
  type ListingDecision,
  type ListingKind,
  type ListingTerms,
  saleListing,
  tradeListing,
} from './listing-kind.ts'
import { rentalListing } from './rental-terms.ts'

export const openListings = job<{ batch: string }>('listing.open')

/**
 * Prepares one listing per copy and returns an outcome for each; a job opens the batch a moment
 * later. With `reprice`, listed copies get the new price under the copy locks that purchases take
 * too: a copy is sold at the price its buyer saw, or not at all.
 */
export function list(ctx: Ctx, body: BodyOf<typeof listSerialsForSale>) {
  const seller = currentPerson(ctx).account_id
  if (currentPerson(ctx).role === 'ADMIN') fail('forbidden')
  const ids = [...new Set(body.asset_token_ids)]
  return once(ctx, body, async (tx): Promise<ListingOutcomes> => {
    await lockActor(tx, seller)
    const kind = body.listing_type
    await requireOwnBatch(tx, body.batch, seller)
    const settings = await settingsOf(tx)
    const terms = listingKinds[kind].terms(body, settings)
    const request = {
      kind,
      price: terms.sale_price ?? terms.rent_price ?? null,
      terms,
      seller,
      reprice: body.reprice ?? false,
      endSecondary: body.end_secondary ?? false,
    }
    const decided = await listingKinds[kind].decide(tx, ids, request, ctx.time)
    const { copies, reasons, others, at } = decided
    if (!body.batch) failIfAllRefused(reasons)
    const batch = body.batch ?? randomUUID()
    const allowed = ids.filter((_, i) => !reasons[i])
    const allowedCopies = allowed.map((id) => copies.get(id)!)
    if (kind !== 'trade') await spoilRequestsFor(tx, allowed, at)
    await lockOfferCounts(tx, allowedCopies) // of all titles, before the first listing changes
    await endListings(tx, ctx, { copies, at }, allowed)
    await delistByPlatform(tx, others, at)
    await prepare(tx, allowedCopies, { kind, seller, batch, terms }, at)
    return outcomes(batch, ids, reasons, 'preparing')
  })
}

/**
 * Refuses a batch that has a listing of another seller, or of copies that are given away or rented for
 * free: such a batch is opened and ended as a whole.
 */
async function requireOwnBatch(tx: Tx, batch: string | undefined, seller: string) {
  if (batch === undefined) return
  const other = await tx
    .selectFrom('listing')
    .select('id')
    .where('batch', '=', batch)
    .where((of) =>
      of.or([of('seller', '<>', seller), of('kind', 'not in', Object.keys(listingKinds))]),
    )
    .limit(1)
    .executeTakeFirst()
  if (other) fail('input_invalid', { field: 'batch' })
}

interface Offer {
  kind: ListingType
  seller: string
  batch: string
  terms: ListingTerms
}

/**
 * Step: prepares a listing for each copy, and enqueues their opening. Ends what is left of earlier ones:
 * idle offers to trade, and rentals whose time is over. The copies are locked.
 */
export async function prepare(
  tx: Tx,
  copies: readonly ListedCopy[],
  { kind, seller, batch, terms }: Offer,
  at: Date,
) {
  await delistIdle(tx, copies, at)
  await endExpired(tx, [...new Set(copies.map(({ kid }) => kid))], at)
  const rows = copies.map((copy) => ({
    id: randomUUID(),
    kind,
    asset_token_id: copy.asset_token_id,
    seller,
    batch,
    ...terms,
    kept_royalty_bp: keptRate(copy, kind),
    kid: copy.kid,
    created_at: at.toISOString(),
  }))
  const owner = { by: 'owner', account: seller, at } as const
  await insertWithEvent(tx, listingTransitions, rows, { action: 'prepare', ...owner })
  await enqueue(tx, openListings, { batch })
}

/** The rules of each way of listing. */
const listingKinds: Record<ListingType, ListingKind> = {
  sale: saleListing,
  rental: rentalListing,
  trade: tradeListing,
}

/** Delists the caller's copies. A copy that a buyer is paying for stays listed. */
export function delist(ctx: Ctx, body: BodyOf<typeof delistSerials>) {
  const seller = currentPerson(ctx).account_id
  const ids = [...new Set(body.asset_token_ids)]
  return once(ctx, body, async (tx): Promise<ListingOutcomes> => {
    const { copies, at } = await lockCopies(tx, ids, ctx.time)
    const reasons = ids.map((id) => delistRefusal(copies.get(id), seller))
    if (!body.batch) failIfAllRefused(reasons)
    const allowed = ids.filter((_, i) => !reasons[i])
    await endListings(tx, ctx, { copies, at }, allowed)
    return outcomes(body.batch ?? randomUUID(), ids, reasons, 'delisted')
  })
}

/** Ends the current listing of each copy. The caller holds the copy locks. */
async function endListings(
  tx: Tx,
  ctx: Ctx,
  { copies, at }: Pick<ListingDecision, 'copies' | 'at'>,
  ids: string[],
) {
  const listings = ids.flatMap((id) => copies.get(id)?.listing_id ?? [])
  await delistByOwner(tx, ctx, listings, at)
}

/** Opens the prepared listings of a batch. A repeat finds nothing to do. */
export function open(ctx: Ctx, { batch }: { batch: string }) {
  return inTx(ctx, async (tx) => {
    const rows = await tx.selectFrom('listing').select('id').where('batch', '=', batch).execute()
    const ids = rows.map(({ id }) => id)
    const at = ctx.time()
    const set = { opened_at: at.toISOString() }
    await transitionAll(tx, listingTransitions, ids, { action: 'open', by: 'platform', at, set })
  })
}

/**
 * Marks listings as sold. The caller holds the copy locks. Throws if a listing is not open, which
 * aborts the sale.
 */
export async function sell(tx: Tx, ids: string[], at: Date) {
  const set = { closed_at: at.toISOString() }
  const sold = await transitionAll(tx, listingTransitions, ids, {
    action: 'sell',
    by: 'platform',
    at,
    set,
  })
  if (sold.length < ids.length) throw new Error('a listing that is being sold is not open')
}

/** Ends the listings of traded copies. The caller holds the copy locks. */
export async function endTraded(tx: Tx, ids: string[], at: Date) {
  const set = { closed_at: at.toISOString() }
  const step = { action: 'trade', by: 'platform', at, set } as const
  const ended = await transitionAll(tx, listingTransitions, ids, step)
  if (ended.length < ids.length) throw new Error('a listing of a traded copy is not open')
}

/**
 * Refuses the whole call, with the first copy's reason, if every copy is refused. Calls that are
 * part of a batch skip this check and return an outcome for each copy.
 */
function failIfAllRefused(reasons: RefusalReason[]) {
  const [first] = reasons
  if (first && reasons.every((reason) => reason !== undefined)) fail(first.code, first.params)
}

function outcomes(
  batch: string,
  ids: string[],
  reasons: RefusalReason[],
  outcome: 'preparing' | 'delisted',
): ListingOutcomes {
  const items = ids.map((asset_token_id, i) => {
    const code = reasons[i]?.code ?? null
    return { asset_token_id, outcome: code ? ('refused' as const) : outcome, code }
  })
  return { batch, items }
}
