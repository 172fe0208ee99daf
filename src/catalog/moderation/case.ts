import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { type Ctx, currentPerson } from '#core/context.ts'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import { transition } from '#core/database/events.ts'
import { fail } from '#core/errors.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { lockActor } from '#src/accounts/suspension/suspension.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import {
  caseTransitions,
  type createAppeal,
  type Decision,
  type getHiding,
  type Hiding,
} from './case.shared.ts'
import { caseMail } from './case-mail.shared.ts'
import { DUE_SECONDS } from './report.ts'
import type { ReportedThing } from './report.shared.ts'

interface Case {
  of: ReportedThing
  thing_id: string
  owner: string
  appealed_at: string | null
}

/** Reads a case. Its thing stays the same. Refuses `not_found`. */
export async function readCase(db: Db | Tx, id: string): Promise<Case> {
  const { rows } = await sql<Case>`
    select of, thing_id, owner, appealed_at from moderation_case where id = ${id}
  `.execute(db)
  return rows[0] ?? fail('not_found')
}

/**
 * Step: records a decision and tells both sides, who read the reason. Refuses `case_changed` if the case
 * was decided meanwhile. The caller has locked the thing, and hides or shows it.
 */
export async function recordDecision(
  tx: Tx,
  { id, decision, reason }: { id: string; decision: Decision; reason: string },
  changed_by: string,
  at: Date,
) {
  const step = { action: decision, by: 'admin', account: changed_by, at } as const
  if (!(await transition(tx, caseTransitions, id, step))) fail('case_changed')
  const made = await tx
    .insertInto('moderation_decision')
    .values({ case_id: id, decision, changed_by, reason, at: at.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const reports = await tx
    .selectFrom('moderation_report')
    .select('id')
    .where('case_id', '=', id)
    .execute()
  const abouts = reports.map((report) => ({ id: made.id, report: report.id as string | null }))
  if (decision !== 'dismiss') abouts.push({ id: made.id, report: null })
  await enqueueMails(tx, caseMail, abouts)
  await forgetQuotes(tx, id)
}

/** Erases what a person had written who deleted their account while the case waited. */
const forgetQuotes = (tx: Tx, id: string) =>
  sql`
    update moderation_report set quoted = null where case_id = ${id} and exists (
      select from moderation_case join account on account.id = owner
      where moderation_case.id = case_id and deleted_at is not null)
  `.execute(tx)

/** Step: adds a note, which administrators alone read. */
export async function addNote(tx: Tx, id: string, text: string, changed_by: string, at: Date) {
  await readCase(tx, id)
  await tx
    .insertInto('moderation_note')
    .values({ case_id: id, changed_by, text, at: at.toISOString() })
    .execute()
}

/** Appeals against the hiding of what is one's own: `POST /moderation_cases/{id}/appeals`. */
export function appeal(
  ctx: Ctx,
  { id, text }: BodyOf<typeof createAppeal>,
): Promise<ReplyOf<typeof createAppeal>> {
  const { account_id } = currentPerson(ctx)
  return inTx(ctx, async (tx) => {
    await lockActor(tx, account_id)
    const { owner, appealed_at } = await readCase(tx, id)
    if (owner !== account_id) fail('not_found')
    if (appealed_at) fail('appealed_already')
    const at = ctx.time()
    const set = {
      appeal: text,
      appealed_at: at.toISOString(),
      due_at: addSeconds(at, DUE_SECONDS).toISOString(),
    }
    const step = { action: 'appeal', by: 'owner', account: account_id, at, set } as const
    if (!(await transition(tx, caseTransitions, id, step))) fail('case_changed')
    return { id }
  })
}

/** Returns why something of the caller's is hidden: `GET /hidings/{id}`. */
export async function getOwn(
  ctx: Ctx,
  { id, of }: BodyOf<typeof getHiding>,
): Promise<ReplyOf<typeof getHiding>> {
  const { account_id } = currentPerson(ctx)
  const brandOf = sql`(select brand_id from asset where kid = ${id} and ${of === 'title'})`
  const { rows } = await sql<Hiding>`
    select moderation_case.id, number, of, hidden.since, hidden.reason, reported.quoted,
      appeal, appealed_at, status = 'appealed' as is_waiting
    from moderation_case cross join lateral (
      select max(at) filter (where decision = 'hide') as since,
        (array_agg(reason order by id desc))[1] as reason
      from moderation_decision where case_id = moderation_case.id
    ) hidden cross join lateral (
      select quoted from moderation_report where case_id = moderation_case.id
      order by created_at, id limit 1
    ) reported
    where status in ('hidden', 'appealed') and owner = ${account_id}
      and (of = ${of} and thing_id = ${id} or of = 'brand' and thing_id = ${brandOf})
    order by of = ${of} desc limit 1
  `.execute(ctx.db)
  return { hiding: rows[0] ?? null }
}
