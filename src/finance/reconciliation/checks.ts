import { addSeconds } from '#core/clock.ts'
import type { Db, Tx } from '#core/database/db.ts'
import { job, enqueue } from '#core/jobs.ts'
import { log } from '#core/log.ts'
import type { Difference } from './invariants.ts'

export const alertOperator = job<{ id: number }>('books.alert')

/** A check as it was stored; `period_…`: when the checkouts were opened that it compared. */
export interface BooksCheck {
  id: number
  kind: 'self' | 'card'
  checked_at: string
  period_from: string | null
  period_to: string | null
  differences: Difference[]
}

/** Stores what a check found; what differs is logged as an error, and the operator is told by job. */
export async function saveCheck(tx: Tx, found: Omit<BooksCheck, 'id'>) {
  const { differences, ...rest } = found
  const { id } = await tx
    .insertInto('books_check')
    .values({ ...rest, differences: JSON.stringify(differences) })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const { sentence, rows } of differences)
    log('error', NOTIFY_ONLY[sentence] ?? 'the books differ', {
      subject: sentence,
      count: rows.length,
    })
  if (differences.length > 0) await enqueue(tx, alertOperator, { id })
}

/** The newest check of a kind, or the newest before the check `before`. */
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

/** Whether so many seconds have passed since a check; so a restart neither skips one nor repeats it. */
export function isDue(newest: BooksCheck | undefined, seconds: number, now: Date): boolean {
  return !newest || addSeconds(new Date(newest.checked_at), seconds) <= now
}

/** One check by its id. */
export async function checkOf(db: Db | Tx, id: number): Promise<BooksCheck> {
  const query = db.selectFrom('books_check').selectAll().where('id', '=', id)
  return asCheck(await query.executeTakeFirstOrThrow())
}

/**
 * Whether money may not leave for the bank: true from the check that finds a difference, in the
 * books or between them and the card provider, until the next of its kind finds none.
 */
export async function payoutsAreHeld(tx: Tx | Db): Promise<boolean> {
  const newest = [await newestCheck(tx, 'self'), await newestCheck(tx, 'card')]
  return newest.some((check) => check !== undefined && differs(check))
}

export const NO_DISPUTES = 'no payment by card is disputed'
export const REFUNDS_TAKEN = 'every refund was taken by its card'

/** Of these an operator is told, and so the log says them; the books do not differ by them. */
const NOTIFY_ONLY: Record<string, string> = {
  [NO_DISPUTES]: 'a payment is disputed',
  [REFUNDS_TAKEN]: 'a refund failed',
}

/** Whether it is the books that a check found to differ. */
export const differs = ({ differences }: Pick<BooksCheck, 'differences'>) =>
  differences.some(({ sentence }) => !(sentence in NOTIFY_ONLY))

const asCheck = (row: object) => row as BooksCheck
