import { mutation, type Mutation } from './source-mutations.ts'

const FAULTS = 'test/faults.test.ts'
const FAILOVER = 'test/failover.test.ts'
const LEASE = 'src/core/worker/lease.ts'
const LEASE_TEST = 'src/core/worker/lease.test.ts'
const LOST = 'src/core/worker/lost-jobs.ts'
const RACES = 'test/races.test.ts'

/** Faults in how the app bears lost networks, silent vendors, jumping clocks and sessions that end. */
// oxfmt-ignore
export const faultMutations: Mutation[] = [
  mutation('a silent database is waited for', 'src/core/database/db.ts', ['() => void socket.destroy(lost)', '() => void lost'], FAULTS, 'cut network'),
  mutation('a silent storage is a bug', 'src/core/database/database-error.ts', ["if (cause instanceof Unreachable) return new Refusal('unavailable', {}, { cause })", ''], FAULTS, 'storage is cut'),
  mutation('deadlines follow the machine’s clock', 'src/core/clock.ts', ['startedAt + performance.now()', 'startedAt + Date.now() - performance.timeOrigin'], FAULTS, 'clock that jumps'),
  mutation('a statement stays prepared after a migration has changed a type', 'src/core/database/prepared.ts', ['names.clear()', 'void 0'], 'src/core/database/prepared.test.ts', 'changes the type of a column'),
  mutation('a statement with a stale plan is run again in a transaction that has failed', 'src/core/database/prepared.ts', ["if (client.getTransactionStatus() !== 'I') throw error", ''], 'src/core/database/pipeline.test.ts', 'stale plans begins anew'),
  mutation('a part of a failed action writes outside its transaction', 'src/core/database/pipeline.ts', ['isOver = true', ''], 'src/core/database/pipeline.test.ts', 'writes nothing'),
  mutation('each part of a page reads for itself', 'src/core/context.ts', ['here.set(what, reading)', ''], 'src/core/context.test.ts', 'read once'),
  mutation('a part of a page waits for the replica of another part', 'src/core/context.ts', ['const here = reads.get(db) ?? ', 'const here = [...reads.values()][0] ?? '], 'src/core/context.test.ts', 'does not wait'),
  mutation('a batch waits for one that takes long', 'src/core/database/batch-commits.ts', ['own.isSlow = true', ''], 'src/core/database/batch-commits.test.ts', 'takes long'),
  mutation('two batches have one partition at the same time', 'src/core/database/batch-commits.ts', ['divide(waiting, busy, batchMax)', 'divide(waiting, new Set(), batchMax)'], 'src/core/database/batch-commits.test.ts', 'takes long'),
  mutation('a transaction ends with a stale plan', 'src/core/database/db.ts', [' || isStalePlan(error)', ''], 'src/core/database/prepared.test.ts', 'changes the type of a column'),
  mutation('a kept plan reads tables whole', 'src/core/database/prepared.ts', ["  enable_seqscan: 'off',\n", ''], 'src/core/database/db.test.ts', 'by index'),
  mutation('a title is planned for each set of values', 'src/core/database/prepared.ts', ['isMarked = text.includes(MARK)', 'isMarked = !text.includes(MARK)'], 'src/core/database/prepared.test.ts', 'keeps one plan'),
  mutation('ids in capitals are other ids', 'src/core/http/http.ts', ['safeParse(withIdsAsStored(input))', 'safeParse(withIdsAsStored(input) && input)'], 'test/capital-ids.test.ts', '.'),
  mutation('an outage counts as done', 'src/core/jobs.ts', ["      if (isRefusal(refusal) && refusal.code === 'unavailable') throw error\n", '      void refusal\n'], 'src/core/jobs.test.ts', 'database is away'),
  mutation('what fails keeps the rest of what is due from being done', 'src/core/jobs.ts', ["      log('error', failure, { subject", "      throw error\n      log('error', failure, { subject"], 'src/core/jobs.test.ts', 'the others are done'),
  mutation('a worker that started in an outage does nothing', 'src/core/jobs.ts', ['    stopUnlessAnswered(started)\n', ''], 'src/core/jobs.test.ts', 'starts in an outage'),
  mutation('a statement that returns all columns is prepared', 'src/core/database/prepared.ts', [' || returnsAllColumns(text)', ''], 'src/core/database/prepared.test.ts', 'returns all columns'),
  mutation('statements are prepared behind a pooler', 'src/core/database/db.ts', ["if (wanted) pool.on('connect'", "pool.on('connect'"], 'src/core/database/prepared.test.ts', 'a pooler may change'),
  mutation('pools keep the host that was lost', 'src/core/database/db.ts', ['Object.assign(pool.options, { connectionString: address })', 'void address'], FAILOVER, 'is promoted'),
  mutation('a standby counts as the primary', 'src/core/database/primary.ts', ["rows[0]!.read_only === 'off'", 'rows.length === 1'], FAILOVER, 'is promoted'),
  mutation('a repeated order is placed anew', 'src/core/http/idempotency.ts', ['if (claimed.has(keyOf(request))) return undefined', 'if (claimed.size >= 0) return undefined'], FAULTS, 'cut network'),
  mutation('the jobs of a killed process wait for its lease', LEASE, ['or process = any(${ended}::text[])', ''], LEASE_TEST, 'ended on this machine'),
  mutation('the jobs of processes elsewhere are free', LEASE, ['starts_with(process, ${`${machine} `})', 'process is not null'], LEASE_TEST, 'runs elsewhere'),
  mutation('a job whose lock was not heard of stays locked', LOST, ['if (lost.length > 0)', 'if (lost.length > 9)'], 'src/core/jobs.test.ts', 'did not hear of'),
  mutation('a job that runs counts as lost', LOST, ['isOlder && (known === undefined || ', 'isOlder || (known === undefined && '], 'src/core/jobs.test.ts', 'a second time'),
  mutation('a job whose key another has counts as lost', LOST, ['attempts > known && !isReplaced', 'attempts > known'], 'src/core/jobs.test.ts', 'takes its key'),
  mutation('a process that stands still counts as ended', 'src/core/database/process-lock.ts', ["fault !== 'ECONNREFUSED' && fault !== 'ENOENT'", 'fault === undefined'], 'src/core/database/process-lock.test.ts', 'stands still'),
  mutation('a session that ended is valid', 'src/accounts/account/session.ts', ['expires_at <= now.toISOString() || ', ''], RACES, 'end of the session'),
]
