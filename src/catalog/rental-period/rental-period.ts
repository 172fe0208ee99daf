import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import { insertWithEvent, transitionAll, type StepOf } from '#core/database/events.ts'
import type { Ctx } from '#core/context.ts'
import { job } from '#core/jobs.ts'
import { rentalTransitions } from './rental-period.shared.ts'

export const endRentals = job<object>('rental.end')

const BATCH = 500

/** A paid purchase of a rental. */
interface Rented {
  id: string
  asset_token_id: string
  kid: string
  number: number
  buyer: string
  rental_period_seconds: number | null
}

/**
 * Matches rentals that are running at `at`. Only this decides whether a copy is rented out, because
 * an expired rental stays `active` until the next deal or the job `endRentals` ends it.
 */
export const isRunningAt = (at: Date) =>
  sql<boolean>`(rental.status = 'active' and rental.ends_at > ${at.toISOString()}::timestamptz)`

/** Step: begins paid rentals, which end by the clock. The caller has locked their copies. */
export async function begin(tx: Tx, rented: Rented[], at: Date) {
  const rows = rented.map(({ id, asset_token_id, kid, number, buyer, ...each }) => ({
    id,
    asset_token_id,
    kid,
    number,
    renter: buyer,
    began_at: at.toISOString(),
    ends_at: addSeconds(at, each.rental_period_seconds!).toISOString(),
  }))
  const kids = rows.map(({ kid }) => kid)
  await endExpired(tx, kids, at)
  await insertWithEvent(tx, rentalTransitions, rows, { action: 'begin', by: 'platform', at })
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

/** Step: ends the expired rentals of these titles, so that their copies are free. */
export async function endExpired(tx: Tx, kids: string[], at: Date) {
  if (kids.length === 0) return
  const over = await overAt(tx, at).where('kid', 'in', kids).execute()
  await close(tx, idsOf(over), { action: 'end', by: 'clock', at })
}

/**
 * Ends expired rentals. Playback stops on time without this job, because it checks `ends_at`
 * itself.
 */
export async function end(ctx: Ctx) {
  const over = await overAt(ctx.db, ctx.now).orderBy('ends_at').limit(BATCH).execute()
  await inTx(ctx, (tx) => close(tx, idsOf(over), { action: 'end', by: 'clock', at: ctx.time() }))
}

const overAt = (db: Db | Tx, at: Date) =>
  db
    .selectFrom('rental')
    .select('id')
    .where('status', '=', 'active')
    .where('ends_at', '<=', at.toISOString())

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

/** Step: ends rentals early because their payments were reversed. */
export async function revoke(tx: Tx, ids: string[], at: Date) {
  await close(tx, ids, { action: 'revoke', by: 'platform', at })
}

/**
 * Locks the titles' rows of `asset_offer` before the rentals, as every sale does, and changes both.
 */
async function close(
  tx: Tx,
  ids: string[],
  step: StepOf<typeof rentalTransitions, 'end' | 'revoke' | 'return' | 'recall'>,
) {
  if (ids.length === 0) return
  await sql`
    select from asset_offer where kid in (select kid from rental where id = any(${ids}::uuid[]))
    order by kid for update
  `.execute(tx)
  const set = { ended_at: step.at.toISOString() }
  await transitionAll(tx, rentalTransitions, ids, { ...step, set })
}
