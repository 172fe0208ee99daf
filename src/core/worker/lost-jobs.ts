import type { Job, Worker, WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import type { Db } from '#core/database/db.ts'

interface LockedJob extends Pick<Job, 'id' | 'attempts'> {
  isOlder: boolean
  /** The library ends the attempts of a running job whose key it clears, as another has that key now. */
  isReplaced: boolean
}

/**
 * Watches which jobs the runner of these events receives. Returns a function that frees the jobs which
 * the database locked for it but whose reply was lost with the connection. The library would free them
 * after four hours. A lost job does not count as an attempt.
 */
export function watchLostJobs(events: WorkerEvents) {
  const requests = new Map<Worker, PromiseWithResolvers<void>>() // those without an answer yet
  const received = new Map<string, number>() // the attempt of each job by its id
  let isLooking = false
  const answered = ({ worker }: { worker: Worker }) => {
    requests.get(worker)?.resolve()
    requests.delete(worker)
  }
  events.on('worker:getJob:start', ({ worker }) => requests.set(worker, Promise.withResolvers()))
  events.on('job:start', ({ worker, job }) => {
    received.set(job.id, job.attempts)
    answered({ worker })
  })
  events.on('worker:getJob:empty', answered)
  events.on('worker:getJob:error', answered)

  const isLost = ({ id, attempts, isOlder, isReplaced }: LockedJob) => {
    const known = received.get(id)
    return isOlder && (known === undefined || (attempts > known && !isReplaced))
  }

  async function freeLost(db: Db, runner: string) {
    const { rows } = await sql<{ now: string }>`select now()::text as now`.execute(db)
    const open = [...requests.values()] // later requests lock after `now`
    await Promise.all(open.map(({ promise }) => promise))
    const before = [...received.keys()]
    const locked = await sql<LockedJob>`
      select id, attempts, locked_at < ${rows[0]!.now}::timestamptz as "isOlder",
        key is null and attempts = max_attempts as "isReplaced"
      from graphile_worker._private_jobs where locked_by = ${runner}`.execute(db)
    const ids = new Set(locked.rows.map(({ id }) => id))
    for (const id of before) if (!ids.has(id)) received.delete(id) // it has ended
    const lost = locked.rows.filter(isLost).map(({ id }) => id)
    if (lost.length > 0)
      await sql`
        update graphile_worker._private_jobs set locked_by = null, locked_at = null,
          attempts = case when key is null and attempts = max_attempts then attempts else attempts - 1 end
        where locked_by = ${runner} and id = any(${lost}::bigint[])`.execute(db)
  }

  return async (db: Db, runner: string) => {
    if (isLooking) return
    isLooking = true
    await freeLost(db, runner).finally(() => (isLooking = false))
  }
}
