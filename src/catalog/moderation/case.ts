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

interface Case {
  id: string
  kid: string | null
  brand_id: string | null
  /** The creator of the title, or the owner of the brand. */
  owner: string
  appealed_at: string | null
}

/** Reads a case. Its title or brand stays the same. Refuses `not_found`. */
export async function readCase(db: Db | Tx, id: string): Promise<Case> {
  const { rows } = await sql<Case>`
    select running.id, running.kid, running.brand_id, appealed_at,
      coalesce(asset.creator, brand.owner) as owner
    from moderation_case running left join asset using (kid)
    left join brand on brand.id = running.brand_id where running.id = ${id}
  `.execute(db)
  return rows[0] ?? fail('not_found')
}

/**
 * Step: records a decision and tells both sides, who read the reason. Refuses `case_changed` if the case
 * was decided meanwhile. The caller has locked the title or brand, and hides or shows it.
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
}

/** Step: adds a note, which administrators alone read. */
export async function addNote(tx: Tx, id: string, text: string, changed_by: string, at: Date) {
  await readCase(tx, id)
  await tx
    .insertInto('moderation_note')
    .values({ case_id: id, changed_by, text, at: at.toISOString() })
    .execute()
}

/** Appeals against the hiding of one's own title or brand: `POST /moderation_cases/{id}/appeals`. */
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
    const step = { action: 'appeal', by: 'creator', account: account_id, at, set } as const
    if (!(await transition(tx, caseTransitions, id, step))) fail('case_changed')
    return { id }
  })
}

/** Returns why a title or brand of the caller is hidden: `GET /hidings/{id}`. */
export async function getOwn(
  ctx: Ctx,
  { id, of }: BodyOf<typeof getHiding>,
): Promise<ReplyOf<typeof getHiding>> {
  const { account_id } = currentPerson(ctx)
  const isIt =
    of === 'title'
      ? sql`(asset.kid = ${id} or brand.id = (select brand_id from asset where kid = ${id}))`
      : sql`brand.id = ${id}`
  const { rows } = await sql<Hiding>`
    select running.id, running.number, case when asset.kid is null then 'brand' else 'title' end as of,
      coalesce(asset.hidden_at, brand.hidden_at) as since, newest.reason, appeal, appealed_at,
      running.status = 'appealed' as is_waiting
    from moderation_case running left join asset using (kid)
    left join brand on brand.id = running.brand_id
    cross join lateral (
      select reason from moderation_decision where case_id = running.id order by id desc limit 1
    ) newest
    where running.status in ('hidden', 'appealed') and ${isIt}
      and coalesce(asset.creator, brand.owner) = ${account_id}
    order by asset.kid is null limit 1
  `.execute(ctx.db)
  return { hiding: rows[0] ?? null }
}
