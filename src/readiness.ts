import { statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { BaseContext } from '#core/context.ts'
import type { Db } from '#core/database/db.ts'
import { LATE_SECONDS } from '#src/admin/jobs/job.shared.ts'
import { sendMail } from '#src/platform/mail/send.ts'

const ANSWER_MS = 2_000
const FREE_BYTES = 200 * 1024 * 1024
const CLOCK_SECONDS = 60 // signed addresses and webhooks allow a difference of a few minutes
const READY_FILE = '.ready' // written to see that the folder can be written
const SILENT = 'database does not answer'

/**
 * Returns the reasons why this process should not receive requests now, and the state of what all
 * processes share: another process would be no better.
 */
export async function readiness(
  { db, config, integrations, now }: BaseContext,
  secondsAhead: () => number = () => 0,
) {
  const [queue, disk] = await Promise.all([queueState(db), diskFault(config.dataDir)])
  const faults = [queue.fault, disk].filter((fault) => fault !== undefined)
  const rests = integrations.card.circuit.secondsToRest(now)
  const silentSince = integrations.storage.silentSince()
  return {
    ready: faults.length === 0,
    faults,
    card: rests === 0 ? 'asked' : `does not answer, asked again in ${rests} s`,
    storage: silentSince ? `has not answered since ${silentSince.toISOString()}` : 'asked',
    mail: queue.mail,
    clock: clockState(secondsAhead()),
  }
}

async function queueState(db: Db): Promise<{ fault?: string; mail: string }> {
  const silent = { fault: SILENT, mail: 'unknown' }
  const timeout = new Promise<typeof silent>((resolve) => {
    setTimeout(resolve, ANSWER_MS, silent).unref()
  })
  return Promise.race([readQueue(db).catch(() => silent), timeout])
}

async function readQueue(db: Db) {
  const { rows } = await sql<{ lag: number; mails: number }>`
    select coalesce(extract(epoch from now() - min(run_at) filter (where run_at < now())), 0)::int as lag,
      count(*) filter (where attempts > 0 and identifier = ${sendMail.name})::int as mails
    from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id
    where locked_at is null and attempts < max_attempts and (run_at < now() or attempts > 0)
  `.execute(db)
  const { lag, mails } = rows[0]!
  return {
    ...(lag > LATE_SECONDS && { fault: `jobs are ${lag} s behind` }),
    mail: mails === 0 ? 'asked' : `${mails} not accepted yet, sent again`,
  }
}

async function diskFault(dataDir: string): Promise<string | undefined> {
  try {
    const { bavail, bsize } = await statfs(dataDir)
    if (bavail * bsize < FREE_BYTES) return 'disk is nearly full'
    await writeFile(join(dataDir, READY_FILE), '')
    return undefined
  } catch (error) {
    return `data folder cannot be written (${(error as NodeJS.ErrnoException).code})`
  }
}

function clockState(ahead: number): string {
  if (Math.abs(ahead) < CLOCK_SECONDS) return 'agrees with the database'
  return `is ${Math.abs(ahead)} s ${ahead > 0 ? 'ahead of' : 'behind'} the database`
}
