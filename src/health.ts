import { statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import { sql } from 'kysely'
import type { BaseContext } from '#core/context.ts'
import type { Db } from '#core/database/db.ts'
import { queueCounts, retriedCount } from '#core/job-queue.ts'
import { LATE_SECONDS } from '#src/admin/jobs/job.shared.ts'
import { payoutsAreHeld } from '#src/finance/reconciliation/checks.ts'
import { limitBytes, reservedBytes } from '#src/media/disk/space.ts'
import { uploadsWithoutSpace } from '#src/media/disk/waiting.ts'
import { cached } from '#src/platform/guest-cache/answer-cache.ts'
import { sendMail } from '#src/platform/mail/send.ts'

const ANSWER_MS = 2_000
const READINESS_MS = 500 // anybody may ask, and all who do so in this time share one answer
const FREE_BYTES = 200 * 1024 * 1024
const CLOCK_SECONDS = 60 // signed addresses and webhooks allow a difference of a few minutes
const READY_FILE = '.ready' // written to see that the folder can be written
const SILENT = 'database does not answer'

interface Options {
  isStopping: () => boolean
  secondsAhead: () => number
}

/**
 * Answers those who watch this process: `/healthz` if it runs, `/readyz` if it should receive requests,
 * `/workerz` how the work stands that all processes share.
 */
export function healthRoutes(base: () => BaseContext, { isStopping, secondsAhead }: Options): Hono {
  const hono = new Hono()
  hono.get('/healthz', (c) => c.json({ status: 'ok' }))
  hono.get('/readyz', async (c) => {
    const faults = await readiness(base())
    if (isStopping()) faults.push('shutting down')
    const isReady = faults.length === 0
    return c.json({ status: isReady ? 'ready' : 'not ready', faults }, isReady ? 200 : 503)
  })
  hono.get('/workerz', async (c) => {
    if (c.req.header('x-forwarded-for') !== undefined) return c.notFound() // a visitor
    const { faults, ...report } = await workReport(base(), secondsAhead)
    const status = faults.length === 0 ? 'works' : 'needs help'
    return c.json({ status, faults, ...report }, faults.length === 0 ? 200 : 503)
  })
  return hono
}

/**
 * Returns the reasons why this process should not receive requests now. Leaves out what all processes
 * share: another process would be no better.
 */
async function readiness({ db, config }: BaseContext): Promise<string[]> {
  const ms = Math.min(READINESS_MS, config.guestListsMs)
  const asked = cached(db, 'readiness', { ms }, () =>
    Promise.all([inTime(databaseFault(db), SILENT), diskFault(config.dataDir)]),
  )
  const faults: (string | undefined)[] = await inTime(asked, [SILENT])
  return faults.filter((fault) => fault !== undefined)
}

/** Returns how the queue, the books, the vendors and the clock stand, and the faults of the queue. */
export async function workReport(
  { db, config, integrations, now }: BaseContext,
  secondsAhead: () => number,
) {
  const work = await inTime(readWork(db), undefined)
  const rests = integrations.card.circuit.secondsToRest(now)
  const silentSince = integrations.storage.silentSince()
  return {
    faults: faultsOf(work),
    jobs: work?.jobs ?? null,
    books: work?.books ?? 'unknown',
    card: rests === 0 ? 'asked' : `does not answer, asked again in ${rests} s`,
    storage: silentSince ? `has not answered since ${silentSince.toISOString()}` : 'asked',
    mail: work?.mail ?? 'unknown',
    disk: await diskState(config),
    clock: clockState(secondsAhead()),
  }
}

function faultsOf(work: Awaited<ReturnType<typeof readWork>> | undefined): string[] {
  if (!work) return [SILENT]
  const { seconds_late: late } = work.jobs
  const { too_large: large } = work.uploads
  return [
    ...(late > LATE_SECONDS ? [`jobs are ${late} s behind`] : []),
    ...(large > 0 ? [`${large} uploads need more disk than a worker may take`] : []),
  ]
}

/** Returns what the jobs of this process have reserved of its disk. */
async function diskState(config: BaseContext['config']): Promise<string> {
  const limit = await limitBytes(config).catch(() => 0)
  const [reserved, most] = [reservedBytes(), limit].map((bytes) => Math.ceil(bytes / 1e6))
  return `${reserved} of ${most} MB reserved`
}

/** Returns what a query answers; `otherwise` if it fails or takes too long. */
async function inTime<T, U>(query: Promise<T>, otherwise: U): Promise<T | U> {
  const timeout = new Promise<U>((resolve) => {
    setTimeout(resolve, ANSWER_MS, otherwise).unref()
  })
  return Promise.race([query.catch(() => otherwise), timeout])
}

async function readWork(db: Db) {
  const [jobs, isHeld, mails, uploads] = await Promise.all([
    queueCounts(db),
    payoutsAreHeld(db),
    retriedCount(db, sendMail),
    uploadsWithoutSpace(db),
  ])
  return {
    jobs,
    uploads,
    books: isHeld ? 'differ' : 'balance',
    mail: mails === 0 ? 'asked' : `${mails} not accepted yet, sent again`,
  }
}

/** A standby takes no writes until it is promoted. */
async function databaseFault(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ read_only: string }>`
    select current_setting('transaction_read_only') as read_only`.execute(db)
  return rows[0]!.read_only === 'on' ? 'database is read-only' : undefined
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
