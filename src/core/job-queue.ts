import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#core/database/db.ts'
import type { Ctx } from './context.ts'
import { job, type Job } from './jobs.ts'

/** A job that failed at least once and is not running. */
export interface TroubledJob {
  id: string
  /** The name of its kind. */
  name: string
  /** `failed`: no attempt is left. `retrying`: it is tried again at `next_at`. */
  state: 'failed' | 'retrying'
  attempts: number
  /** The number of attempts after which it fails. */
  tries: number
  created_at: string
  next_at: string | null
  /** The message of its last error. */
  error: string | null
}

const jobsWithNames = sql`graphile_worker._private_jobs job
  join graphile_worker._private_tasks task on task.id = job.task_id`
const isTroubled = sql`locked_at is null and attempts > 0`
const isFailed = sql`locked_at is null and attempts >= max_attempts`
const isWaiting = sql`locked_at is null and attempts < max_attempts`
const isKeyed = sql`key is not null` // the queue removes the key of a job that another one replaces
const contains = (facts: unknown) => sql`payload::jsonb @> ${JSON.stringify(facts)}::jsonb`
const counts = sql`count(*) filter (where ${isFailed}) as failed,
  count(*) filter (where ${isWaiting}) as waiting,
  count(*) filter (where locked_at is not null) as running,
  greatest(0, coalesce(extract(epoch from now() - min(run_at)
    filter (where ${isWaiting})), 0))::int as seconds_late`

/** Lists the jobs that failed at least once: those without attempts left first, then the newest. */
export async function troubledJobs(db: Db, { offset, limit }: { offset: number; limit: number }) {
  const { rows } = await sql<TroubledJob>`
    select job.id::text, identifier as name, case when ${isFailed} then 'failed' else 'retrying' end as state,
      attempts, max_attempts as tries, created_at,
      case when ${isFailed} then null else run_at end as next_at, last_error as error
    from ${jobsWithNames} where ${isTroubled}
    order by ${isFailed} desc, job.id desc offset ${offset} limit ${limit}`.execute(db)
  return rows
}

/** The jobs of a queue or a kind. */
interface JobCounts {
  failed: number
  waiting: number
  running: number
  /** The seconds by which the oldest job that is due is late. */
  seconds_late: number
}

/** Counts the jobs of the queue, and returns by how many seconds the oldest one that is due is late. */
export async function queueCounts(db: Db) {
  const { rows } = await sql<JobCounts & { troubled: number }>`
    select count(*) filter (where ${isTroubled}) as troubled, ${counts} from graphile_worker._private_jobs`.execute(
    db,
  )
  return rows[0]!
}

/** Counts the jobs of each kind that has any. */
export async function countsByTask(db: Db): Promise<(JobCounts & { name: string })[]> {
  const { rows } = await sql<JobCounts & { name: string }>`
    select identifier as name, ${counts} from ${jobsWithNames} group by identifier`.execute(db)
  return rows
}

/** Counts the jobs of a kind that failed and are tried again. */
export async function retriedCount(db: Db, { name }: Job<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${jobsWithNames}
    where identifier = ${name} and ${isWaiting} and ${isTroubled}`.execute(db)
  return rows[0]!.n
}

/** Returns the payloads of keyed jobs that failed their last attempt and were not enqueued again. */
export const permanentlyFailed = <P>(db: Db, kind: Job<P>): Promise<P[]> =>
  payloadsOf(db, kind, sql`${isFailed} and ${isKeyed}`)

/** Returns the payloads of the jobs of a kind that contain these facts, and that run or are to run. */
export const jobsOf = <P>(db: Db | Tx, kind: Job<P>, facts: Partial<P>): Promise<P[]> =>
  payloadsOf(db, kind, sql`${contains(facts)} and not (${isFailed})`)

/** Returns true while a worker runs a job of this kind whose payload contains these facts. */
export async function isRunning<P>(db: Db | Tx, kind: Job<P>, facts: Partial<P>): Promise<boolean> {
  const running = await payloadsOf(db, kind, sql`${contains(facts)} and locked_at is not null`)
  return running.length > 0
}

/**
 * Returns the payloads of keyed jobs that no worker runs and that are due before the given time. Leaves
 * out those that failed and are to be tried again later.
 */
export function waitingJobs<P>(db: Db | Tx, kind: Job<P>, before: Date): Promise<P[]> {
  const isDue = sql`run_at < ${before.toISOString()}::timestamptz and (attempts = 0 or run_at <= now())`
  return payloadsOf(db, kind, sql`${isWaiting} and ${isKeyed} and ${isDue}`)
}

async function payloadsOf<P>(
  db: Db | Tx,
  { name }: Job<P>,
  where: RawBuilder<unknown>,
): Promise<P[]> {
  const { rows } = await sql<{ payload: P }>`
    select payload from ${jobsWithNames} where identifier = ${name} and ${where}`.execute(db)
  return rows.map(({ payload }) => payload)
}

/** Makes a job due now, with all its attempts again. Returns false if it does not exist or is running. */
export async function tryJobAgain(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from graphile_worker.reschedule_jobs(array[${id}::bigint], now(), null, 0)`.execute(db)
  return rows.length > 0
}

export const forgetFailedJobs = job<object>('platform.forget_failed_jobs')

/** Deletes jobs that failed their last attempt 30 days ago. */
export async function deleteFailedJobs({ db }: Pick<Ctx, 'db'>) {
  await sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker._private_jobs
      where ${isFailed} and run_at < now() - interval '30 days'))
  `.execute(db)
}

/** Returns the attempts of the job with a key and the message of its last error; undefined without one. */
export async function jobOfKey(db: Db, key: string) {
  const { rows } = await sql<Pick<TroubledJob, 'attempts' | 'tries' | 'error'>>`
    select attempts, max_attempts as tries, last_error as error
    from graphile_worker._private_jobs where key = ${key}`.execute(db)
  return rows[0]
}

/** Step: removes the jobs that wait and name an e-mail address, such as mails to it. */
export async function dropJobsNaming(tx: Tx, email: string) {
  await sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker._private_jobs
      where locked_at is null and strpos(lower(payload::text), lower(to_json(${email}::text)::text)) > 0))
  `.execute(tx)
}
