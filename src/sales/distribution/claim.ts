import { sql } from 'kysely'
import type { Db, Tx } from '#core/database/db.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { failpoint } from '#core/failpoint.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { once } from '#core/http/idempotency.ts'
import { lockActor } from '#src/accounts/suspension/suspension.ts'
import { allowlistsByPerson } from '#src/catalog/allowlist/acquisition.ts'
import { markClaimed } from '#src/catalog/distribution/distribution.ts'
import { record } from '#src/catalog/provenance/provenance.ts'
import { lockOneOf } from '#src/catalog/serial/lock-one.ts'
import { transferSerials } from '#src/catalog/serial/transfer.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import { giveListings } from '#src/sales/listing/give-away.ts'
import { buyFromBalance } from '#src/sales/gift/buy.ts'
import { handoverRefusal } from '#src/sales/purchase/handover.ts'
import { lockOffers } from '#src/sales/purchase/offers.ts'
import type { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { claimMail } from './distribution-mail.shared.ts'
import { hasUnclaimed, isClaimable } from './distribution.ts'

type Body = BodyOf<typeof purchaseForFree>

/** Buys copies from balance; at a price of 0 yen, claims a copy of a free distribution. */
export const acquireForFree = (ctx: Ctx, body: Body) =>
  body.asset_sale_price === 0 ? claim(ctx, body) : buyFromBalance(ctx, body)

/**
 * Claims the named copy, or another one of its distribution if that is gone. Refuses
 * `distribution_closed`, `nothing_left`, `not_designated_acquirer`, `max_holding_reached`, `own_serial`
 * and `region_unavailable`.
 */
async function claim(ctx: Ctx, body: Body): Promise<ReplyOf<typeof purchaseForFree>> {
  const reply = await once(ctx, body, (tx) => give(tx, ctx, body))
  failpoint('distribution.claimed')
  return reply
}

interface Claimable {
  id: string
  kid: string
  creator: string
  allowlist_id: string | null
  max_per_person: number | null
}

async function give(tx: Tx, ctx: Ctx, body: Body) {
  const person = currentPerson(ctx).account_id
  await lockActor(tx, person) // so that the maximum is counted safely
  const distribution = (await openDistribution(tx, body)) ?? fail('not_for_sale')
  if (body.balance_to_use !== 0) fail('input_invalid', { field: 'balance_to_use' })
  if (body.more.length > 0) fail('input_invalid', { field: 'more' })
  if (body.gift) fail('input_invalid', { field: 'gift' })
  const { id, creator, max_per_person: limit } = distribution
  if (creator === person) fail('own_serial')
  if (creator !== body.owner_account_id) fail('seller_changed')
  await requireNamed(tx, distribution, person)
  if (limit !== null && (await countClaims(tx, id, person)) >= limit)
    fail('max_holding_reached', { limit })
  const { claim_id, listing_id, offer, at } = await lockCopy(tx, ctx, id, body.asset_token_id)
  await transferSerials(tx, [{ asset_token_id: offer.asset_token_id, to: person }], at)
  await giveListings(tx, [listing_id], at)
  await markClaimed(tx, claim_id, person, at)
  const { asset_token_id, kid, number } = offer
  const change = { asset_token_id, kid, number, kind: 'distribution' as const }
  await record(tx, [{ ...change, subject_id: claim_id, from: creator, to: person }], at)
  await enqueueMails(tx, claimMail, [{ id: claim_id, lang: body.lang }])
  failpoint('distribution.claiming')
  return { purchase_id: claim_id, status: 'settled' }
}

/** Refuses a person whom the distribution does not name, whatever other lists reserve. */
async function requireNamed(tx: Tx, { allowlist_id }: Claimable, person: string) {
  if (allowlist_id === null) return
  const lists = (await allowlistsByPerson(tx, [allowlist_id], [person])).get(person)!
  if (!lists.has(allowlist_id)) fail('not_designated_acquirer')
}

/** Returns the open distribution that gives or gave away a copy. */
async function openDistribution(tx: Tx, { asset_token_id, kid }: Body) {
  const { rows } = await sql<Claimable>`
    select distribution.id, kid, creator, allowlist_id, max_per_person
    from distribution_copy copy join distribution on distribution.id = distribution_id
    where copy.asset_token_id = ${asset_token_id} and kid = ${kid} and status = 'done'
    order by opened_at desc limit 1
  `.execute(tx)
  return rows[0]
}

async function countClaims(db: Db | Tx, id: string, person: string): Promise<number> {
  const { n } = await db
    .selectFrom('distribution_copy')
    .select((of) => of.fn.countAll<number>().as('n'))
    .where('distribution_id', '=', id)
    .where('claimed_by', '=', person)
    .executeTakeFirstOrThrow()
  return n
}

/** Locks a copy that can be claimed. Refuses with the reason if none is left. */
async function lockCopy(tx: Tx, ctx: Ctx, id: string, wanted: string) {
  const copy = await lockOneOf(tx, {
    wanted,
    from: sql`distribution_copy copy join distribution on distribution.id = distribution_id
      join serial using (asset_token_id)`,
    where: () => sql`distribution_id = ${id} and ${isClaimable}`,
    number: sql`copy.number`,
    read: (token) => readLocked(tx, ctx, id, token),
  })
  return copy ?? fail((await isAllClaimed(tx, id)) ? 'nothing_left' : 'distribution_closed')
}

async function isAllClaimed(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from distribution where id = ${id} and ${hasUnclaimed}
  `.execute(tx)
  return rows.length === 0
}

/** Reads a locked copy in a new statement; undefined if it was claimed while this one waited. */
async function readLocked(tx: Tx, ctx: Ctx, id: string, token: string) {
  const { rows } = await sql<{ claim_id: string; listing_id: string }>`
    select copy.id as claim_id, listing.id as listing_id
    from distribution_copy copy join distribution on distribution.id = distribution_id
    join listing on listing.asset_token_id = copy.asset_token_id
      and listing.batch = distribution.batch and listing.status = 'open'
    where distribution_id = ${id} and copy.asset_token_id = ${token} and ${isClaimable}
  `.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const { offers, at } = await lockOffers(tx, [token], ctx.time)
  const offer = offers.get(token) ?? fail('not_for_sale')
  const refusal = await handoverRefusal(tx, ctx, offer, offers)
  if (refusal) fail(refusal.code, refusal.params)
  return { ...row, offer, at }
}
