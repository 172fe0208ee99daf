import { addSeconds } from '#core/clock.ts'
import type { Db, Tx } from '#core/database/db.ts'
import { log } from '#core/log.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import { alertMail } from './alert-mail.shared.ts'
import type { Difference } from './invariants.ts'

/** A stored check. `period_from` and `period_to` limit the creation time of the compared checkouts. */
export interface BooksCheck {
  id: number
  kind: 'self' | 'card'
  checked_at: string
  period_from: string | null
  period_to: string | null
  differences: Difference[]
}

/** Stores a check, logs each difference as an error and enqueues the mail to the operator. */
export async function saveCheck(tx: Tx, found: Omit<BooksCheck, 'id'>) {
  const { differences, ...rest } = found
  const { id } = await tx
    .insertInto('books_check')
    .values({ ...rest, differences: JSON.stringify(differences) })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const { sentence, rows } of differences)
    log('error', NOTIFY_ONLY.get(sentence) ?? 'the books differ', {
      subject: sentence,
      count: rows.length,
    })
  if (differences.length > 0) await enqueueMails(tx, alertMail, [{ id }])
}

/** Returns the newest check of a kind, or the newest one older than the check `before`. */
export async function newestCheck(
  db: Db | Tx,
  kind: BooksCheck['kind'],
  before?: number,
): Promise<BooksCheck | undefined> {
  const row = await db
    .selectFrom('books_check')
    .selectAll()
    .where('kind', '=', kind)
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && asCheck(row)
}

/** Checks that `seconds` have passed since the newest check, also across restarts. */
export function isDue(newest: BooksCheck | undefined, seconds: number, now: Date): boolean {
  return !newest || addSeconds(new Date(newest.checked_at), seconds) <= now
}

/** Returns a check by its id. */
export async function checkOf(db: Db | Tx, id: number): Promise<BooksCheck> {
  const query = db.selectFrom('books_check').selectAll().where('id', '=', id)
  return asCheck(await query.executeTakeFirstOrThrow())
}

/**
 * Checks whether payouts are held. They are held from a check that finds a difference, in the books or
 * to the card provider. They are released by the next check of its kind that finds none.
 */
export async function payoutsAreHeld(tx: Tx | Db): Promise<boolean> {
  const newest = [await newestCheck(tx, 'self'), await newestCheck(tx, 'card')]
  return newest.some((check) => check !== undefined && differs(check))
}

export const NO_DISPUTES = 'no payment by card is disputed'
export const REFUNDS_TAKEN = 'every refund was taken by its card'

/** Sentences that are logged and mailed but do not hold payouts, with their log lines. */
const NOTIFY_ONLY = new Map(
  Object.entries({
    [NO_DISPUTES]: 'a payment is disputed',
    [REFUNDS_TAKEN]: 'a refund failed',
  }),
)

/** Returns the differences of a check that hold payouts. */
export const holdingDifferences = ({ differences }: Pick<BooksCheck, 'differences'>) =>
  differences.filter(({ sentence }) => !NOTIFY_ONLY.has(sentence))

/** Checks whether a check found a difference that holds payouts. */
export const differs = (check: Pick<BooksCheck, 'differences'>) =>
  holdingDifferences(check).length > 0

const asCheck = (row: object) => row as BooksCheck
