import type { Job, Worker, WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import type { Db } from '#core/database/db.ts'

interface LockedJob {
  id: string
  attempts: number
  isOlder: boolean
}

/**
 * Watches which jobs the runner of these events receives. Returns a function that frees the jobs which
 * the database locked for it but whose reply was lost with the connection. The library would free them
 * after four hours. A lost job does not count as an attempt.
 */
export function watchLostJobs(events: WorkerEvents) {
  const requests = new Map<Worker, PromiseWithResolvers<void>>() // those without an answer yet
  const received = new Set<string>()
  let isLooking = false
  const answered = ({ worker }: { worker: Worker }) => {
    requests.get(worker)?.resolve()
    requests.delete(worker)
  }
  events.on('worker:getJob:start', ({ worker }) => requests.set(worker, Promise.withResolvers()))
  events.on('job:start', ({ worker, job }) => {
    received.add(attemptOf(job))
    answered({ worker })
  })
  events.on('worker:getJob:empty', answered)
  events.on('worker:getJob:error', answered)

  async function freeLost(db: Db, runner: string) {
    const { rows } = await sql<{ now: string }>`select now()::text as now`.execute(db)
    const open = [...requests.values()] // later requests lock after `now`
    await Promise.all(open.map(({ promise }) => promise))
    const before = [...received]
    const locked = await sql<LockedJob>`
      select id::text, attempts, locked_at < ${rows[0]!.now}::timestamptz as "isOlder"
      from graphile_worker._private_jobs where locked_by = ${runner}`.execute(db)
    const attempts = new Set(locked.rows.map(attemptOf))
    for (const one of before) if (!attempts.has(one)) received.delete(one) // it has ended
    const lost = locked.rows.filter((row) => row.isOlder && !received.has(attemptOf(row)))
    if (lost.length > 0)
      await sql`
        update graphile_worker._private_jobs
        set locked_by = null, locked_at = null, attempts = attempts - 1
        where locked_by = ${runner} and id = any(${lost.map(({ id }) => id)}::bigint[])`.execute(db)
  }

  return async (db: Db, runner: string) => {
    if (isLooking) return
    isLooking = true
    await freeLost(db, runner).finally(() => (isLooking = false))
  }
}

const attemptOf = ({ id, attempts }: Pick<Job, 'id' | 'attempts'>) => `${id} ${attempts}`
