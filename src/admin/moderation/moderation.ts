import { type RawBuilder, sql } from 'kysely'
import { type Ctx, currentPerson } from '#core/context.ts'
import { type Db, inTx } from '#core/database/db.ts'
import { likePattern } from '#core/like-pattern.ts'
import { fail } from '#core/errors.ts'
import { failpoint } from '#core/failpoint.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { addNote as storeNote, readCase, recordDecision } from '#src/catalog/moderation/case.ts'
import { joinThing, thingName, thingKey, things } from '#src/catalog/moderation/things.ts'
import { kinds } from './hide.ts'
import type {
  addCaseNote,
  CaseDetail,
  CasesShown,
  decideCase,
  getCase,
  listCases,
  ModerationCase,
} from './moderation.shared.ts'

const WAITING = ['open', 'appealed']
const statuses: Record<CasesShown, string[]> = {
  waiting: WAITING,
  hidden: ['hidden', 'appealed'],
  closed: ['dismissed', 'restored'],
}
const FROM = sql`from moderation_case ${joinThing}
  join account owner on owner.id = moderation_case.owner`

/** Lists cases: `GET /moderation_cases`. */
export async function list(
  { db }: Ctx,
  { show, q, limit, offset }: BodyOf<typeof listCases>,
): Promise<ReplyOf<typeof listCases>> {
  const like = likePattern(q)
  const found = q
    ? sql`(${thingName} ilike ${like} or owner.username ilike ${like} or number::text = ${q})`
    : sql`true`
  const where = sql`status = any(${statuses[show]}) and ${found}`
  const order = show === 'waiting' ? sql`due_at, number` : sql`number desc`
  const [items, { rows }] = await Promise.all([
    select(db, where, sql`order by ${order} limit ${limit} offset ${offset}`),
    sql<{ total: number }>`select count(*) as total ${FROM} where ${where}`.execute(db),
  ])
  return { items, ...rows[0]! }
}

/** Returns a case with its reports and its history: `GET /moderation_cases/{id}`. */
export async function get({ db }: Ctx, { id }: BodyOf<typeof getCase>): Promise<CaseDetail> {
  const [[found], { rows: reported }, { rows: history }] = await Promise.all([
    select(db, sql`moderation_case.id = ${id}`),
    sql<CaseDetail['reported'][number]>`
      select report.id, report.created_at as at, username as by, text, reason, quoted
      from moderation_report report left join account on account.id = account_id
      where case_id = ${id} order by report.created_at, report.id`.execute(db),
    sql<CaseDetail['history'][number]>`
      select at, username as by, text, kind from (
        select at, changed_by, reason as text, decision as kind from moderation_decision where case_id = ${id}
        union all select at, changed_by, text, 'note' from moderation_note where case_id = ${id}
        union all select appealed_at, owner, appeal, 'appeal'
          from moderation_case where id = ${id} and appealed_at is not null
      ) entry left join account on account.id = changed_by order by at`.execute(db),
  ])
  return { ...(found ?? fail('not_found')), reported, history }
}

/** Decides a case, and hides or shows what it is about: `POST /moderation_cases/{id}/decisions`. */
export async function decide(ctx: Ctx, body: BodyOf<typeof decideCase>) {
  const { id, decision } = body
  await inTx(ctx, async (tx) => {
    const { of, thing_id } = await readCase(tx, id)
    const { lock, setHidden } = kinds[of]
    await lock(tx, thing_id)
    const at = ctx.time()
    await recordDecision(tx, body, currentPerson(ctx).account_id, at)
    failpoint('moderation.recorded')
    if (decision === 'hide') await setHidden(tx, thing_id, at)
    if (decision === 'restore') await setHidden(tx, thing_id, null)
    failpoint('moderation.deciding')
  })
  failpoint('moderation.decided')
  return { id }
}

/** Adds a note to a case: `POST /moderation_cases/{id}/notes`. */
export async function note(ctx: Ctx, { id, text }: BodyOf<typeof addCaseNote>) {
  await inTx(ctx, (tx) => storeNote(tx, id, text, currentPerson(ctx).account_id, ctx.time()))
  return { id }
}

async function select(db: Db, where: RawBuilder<unknown>, part = sql``): Promise<ModerationCase[]> {
  const { rows } = await sql<Omit<ModerationCase, 'path'> & { key: string }>`
    select moderation_case.id, number, status, opened_at, due_at, moderation_case.of,
      ${thingName} as name, ${thingKey} as key, owner.username as owner,
      report.n as reports, report.reasons
    ${FROM} cross join lateral (
      select count(*) as n, array_agg(distinct reason) as reasons
      from moderation_report where case_id = moderation_case.id
    ) report
    where ${where} ${part}
  `.execute(db)
  return rows.map(({ key, ...row }) => ({ ...row, path: things[row.of].path(key) }))
}
