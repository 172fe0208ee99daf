import { randomUUID } from 'node:crypto'
import { inTx, type Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { insertWithEvent, transitionAll } from '#core/database/events.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { job, enqueue } from '#core/jobs.ts'
import { once } from '#core/http/idempotency.ts'
import { settingsOf } from '#src/platform/settings/settings.ts'
import type { Settings } from '#src/platform/settings/settings.shared.ts'
import { endOver } from '#src/catalog/rental-period/rental-period.ts'
import { delistByPlatform, delistByOwner } from './delist.ts'
import { type ListingOutcomes, listingTransitions } from './listing.shared.ts'
import type { delistSerials, listSerialsForSale } from './listing.shared.ts'
import {
  type Asking,
  type Copy,
  lockCopies,
  type No,
  whyNotDelist,
  whyNotList,
} from './may-list.ts'
import { decideRentals, periodAsked } from './rental-terms.ts'

export const openListings = job<{ batch: string }>('listing.open')

/**
 * Prepares one listing a copy and answers for each; the batch opens a moment later, by a job. With
 * `reprice`, copies on offer get the new price under the same lock that a buyer decides under: each
 * is sold at the price that its buyer was shown, or not at all.
 */
export function list(ctx: Ctx, body: BodyOf<typeof listSerialsForSale>) {
  const seller = currentPerson(ctx).account_id
  if (currentPerson(ctx).role === 'ADMIN') fail('forbidden')
  const ids = [...new Set(body.asset_token_ids)]
  return once(ctx, body, async (tx): Promise<ListingOutcomes> => {
    const { kind, terms } = askedIn(body, await settingsOf(tx))
    const asking = { seller, reprice: body.reprice ?? false }
    const ends = body.end_secondary ?? false
    const { copies, noes, others } =
      kind === 'rental'
        ? await decideRentals(tx, ids, { ...asking, kind, terms, ends }, ctx.now)
        : await decideSales(tx, ids, { ...asking, kind, price: terms.sale_price }, ctx.now)
    if (!body.batch) refuseAll(noes)
    const batch = body.batch ?? randomUUID()
    const free = ids.filter((_, i) => !noes[i])
    await takeOff(tx, ctx, copies, free)
    await delistByPlatform(tx, others, ctx.now)
    await endOver(tx, [...new Set(free.map((id) => copies.get(id)!.kid))], ctx.now)
    const rows = free.map((asset_token_id) => ({
      id: randomUUID(),
      ...{ kind, asset_token_id, seller, batch, ...terms },
      kid: copies.get(asset_token_id)!.kid,
      created_at: ctx.now.toISOString(),
    }))
    const owner = { by: 'owner', account: seller, at: ctx.now } as const
    await insertWithEvent(tx, listingTransitions, rows, { action: 'prepare', ...owner })
    await enqueue(tx, openListings, { batch })
    return outcomes(batch, ids, noes, 'preparing')
  })
}

/** What is asked for, as the listing's columns say it, within the settings' bounds. */
function askedIn(body: BodyOf<typeof listSerialsForSale>, settings: Settings) {
  const { listing_type: kind, sale_price, rent_price, rental_period_seconds } = body
  if (kind === 'trade') fail('kind_unavailable')
  const price = kind === 'sale' ? sale_price : rent_price
  if (price === undefined)
    fail('input_invalid', { field: `${kind === 'sale' ? kind : 'rent'}_price` })
  const { price_min: minimum, price_max: maximum } = settings
  if (price < minimum || price > maximum) fail('price_out_of_bounds', { minimum, maximum })
  if (kind === 'sale') return { kind, terms: { sale_price: price } }
  const period = periodAsked(rental_period_seconds, settings)
  return { kind, terms: { rent_price: price, rental_period_seconds: period } }
}

async function decideSales(tx: Tx, ids: string[], asking: Asking, at: Date) {
  const copies = await lockCopies(tx, ids, at)
  return { copies, noes: ids.map((id) => whyNotList(copies.get(id), asking)), others: [] }
}

/** Takes copies off; a copy that somebody is paying for stays. */
export function delist(ctx: Ctx, body: BodyOf<typeof delistSerials>) {
  const seller = currentPerson(ctx).account_id
  const ids = [...new Set(body.asset_token_ids)]
  return once(ctx, body, async (tx): Promise<ListingOutcomes> => {
    const copies = await lockCopies(tx, ids, ctx.now)
    const noes = ids.map((id) => whyNotDelist(copies.get(id), seller))
    if (!body.batch) refuseAll(noes)
    const free = ids.filter((_, i) => !noes[i])
    await takeOff(tx, ctx, copies, free)
    return outcomes(body.batch ?? randomUUID(), ids, noes, 'delisted')
  })
}

/** Step: ends what listing each of these copies has, their locks being held. */
async function takeOff(tx: Tx, ctx: Ctx, copies: Map<string, Copy>, ids: string[]) {
  const listings = ids.flatMap((id) => copies.get(id)?.listing_id ?? [])
  await delistByOwner(tx, ctx, listings)
}

/** Opens a batch that was prepared. The second time it finds nothing to do. */
export function open(ctx: Ctx, { batch }: { batch: string }) {
  return inTx(ctx, async (tx) => {
    const rows = await tx.selectFrom('listing').select('id').where('batch', '=', batch).execute()
    const ids = rows.map(({ id }) => id)
    const also = { opened_at: ctx.now.toISOString() }
    await transitionAll(tx, listingTransitions, ids, {
      action: 'open',
      by: 'platform',
      at: ctx.now,
      also,
    })
  })
}

/** Step: these are sold, their copies being locked already. One that is not open aborts the sale. */
export async function sell(tx: Tx, ids: string[], at: Date) {
  const also = { closed_at: at.toISOString() }
  const sold = await transitionAll(tx, listingTransitions, ids, {
    action: 'sell',
    by: 'platform',
    at,
    also,
  })
  if (sold.length < ids.length) throw new Error('a purchase without an open listing')
}

/**
 * Where nothing at all can be done, the call itself is refused, for the first copy's reason; a call
 * that is part of a batch answers for each copy all the same.
 */
function refuseAll(noes: No[]) {
  const [first] = noes
  if (first && noes.every((no) => no !== undefined)) fail(first.code, first.params)
}

function outcomes(
  batch: string,
  ids: string[],
  noes: No[],
  outcome: 'preparing' | 'delisted',
): ListingOutcomes {
  const items = ids.map((asset_token_id, i) => {
    const code = noes[i]?.code ?? null
    return { asset_token_id, outcome: code ? ('refused' as const) : outcome, code }
  })
  return { batch, items }
}
