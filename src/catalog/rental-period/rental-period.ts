import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import { insertWithEvent, transitionAll, type StepOf } from '#core/database/events.ts'
import type { Ctx } from '#core/context.ts'
import { job } from '#core/jobs.ts'
import { tellOfEnd } from './tell-of-end.ts'
import { type RentalClock, rentalTransitions } from './rental-period.shared.ts'

export const endRentals = job<object>('rental.end')

const BATCH = 500

interface Copy {
  id: string
  asset_token_id: string
  kid: string
  number: number
  buyer: string
}

/** A paid purchase of a rental. */
interface Rented extends Copy {
  rental_period_seconds: number | null
  /** Set if the period counts from the first play: the window for it, from the payment. */
  start_within_seconds: number | null
}

/**
 * Matches rentals that are running at `at`. Only this decides whether a copy is rented out, because
 * an expired rental stays `active` until the next deal or the job `endRentals` ends it.
 */
export const isRunningAt = (at: Date) =>
  sql<boolean>`(rental.status = 'active' and rental.ends_at > ${at.toISOString()}::timestamptz)`

/** SQL for the clock of a listing or purchase of a rental, as `clockOf` returns it. */
export const clockIn = (table: 'listing' | 'purchase') => sql<RentalClock>`
  case when ${sql.ref(`${table}.start_within_seconds`)} is null then 'payment' else 'first_play' end`

/** SQL that matches a `rental` whose period has begun: it does not wait for its first play. */
export const isStarted = sql<boolean>`(rental.start_by is null or rental.started_at is not null)`

/** SQL for the time at which a running `rental` has ended even if its renter starts it as late as possible. */
export const latestEnd = sql<string>`(case
  when ${isStarted} then rental.ends_at
  else rental.start_by + (select make_interval(secs => rental_period_seconds)
    from purchase where purchase.id = rental.id) end)`

/**
 * Step: begins paid rentals, which end by the clock. Those that count from the first play end with the
 * window for it until they are started. The caller has locked their copies.
 */
export async function begin(tx: Tx, rented: Rented[], at: Date) {
  const rows = rented.map(({ id, asset_token_id, kid, number, buyer, ...each }) => ({
    id,
    asset_token_id,
    kid,
    number,
    renter: buyer,
    began_at: at.toISOString(),
    ...endOf(each, at),
  }))
  const kids = rows.map(({ kid }) => kid)
  await endExpired(tx, kids, at)
  await insertWithEvent(tx, rentalTransitions, rows, { action: 'begin', by: 'platform', at })
}

function endOf(
  { start_within_seconds: window, rental_period_seconds: period }: Omit<Rented, keyof Copy>,
  at: Date,
) {
  const ends_at = addSeconds(at, window ?? period!).toISOString()
  return { ends_at, start_by: window === null ? null : ends_at }
}

/**
 * Step: starts the period of a rental that counts from the first play, once, and returns its end. A
 * repeat returns the same end. Undefined if it is not running or counts from its payment.
 */
export async function startPeriod(
  tx: Tx,
  { id, renter, period }: { id: string; renter: string; period: number },
  at: Date,
): Promise<string | undefined> {
  await lockOfferCounts(
    tx,
    await tx.selectFrom('rental').select('kid').where('id', '=', id).execute(),
  )
  await tx
    .updateTable('rental')
    .set({ started_at: at.toISOString(), ends_at: addSeconds(at, period).toISOString() })
    .where('id', '=', id)
    .where('renter', '=', renter)
    .where('started_at', 'is', null)
    .where('start_by', 'is not', null)
    .where(isRunningAt(at))
    .execute()
  const row = await tx
    .selectFrom('rental')
    .select('ends_at')
    .where('id', '=', id)
    .where('renter', '=', renter)
    .where('started_at', 'is not', null)
    .where(isRunningAt(at))
    .executeTakeFirst()
  return row?.ends_at
}

interface Lent {
  id: string
  asset_token_id: string
  kid: string
  number: number
  renter: string
  ends_at: string
}

/** Step: begins a loan, which runs and ends like a rental. The caller has locked its copy. */
export async function beginLoan(tx: Tx, loan: Lent, at: Date) {
  await endExpired(tx, [loan.kid], at)
  const row = { ...loan, began_at: at.toISOString(), loan_id: loan.id }
  await insertWithEvent(tx, rentalTransitions, [row], { action: 'begin', by: 'platform', at })
}

/** Step: ends a loan before its time, by one of its sides. The caller has locked its copy. */
export async function closeLoan(tx: Tx, id: string, by: 'borrower' | 'lender', at: Date) {
  const step =
    by === 'borrower'
      ? ({ action: 'return', by, at } as const)
      : ({ action: 'recall', by, at } as const)
  await close(tx, [id], step)
}

/** Step: ends the expired rentals of these titles, so that their copies are free, and tells of it. */
export async function endExpired(tx: Tx, kids: string[], at: Date) {
  if (kids.length === 0) return
  const over = overAt(tx, at).where('kid', 'in', kids)
  const found = await over.execute()
  if (found.length === 0) return
  await lockOfferCounts(tx, found)
  const ids = (await over.execute()).map(({ id }) => id) // one may have been started meanwhile
  await transitionAll(tx, rentalTransitions, ids, ended({ action: 'end', by: 'clock', at }))
  await tellOfEnd(tx, ids)
}

/**
 * Ends expired rentals. Playback stops on time without this job, because it checks `ends_at`
 * itself.
 */
export async function end(ctx: Ctx) {
  const over = await overAt(ctx.db, ctx.now).orderBy('ends_at').limit(BATCH).execute()
  const kids = [...new Set(over.map(({ kid }) => kid))]
  await inTx(ctx, (tx) => endExpired(tx, kids, ctx.time()))
}

const overAt = (db: Db | Tx, at: Date) =>
  db
    .selectFrom('rental')
    .select(['id', 'kid'])
    .where(sql<boolean>`rental.status = 'active'`) // as its indexes say: orders keep one plan for all values
    .where('ends_at', '<=', at.toISOString())

/** Step: ends rentals early because their payments were reversed. */
export async function revoke(tx: Tx, ids: string[], at: Date) {
  await close(tx, ids, { action: 'revoke', by: 'platform', at })
}

/** Step: ends rentals before their time. */
async function close(tx: Tx, ids: string[], step: Early) {
  if (ids.length === 0) return
  await lockOfferCounts(
    tx,
    await tx.selectFrom('rental').select('kid').where('id', 'in', ids).execute(),
  )
  await transitionAll(tx, rentalTransitions, ids, ended(step))
}
type Early = StepOf<typeof rentalTransitions, 'revoke' | 'return' | 'recall'>

const ended = <S extends { at: Date }>(step: S) => ({
  ...step,
  set: { ended_at: step.at.toISOString() },
})

/**
 * Step: locks the counts of offers of titles, before several statements change them. A sale locks them
 * with its listings, because counts are locked before rentals.
 */
export const lockOfferCounts = (tx: Tx, titles: readonly { kid: string }[]) =>
  sql`
    select from asset_offer where kid = any(${titles.map(({ kid }) => kid)}::uuid[])
    order by kid for update
  `.execute(tx)
