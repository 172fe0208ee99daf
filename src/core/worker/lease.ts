import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname, platform } from 'node:os'
import { sql } from 'kysely'
import type { Db } from '#core/database/db.ts'
import { isLocked, processLock } from '#core/database/process-lock.ts'

const LEASE_SECONDS = 20 // graphile-worker itself frees a dead worker's jobs after four hours

/**
 * The leases of this process's workers. A worker whose lease is not renewed for 20 seconds is dead, and
 * its jobs are free for others. One whose process has ended on this machine is dead at once.
 */
export interface Leases {
  /** Renews the leases of these workers, and frees the jobs of dead ones. */
  keep(workers: ReadonlySet<string>): Promise<void>
  end(): void
}

export async function openLeases(db: Db): Promise<Leases> {
  const machine = machineId()
  const name = `${machine} ${randomUUID()}`
  const release = machine === undefined ? undefined : await processLock(name)
  const process = release ? name : randomUUID() // without a lock, the others have to wait for the lease
  return {
    async keep(workers) {
      if (workers.size > 0)
        await db
          .insertInto('worker_lease')
          .values([...workers].map((worker_id) => ({ worker_id, process })))
          .onConflict((c) => c.column('worker_id').doUpdateSet({ seen_at: sql`now()` }))
          .execute()
      await freeJobs(db, machine === undefined ? [] : await endedProcesses(db, machine))
    },
    end: () => release?.(),
  }
}

/**
 * Identifies what processes share that can see each other's locks: the machine's name, its boot, and the
 * network namespace, which differs between containers. Undefined where the system does not tell.
 */
export function machineId(): string | undefined {
  if (platform() !== 'linux') return undefined
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${hostname()} ${boot} ${readlinkSync('/proc/self/ns/net')}`
  } catch {
    return undefined
  }
}

/** Counts the processes that run jobs. */
export async function countWorkers(db: Db): Promise<number> {
  const { rows } = await sql<{ workers: number }>`
    select count(distinct coalesce(process, worker_id)) as workers from worker_lease
    where seen_at >= now() - make_interval(secs => ${LEASE_SECONDS})`.execute(db)
  return rows[0]!.workers
}

/** Returns the processes with leases that have ended on this machine. */
async function endedProcesses(db: Db, machine: string): Promise<string[]> {
  const { rows } = await sql<{ process: string }>`
    select distinct process from worker_lease where starts_with(process, ${`${machine} `})`.execute(
    db,
  )
  const ended = await Promise.all(
    rows.map(async (row) => ((await isLocked(row.process)) ? [] : [row.process])),
  )
  return ended.flat()
}

/** Frees the jobs of the workers of these processes, and of those whose lease is over. */
async function freeJobs(db: Db, ended: readonly string[]) {
  await sql`
    with dead as (
      delete from worker_lease where seen_at < now() - make_interval(secs => ${LEASE_SECONDS})
        or process = any(${ended}::text[])
      returning worker_id
    ), locked as (
      select distinct locked_by from graphile_worker._private_jobs
      where locked_by is not null and locked_at < now() - make_interval(secs => ${LEASE_SECONDS})
    )
    select graphile_worker.force_unlock_workers(array_agg(distinct id)) from (
      select worker_id as id from dead
      union select locked_by from locked
      where locked_by not in (select worker_id from worker_lease
        where seen_at >= now() - make_interval(secs => ${LEASE_SECONDS}))
    ) as gone having count(*) > 0
  `.execute(db)
}
