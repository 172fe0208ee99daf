import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import type { Ctx } from '#core/context.ts'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '#core/durations.shared.ts'
import { failpoint } from '#core/failpoint.ts'
import { job } from '#core/jobs.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import { type Outcome, post } from './post.ts'
import { signedHeaders } from './signature.ts'
import { webhookOffMail } from './webhook-off-mail.shared.ts'
import { FAILING_DAYS } from './webhook.shared.ts'

export const deliverWebhooks = job<object>('webhook.deliver')
export const purgeWebhookMessages = job<object>('webhook.purge')

const AT_ONCE = 40
const AT_ONCE_TO_ONE = 8
/** The time after which a delivery counts as cut off, longer than one takes. */
const CLAIMED_SECONDS = 60
const RUN_MS = 30_000
const RUNS_MAX = 2 // of one process; further ones would take the places of other long jobs
/** The seconds before each further attempt, as Standard Webhooks advises. */
const PAUSES = [5, 300, 1_800, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_SECONDS)]
const JITTER = 0.2
const KEPT_DAYS = 30

/** The number of runs of this process on a database. */
const running = new WeakMap<Db, number>()

/** Delivers the messages that are due, unless this process already does so in enough runs. */
export async function deliver(ctx: Ctx) {
  const others = running.get(ctx.db) ?? 0
  if (others >= RUNS_MAX) return
  running.set(ctx.db, others + 1)
  try {
    await deliverDue(ctx)
  } finally {
    running.set(ctx.db, running.get(ctx.db)! - 1)
  }
}

/** Delivers the messages that are due, until none is or the run was long enough. */
async function deliverDue(ctx: Ctx) {
  const end = Date.now() + RUN_MS
  while (!ctx.signal?.aborted && Date.now() < end) {
    const due = await claim(ctx)
    if (due.length === 0) return
    await Promise.all(due.map((message) => deliverOne(ctx, message)))
  }
}

type Due = Awaited<ReturnType<typeof claim>>[number]

/**
 * Takes messages that are due, only some of one webhook, so that a slow one does not hold up the others.
 * If the process is killed they are due again after a minute, with the same id.
 */
async function claim({ db, time }: Ctx) {
  const now = time()
  const { rows } = await sql<{
    id: string
    event: string
    at: string
    data: object
    tries: number
    webhook_id: string
    url: string
    version: number
    rotated_at: string | null
  }>`
    with due as (
      select waiting.id, place from webhook cross join lateral (
        select id, row_number() over (order by next_at, id) as place from webhook_message
        where webhook_id = webhook.id and next_at <= ${now.toISOString()}
        order by next_at, id limit ${AT_ONCE_TO_ONE}
      ) waiting
    ), taken as (
      select id from webhook_message
      where id in (select id from due order by place limit ${AT_ONCE})
        and next_at <= ${now.toISOString()}
      for update skip locked
    )
    update webhook_message as message
    set next_at = ${addSeconds(now, CLAIMED_SECONDS).toISOString()}, tries = tries + 1
    from taken, webhook
    where message.id = taken.id and webhook.id = webhook_id
    returning message.id, event, at, data, tries, webhook_id, url, version, rotated_at
  `.execute(db)
  return rows
}

async function deliverOne(ctx: Ctx, message: Due) {
  const { id, event, at, data, webhook_id, url, version, rotated_at } = message
  const { secret, production } = ctx.config
  const body = JSON.stringify({ type: event, timestamp: at, data })
  const signer = { id: webhook_id, version, rotated_at }
  const headers = signedHeaders(secret, signer, { id, body, now: ctx.time() })
  const outcome = await post(url, { headers, body, onlyPublic: production })
  failpoint('webhook.delivered')
  await inTx(ctx, (tx) => record(tx, ctx, message, outcome))
}

/** Records a delivery: done, or due again later with a random difference, or given up. */
async function record(tx: Tx, ctx: Ctx, { id, webhook_id, tries }: Due, outcome: Outcome) {
  const now = ctx.time()
  const isDone = outcome.failure === null
  const { isOff, isOver } = await recordHealth(tx, webhook_id, isDone, now)
  const pause = isDone || isOff ? undefined : PAUSES[tries - 1]
  const wait = pause && pause * (1 - JITTER / 2 + Math.random() * JITTER)
  await tx
    .updateTable('webhook_message')
    .set({
      ...outcome,
      tried_at: now.toISOString(),
      delivered_at: isDone ? now.toISOString() : null,
      next_at: wait === undefined ? null : addSeconds(now, wait).toISOString(),
    })
    .where('id', '=', id)
    .execute()
  if (isOver) await switchOff(tx, webhook_id, now)
}

/** Records since when a webhook fails. Tells if it is off, or `isOver`: has failed for too long. */
async function recordHealth(tx: Tx, id: string, isDone: boolean, now: Date) {
  const webhook = await tx
    .selectFrom('webhook')
    .select(['failing_since', 'disabled_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!webhook || webhook.disabled_at !== null) return { isOff: true, isOver: false }
  const failing_since = isDone ? null : (webhook.failing_since ?? now.toISOString())
  if (failing_since !== webhook.failing_since)
    await tx.updateTable('webhook').set({ failing_since }).where('id', '=', id).execute()
  const isOver =
    failing_since !== null &&
    failing_since <= addSeconds(now, -FAILING_DAYS * DAY_SECONDS).toISOString()
  return { isOff: isOver, isOver }
}

/** Switches a webhook off, with what waits for it, and mails its owner. */
async function switchOff(tx: Tx, id: string, now: Date) {
  const at = now.toISOString()
  await tx.updateTable('webhook').set({ disabled_at: at }).where('id', '=', id).execute()
  await tx
    .updateTable('webhook_message')
    .set({ next_at: null })
    .where('webhook_id', '=', id)
    .where('next_at', 'is not', null)
    .execute()
  await enqueueMails(tx, webhookOffMail, [{ id, at }])
}

/** Deletes messages older than 30 days. */
export async function purge({ db, now }: Ctx) {
  const before = addSeconds(now, -KEPT_DAYS * DAY_SECONDS).toISOString()
  await db.deleteFrom('webhook_message').where('at', '<', before).execute()
}
