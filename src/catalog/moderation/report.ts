import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import type { Ctx } from '#core/context.ts'
import { inTx, type Tx } from '#core/database/db.ts'
import { insertWithEvent } from '#core/database/events.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { fail } from '#core/errors.ts'
import { job } from '#core/jobs.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { keyedHash } from '#core/keyed-hash.ts'
import { networkOf } from '#core/http/network.ts'
import { lockActor } from '#src/accounts/suspension/suspension.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import { caseTransitions } from './case.shared.ts'
import { reportMail } from './report-mail.shared.ts'
import type { createReport, Reported, ReportedThing, ReportReason } from './report.shared.ts'
import { things } from './things.ts'

export const forgetReporters = job<object>('moderation.forget_networks')

const NETWORK_KEPT_SECONDS = 2 * DAY_SECONDS
/** Within how long an answer is due. */
export const DUE_SECONDS = 7 * DAY_SECONDS
const URGENT_SECONDS = DAY_SECONDS
/** The most reports in a day. An address gets a mail for each of its reports. */
const PER_ASKER = 20
const PER_EMAIL = 3
const OF_GUESTS = 1_000

/**
 * Reports something: `POST /reports`. Joins its running case or opens one. People report a
 * thing once a case; the mail with the number follows.
 */
export function create(
  ctx: Ctx,
  body: BodyOf<typeof createReport>,
): Promise<ReplyOf<typeof createReport>> {
  const { of, id, reason, text, lang = ctx.lang } = body
  const account_id = ctx.person?.account_id ?? null
  const asker = ctx.person
    ? { account_id, email: null, asked_from: null }
    : { account_id, email: body.email ?? null, asked_from: networkHash(ctx) }
  return inTx(ctx, async (tx) => {
    if (account_id) await lockActor(tx, account_id)
    else await sql`select pg_advisory_xact_lock(hashtext('moderation_report'))`.execute(tx)
    const { quoted, ...thing } = await lockVisible(tx, ctx, { of, id })
    const at = ctx.time()
    const running = await runningCase(tx, of, thing.thing_id)
    if (running && account_id && (await hasReported(tx, running.id, account_id)))
      return { number: running.number }
    await refuseTooMany(tx, asker, at)
    const { id: case_id, number } =
      running ?? (await openCase(tx, { of, ...thing }, account_id, at))
    await sql`
      update moderation_case set due_at = least(due_at, ${dueAt(reason, at)}) where id = ${case_id}
    `.execute(tx)
    const report = await tx
      .insertInto('moderation_report')
      .values({ ...asker, case_id, lang, reason, text, quoted, created_at: at.toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueueMails(tx, reportMail, [report])
    return { number }
  })
}

const networkHash = ({ config, ip }: Ctx) => keyedHash(config.secret, 'reporter', networkOf(ip))

const dueAt = (reason: ReportReason, at: Date) =>
  addSeconds(at, reason === 'minors' ? URGENT_SECONDS : DUE_SECONDS).toISOString()

/** Step: locks a thing that the asker sees, so that one case of it is opened. */
async function lockVisible(tx: Tx, ctx: Ctx, { of, id }: Reported) {
  if (!things[of].id.safeParse(id).success) fail('not_found')
  const { rows } = await things[of].find(id, ctx).execute(tx)
  return rows[0] ?? fail('not_found')
}

const runningCase = (tx: Tx, of: ReportedThing, thing_id: string) =>
  tx
    .selectFrom('moderation_case')
    .select(['id', 'number'])
    .where('of', '=', of)
    .where('thing_id', '=', thing_id)
    .where('status', 'in', ['open', 'hidden', 'appealed'])
    .executeTakeFirst()

async function hasReported(tx: Tx, case_id: string, account_id: string): Promise<boolean> {
  const { rows } = await sql`
    select from moderation_report where case_id = ${case_id} and account_id = ${account_id}
  `.execute(tx)
  return rows.length > 0
}

interface NewCase {
  of: ReportedThing
  thing_id: string
  owner: string
}

async function openCase(tx: Tx, thing: NewCase, account_id: string | null, at: Date) {
  const id = randomUUID()
  const opened = { opened_at: at.toISOString(), due_at: addSeconds(at, DUE_SECONDS).toISOString() }
  await insertWithEvent(tx, caseTransitions, [{ id, ...thing, ...opened }], {
    action: 'report',
    by: 'reporter',
    at,
    account: account_id ?? undefined,
  })
  return tx
    .selectFrom('moderation_case')
    .select(['id', 'number'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

interface Asker {
  account_id: string | null
  email: string | null
  asked_from: string | null
}

/** Refuses as `too_many_reports` past the limits of a day. The caller's lock makes the counts exact. */
async function refuseTooMany(tx: Tx, { account_id, email, asked_from }: Asker, at: Date) {
  const limits: [RawBuilder<unknown>, number][] = account_id
    ? [[sql`account_id = ${account_id}`, PER_ASKER]]
    : [
        [sql`asked_from = ${asked_from}`, PER_ASKER],
        [sql`asked_from is not null`, OF_GUESTS],
        ...(email ? [[sql`email = ${email}`, PER_EMAIL] as [RawBuilder<unknown>, number]] : []),
      ]
  for (const [where, limit] of limits) {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from moderation_report
      where ${where} and created_at > ${addSeconds(at, -DAY_SECONDS)}
    `.execute(tx)
    if (rows[0]!.n >= limit) fail('too_many_reports', { seconds: DAY_SECONDS })
  }
}

/** Forgets from which network guests reported something, once no limit needs it. */
export async function forget({ db, now }: Ctx) {
  await db
    .updateTable('moderation_report')
    .set({ asked_from: null })
    .where('asked_from', 'is not', null)
    .where('created_at', '<', addSeconds(now, -NETWORK_KEPT_SECONDS).toISOString())
    .execute()
}
