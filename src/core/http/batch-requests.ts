import type { Ctx } from '#core/context.ts'
import { batchCommits } from '#core/database/batch-commits.ts'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import { isRefusal, type Refusal } from '#core/errors.ts'
import { failpoint } from '#core/failpoint.ts'
import {
  claimRequests,
  type IdempotentRequest,
  idempotentRequest,
  storeReplies,
} from './idempotency.ts'

interface Asked<In> {
  ctx: Ctx
  request: IdempotentRequest
  input: In
}

interface Options<In, Locked, Out> {
  /** Names what a batch consists of, for the metrics. */
  group: string
  /** Returns the partition key: requests with the same key are never in two batches at the same time. */
  partitionOf: (input: In) => string
  /** Returns the conflict keys besides the `Idempotency-Key`: requests that share one never share a batch. */
  conflictKeysOf: (input: In) => string[]
  /** Runs before all else, in the same flight. */
  begin?: (tx: Tx) => Promise<void>
  /** Locks for all requests, before it is known which are repeated: it costs no round trip of its own. */
  lock: (tx: Tx, inputs: In[], ctx: Ctx) => Promise<Locked>
  /** Decides new requests one by one. What `write` writes is stored together with their replies. */
  decide: (
    tx: Tx,
    asked: Omit<Asked<In>, 'request'>[],
    locked: Locked,
  ) => Promise<{ outcomes: (Out | Refusal)[]; write?: () => Promise<void> }>
  /** The failpoint before the commit. */
  failpointName: string
}

/**
 * Returns a function that runs requests, each once per `Idempotency-Key`. Those that arrive together
 * share a transaction, and each is decided on its own: a refused one stores nothing.
 */
export function batchRequests<In, Locked, Out>(options: Options<In, Locked, Out>) {
  // One queue for each database: tests and benchmarks open several in one process.
  const queues = new WeakMap<Db, (one: Asked<In>) => Promise<Out | Refusal>>()

  const newQueue = () =>
    batchCommits<Asked<In>, Out | Refusal>({
      group: options.group,
      partitionOf: ({ input }) => options.partitionOf(input),
      conflictKeysOf: ({ input, request: { account_id, call, key } }) => [
        `${account_id} ${call} ${key}`,
        ...options.conflictKeysOf(input),
      ],
      run: (batch) => inTx(batch[0]!.ctx, (tx) => runAll(tx, batch, options)),
    })

  return async (ctx: Ctx, body: unknown, input: In): Promise<Out> => {
    const queue = queues.get(ctx.db) ?? newQueue()
    queues.set(ctx.db, queue)
    const outcome = await queue({ ctx, request: idempotentRequest(ctx, body), input })
    if (isRefusal(outcome)) throw outcome
    return outcome
  }
}

async function runAll<In, Locked, Out>(
  tx: Tx,
  batch: Asked<In>[],
  { begin, lock, decide, failpointName }: Options<In, Locked, Out>,
): Promise<(Out | Refusal)[]> {
  const requests = batch.map(({ request }) => request)
  const inputs = batch.map(({ input }) => input)
  const [, earlier, locked] = await Promise.all([
    begin?.(tx),
    claimRequests(tx, requests),
    lock(tx, inputs, batch[0]!.ctx),
  ])
  const fresh = batch.filter((_, i) => earlier[i] === undefined)
  const outcomes = fresh.length > 0 ? await runFresh() : []
  failpoint(failpointName)
  return batch.map((one, i) => {
    const kept = earlier[i]
    if (kept === undefined) return outcomes[fresh.indexOf(one)]!
    return isRefusal(kept) ? kept : (kept.reply as Out)
  })

  async function runFresh() {
    const decided = await decide(tx, fresh, locked)
    const replies = fresh.map(({ request }, i) => ({ ...request, reply: decided.outcomes[i]! }))
    const [refused, done] = [true, false].map((wanted) =>
      replies.filter(({ reply }) => isRefusal(reply) === wanted),
    )
    await Promise.all([decided.write?.(), storeReplies(tx, done!, refused!)])
    return decided.outcomes
  }
}
