import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Holds what this process has counted and timed since its start, in Prometheus’ data model. */
export const counted = new Registry()
const registers = [counted]

/** Buckets in seconds of what people or transactions wait for. */
const WAITS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30]
const JOBS = [0.01, 0.1, 1, 10, 60, 600, 3_600]
const ENCODES = [1, 5, 15, 60, 300, 900, 3_600, 14_400]
const GROUPS = [1, 2, 4, 8, 16, 32, 64, 128, 200]

/** Requests by the pattern of their route, never by an address: the number of labels stays bounded. */
export const requests = new Counter({
  name: 'renban_http_requests_total',
  help: 'Answered requests.',
  labelNames: ['method', 'route', 'status'],
  registers,
})
export const requestSeconds = new Histogram({
  name: 'renban_http_request_duration_seconds',
  help: 'Time to the first byte of an answer.',
  labelNames: ['method', 'route'],
  buckets: WAITS,
  registers,
})
/** Counts and times an answered request. */
export function countRequest({ method, route, status, seconds }: AnsweredRequest) {
  requests.inc({ method, route, status })
  requestSeconds.observe({ method, route }, seconds)
}
interface AnsweredRequest {
  method: string
  route: string
  status: number
  seconds: number
}

export const statementSeconds = new Histogram({
  name: 'renban_database_statement_duration_seconds',
  help: 'Time of a statement, from sending it to its last row.',
  buckets: WAITS,
  registers,
})
export const poolWaitSeconds = new Histogram({
  name: 'renban_database_pool_wait_seconds',
  help: 'Wait for a connection of a pool.',
  buckets: WAITS,
  registers,
})
/** Counted only where there are replicas. */
export const guestReads = new Counter({
  name: 'renban_guest_reads_total',
  help: 'Calls of guests that only read, by the server that answered.',
  labelNames: ['server'],
  registers,
})
export const replicaFailures = new Counter({
  name: 'renban_replica_failures_total',
  help: 'Reads that failed on a replica and were asked of the primary.',
  registers,
})
export const groupSize = new Histogram({
  name: 'renban_group_size',
  help: 'Orders or trades that were committed in one transaction.',
  labelNames: ['group'],
  buckets: GROUPS,
  registers,
})
export const jobSeconds = new Histogram({
  name: 'renban_job_duration_seconds',
  help: 'Time of an attempt at a job.',
  labelNames: ['task', 'outcome'],
  buckets: JOBS,
  registers,
})
export const encodeSeconds = new Histogram({
  name: 'renban_encode_duration_seconds',
  help: 'Time to fetch, encode and store a title or a trailer.',
  labelNames: ['of'],
  buckets: ENCODES,
  registers,
})
export const liveConnections = new Gauge({
  name: 'renban_live_connections',
  help: 'Open connections of pages that listen to changes.',
  registers,
})
