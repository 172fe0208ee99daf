import { mutation } from './source-mutations.ts'

const TEST = 'test/replicas.test.ts'
const READS = 'src/platform/guest-cache/guest-reads.ts'
const CACHE = 'src/platform/guest-cache/answer-cache.ts'
const REPLICAS = 'src/core/database/replicas.ts'
const READS_TEST = 'src/platform/guest-cache/guest-reads.test.ts'

/** Mutations that show old data to somebody, or an error of a replica. */
// oxfmt-ignore
export const replicaMutations = [
  mutation('a replica answers people who are signed in', READS, ['!replicas || ctx.person || ', '!replicas || '], TEST, 'signed in from the primary'),
  mutation('who wrote reads from a replica', READS, [' || ctx.hasWritten) return', ') return'], TEST, 'stands still'),
  mutation('a browser that wrote is not marked', 'src/app.ts', ['if (config.replicas) hono.use', 'if (!config.replicas) hono.use'], TEST, 'stands still'),
  mutation('a replica fills the cache with what a notification outdated', CACHE, ['Math.max(changedAt(db, kid), ctx.asOf ?? -Infinity)', 'ctx.asOf ?? -Infinity'], TEST, 'stands still'),
  mutation('a page that was told of a change reads it from a replica that lacks it', READS, ['return Math.max(-Infinity, ...times.map((time) => time ?? -Infinity))', 'return times.length * -Infinity'], TEST, 'stands still'),
  mutation('a replica that stands still counts as fresh', REPLICAS, ['m.position <= replayed', 'm.at > 0'], TEST, 'stands still'),
  mutation('a row that a replica lacks is not found', READS, ['      if (!isRefusal(error)) replicaFailures.inc()', '      if (isRefusal(error)) throw error'], TEST, 'stands still'),
  mutation('a read that fails on a replica fails', READS, ['      if (!isRefusal(error)) replicaFailures.inc()', '      if (!isRefusal(error)) throw error'], READS_TEST, 'recovery cancels'),
  mutation('a replica with another history answers', REPLICAS, ["if (replayed > position) return forget('another history')", "if (replayed > Infinity) return forget('another history')"], READS_TEST, 'another history'),
  mutation('a replica begins transactions', 'src/core/database/db.ts', ['withoutTransactions(new PostgresDialect({ pool: withTimedWaits(pool) }))', 'new PostgresDialect({ pool: withTimedWaits(pool) })'], TEST, 'no transactions'),
  mutation('a promoted replica takes writes', 'src/core/database/db.ts', [", default_transaction_read_only: 'on'", ''], TEST, 'no transactions'),
]
