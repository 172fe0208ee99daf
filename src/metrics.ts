import { statfs } from 'node:fs/promises'
import { Hono } from 'hono'
import type { Pool } from 'pg'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { BaseContext } from '#core/context.ts'
import type { Db } from '#core/database/db.ts'
import { countsByTask } from '#core/job-queue.ts'
import { counted } from '#core/metrics.ts'
import { countWorkers } from '#core/worker/lease.ts'
import { limitBytes, reservedBytes } from '#src/media/disk/space.ts'
import { uploadsWithoutSpace } from '#src/media/disk/waiting.ts'
import { salesOfDays } from '#src/admin/overview/overview.ts'
import { holdingDifferences, newestCheck } from '#src/finance/reconciliation/checks.ts'

const ANSWER_MS = 2_000

interface Parts {
  base: () => BaseContext
  /** The pools of this process by name. */
  pools: Record<string, Pool>
  /** The names of all kinds of jobs, so that one without jobs reads 0. */
  tasks: string[]
  secondsAhead: () => number
}

/**
 * Answers `/metrics`: what this process has counted, how its pools and clients stand, and the state
 * that all processes share. Without the database the shared state is left out.
 */
export function metricsRoutes(parts: Parts): Hono {
  const own = new Registry()
  collectDefaultMetrics({ register: own })
  const [gauges, shared] = [processGauges(own), new Registry()]
  const sharedState = sharedGauges(shared)
  return new Hono().get('/metrics', async (c) => {
    await setProcessState(gauges, parts) // before the queries below, which also use a pool
    const isUp = await inTime(setSharedState(sharedState, parts))
    gauges.isUp.set(isUp ? 1 : 0)
    const texts = [counted, own, ...(isUp ? [shared] : [])].map((one) => one.metrics())
    const text = (await Promise.all(texts)).join('\n')
    return c.body(text, 200, { 'content-type': own.contentType })
  })
}

const gaugeIn =
  (registry: Registry) =>
  <L extends string>(name: string, help: string, labelNames: L[] = []): Gauge<L> =>
    new Gauge({ name: `renban_${name}`, help, labelNames, registers: [registry] })

function processGauges(registry: Registry) {
  const gauge = gaugeIn(registry)
  return {
    isUp: gauge('database_up', '1 if the database answers within two seconds.'),
    connections: gauge('database_pool_connections', 'Open connections.', ['pool', 'state']),
    connectionsMax: gauge('database_pool_connections_max', 'Size of a pool.', ['pool']),
    replicaUsed: gauge('replica_used', '1 while guests read from a replica.', ['replica']),
    replicaLag: gauge(
      'replica_lag_seconds',
      'Time for which a replica is not known to have everything.',
      ['replica'],
    ),
    waiting: gauge('database_pool_waiting', 'Requests or jobs waiting for a connection.', ['pool']),
    circuit: gauge('card_circuit_open', '1 while the card provider is taken not to answer.'),
    storage: gauge('storage_silent_seconds', 'Time since the storage last answered; 0 if it does.'),
    clock: gauge('clock_ahead_seconds', 'Time by which this clock is ahead of the database.'),
    disk: gauge('data_free_bytes', 'Free space in DATA_DIR.'),
    reserved: gauge('worker_disk_reserved_bytes', 'Disk that jobs of this process have reserved.'),
    limit: gauge('worker_disk_limit_bytes', 'The most that they may reserve together.'),
  }
}

async function setProcessState(
  gauges: ReturnType<typeof processGauges>,
  { base, pools, secondsAhead }: Parts,
) {
  const { config, integrations, replicas } = base()
  for (const { host: replica, isUsed, freshAt } of replicas?.all ?? []) {
    gauges.replicaUsed.set({ replica }, isUsed ? 1 : 0)
    gauges.replicaLag.set({ replica }, (performance.now() - freshAt) / 1_000)
  }
  for (const [pool, { totalCount, idleCount, waitingCount, options }] of Object.entries(pools)) {
    gauges.connections.set({ pool, state: 'idle' }, idleCount)
    gauges.connections.set({ pool, state: 'used' }, totalCount - idleCount)
    gauges.connectionsMax.set({ pool }, options.max)
    gauges.waiting.set({ pool }, waitingCount)
  }
  const silentSince = integrations.storage.silentSince()
  gauges.circuit.set(integrations.card.circuit.isOpen() ? 1 : 0)
  gauges.storage.set(silentSince ? (Date.now() - silentSince.getTime()) / 1_000 : 0)
  gauges.clock.set(secondsAhead())
  const { bavail, bsize } = await statfs(config.dataDir)
  gauges.disk.set(bavail * bsize)
  gauges.reserved.set(reservedBytes())
  gauges.limit.set(await limitBytes(config))
}

function sharedGauges(registry: Registry) {
  const gauge = gaugeIn(registry)
  return {
    jobs: gauge('jobs', 'Jobs in the queue; failed ones have no attempt left.', ['task', 'state']),
    lag: gauge('job_lag_seconds', 'Time by which the oldest due job is late.', ['task']),
    uploads: gauge('uploads_without_space', 'Uploads that wait for space on a disk.', ['reason']),
    workers: gauge('workers', 'Worker processes that renew their leases.'),
    checkedAt: gauge('books_checked_timestamp_seconds', 'Time of the last check.', ['kind']),
    differences: gauge('books_differences', 'Sentences that the last check found broken.', [
      'kind',
    ]),
    sales: gauge('sales_today', 'Deals settled since midnight in Japan.'),
    salesYen: gauge('sales_today_yen', 'Sum of their prices.'),
  }
}

async function setSharedState(
  gauges: ReturnType<typeof sharedGauges>,
  { base, tasks }: Parts,
): Promise<true> {
  const { db, now } = base()
  const [counts, workers, uploads, [today]] = await Promise.all([
    countsByTask(db),
    countWorkers(db),
    uploadsWithoutSpace(db),
    salesOfDays(db, now, 1),
    setChecks(gauges, db),
  ])
  const byTask = new Map(counts.map((count) => [count.name, count]))
  for (const task of tasks) {
    const { waiting = 0, running = 0, failed = 0, seconds_late = 0 } = byTask.get(task) ?? {}
    for (const [state, count] of Object.entries({ waiting, running, failed }))
      gauges.jobs.set({ task, state }, count)
    gauges.lag.set({ task }, seconds_late)
  }
  gauges.uploads.set({ reason: 'other_jobs' }, uploads.waiting)
  gauges.uploads.set({ reason: 'too_large' }, uploads.too_large)
  gauges.workers.set(workers)
  gauges.sales.set(today!.count)
  gauges.salesYen.set(today!.amount)
  return true
}

async function setChecks(
  { checkedAt, differences }: Pick<ReturnType<typeof sharedGauges>, 'checkedAt' | 'differences'>,
  db: Db,
) {
  for (const kind of ['self', 'card'] as const) {
    const check = await newestCheck(db, kind)
    if (!check) continue
    checkedAt.set({ kind }, new Date(check.checked_at).getTime() / 1_000)
    differences.set({ kind }, holdingDifferences(check).length)
  }
}

/** Returns false if the database does not answer in time. */
async function inTime(query: Promise<true>): Promise<boolean> {
  const late = new Promise<false>((resolve) => {
    setTimeout(resolve, ANSWER_MS, false).unref()
  })
  return Promise.race([query.catch(() => false), late])
}
