import { type RawBuilder, sql } from 'kysely'
import { csvFile } from '#core/csv.ts'
import { inTx, type Tx } from '#core/database/db.ts'
import { enqueue } from '#core/jobs.ts'
import { likePattern } from '#core/like-pattern.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, own } from '#core/context.ts'
import { tellAddedPeople } from '#src/catalog/free-rental/free-rental.ts'
import { personSearchText } from '#core/plain-name.shared.ts'
import { lockOwnList } from './allowlist.ts'
import { openPlaces, type Places, sealPlaces } from './places.ts'
import type * as schema from './allowlist.shared.ts'
import type { LineOutcome, ListedPerson, PeopleReview } from './allowlist.shared.ts'
import { type ParsedLine, parsePeople } from './parse-people.shared.ts'

const PEOPLE_MAX = 20_000
const FAULTS_SHOWN = 200
const LINES_NAMED = 20

/** Lists the people of the caller's own list. */
export async function listPeople(ctx: Ctx, input: BodyOf<typeof schema.listPeople>) {
  const { id, q, limit, offset } = input
  await requireOwnList(ctx, id)
  const like = likePattern(personSearchText(q ?? ''))
  const where = q
    ? sql`allowlist_id = ${id} and (person.email like ${like}
        or person.email is null and lower(normalize(known.username, NFKC)) like ${like})`
    : sql`allowlist_id = ${id}`
  const [items, counted] = await Promise.all([
    selectPeople(ctx, where, sql`limit ${limit} offset ${offset}`),
    sql<{ n: number }>`select count(*) as n ${listedPeople} where ${where}`.execute(ctx.db),
  ])
  return { items, total: counted.rows[0]!.n }
}

/** Exports the whole list as CSV, in the form that `addPeople` reads. */
export async function exportPeople(ctx: Ctx, { id }: BodyOf<typeof schema.exportPeople>) {
  await requireOwnList(ctx, id)
  const rows = (await selectPeople(ctx, sql`allowlist_id = ${id}`)).map(
    ({ email, username, account_id, arrived, added_at }) => [
      email,
      username,
      account_id,
      arrived ? 'yes' : 'no',
      added_at,
    ],
  )
  const columns = ['email', 'username', 'account_id', 'has_account', 'added_at']
  return csvFile(`reserved-for-${id}.csv`, columns, rows)
}

async function requireOwnList(ctx: Ctx, id: string) {
  const found = await ctx.db
    .selectFrom('allowlist')
    .innerJoin('asset', 'asset.kid', 'allowlist.kid')
    .select('creator')
    .where('allowlist.id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  own(ctx, 'creator', found)
}

// An entry by address never shows its account: the creator learns only whether one exists.
const listedPeople = sql`
  from allowlist_person person
  left join account known on known.id = person.account_id and person.email is null
  left join account holder on lower(holder.email) = person.email`

async function selectPeople(
  ctx: Ctx,
  where: RawBuilder<unknown>,
  part = sql``,
): Promise<ListedPerson[]> {
  const { rows } = await sql<ListedPerson>`
    select person.id, person.email, known.username, known.id as account_id, added_at,
      person.account_id is not null or holder.id is not null as arrived
    ${listedPeople} where ${where} order by person.id ${part}
  `.execute(ctx.db)
  return rows
}

/**
 * Adds the people that the text names, or reviews it without writing; `too_many_people` past
 * 20,000.
 */
export async function addPeople(
  ctx: Ctx,
  body: BodyOf<typeof schema.addPeople>,
): Promise<PeopleReview> {
  const { id, text, replace, review } = body
  const parsed = parsePeople(text)
  if (parsed.length > PEOPLE_MAX) fail('too_many_people', { limit: PEOPLE_MAX })
  const places = await openPlaces(ctx, id, body.places)
  const { gone, ...reviewed } = await inTx(ctx, async (tx) => {
    await lockOwnList(tx, ctx, id)
    const lines = await classifyLines(tx, id, parsed)
    const unnamed = replace ? await findUnnamed(tx, id, lines) : []
    const named = lines.filter(({ outcome }) => outcome === 'added' || outcome === 'waiting')
    const fresh = await giveBack(tx, named, places)
    const count = (await countPeople(tx, id)) - unnamed.length + fresh.length
    if (count > PEOPLE_MAX) fail('too_many_people', { limit: PEOPLE_MAX })
    if (!review) {
      await deletePeople(tx, unnamed)
      await insertPeople(tx, id, fresh, ctx.now)
      // Those who are put back have been told.
      if (fresh.length > 0 && body.places === undefined)
        await enqueue(tx, tellAddedPeople, { allowlist_id: id, added_at: ctx.now.toISOString() })
    }
    return { ...summarize(lines), gone: unnamed, people: count }
  })
  return { ...reviewed, ...(await removedPeople(ctx, id, gone)) }
}

/**
 * Step: adds everybody that the text names to a list without people. Refuses with `people_unknown`,
 * which names the lines, if a line names nobody; with `too_many_people` past 20,000.
 */
export async function namePeople(tx: Tx, id: string, text: string, at: Date) {
  const parsed = parsePeople(text)
  if (parsed.length > PEOPLE_MAX) fail('too_many_people', { limit: PEOPLE_MAX })
  const lines = await classifyLines(tx, id, parsed)
  const wrong = lines.filter(({ outcome }) => outcome === 'invalid' || outcome === 'unknown')
  if (wrong.length > 0) {
    const numbers = wrong.slice(0, LINES_NAMED).map(({ line }) => line)
    fail('people_unknown', { lines: numbers.join(', '), count: wrong.length })
  }
  await insertPeople(
    tx,
    id,
    lines.filter(({ outcome }) => outcome !== 'already'),
    at,
  )
}

/** Removes people from a list. */
export async function removePeople(
  ctx: Ctx,
  { id, people: ids }: BodyOf<typeof schema.removePeople>,
) {
  const gone = await inTx(ctx, async (tx) => {
    await lockOwnList(tx, ctx, id)
    const { rows } = await sql<ListEntry>`
      select id, email, account_id from allowlist_person
      where allowlist_id = ${id} and id = any(${ids}::bigint[]) order by id
    `.execute(tx)
    await deletePeople(tx, rows)
    return rows
  })
  return removedPeople(ctx, id, gone)
}

/** An entry of a list, as it was named: by the mail address, or else by the account. */
interface ListEntry {
  id: number
  email: string | null
  account_id: string | null
}
interface ClassifiedLine extends ParsedLine {
  outcome: LineOutcome
  email: string | null
  account_id: string | null
}

/** Classifies each line; a person who is named twice is added once. */
async function classifyLines(tx: Tx, id: string, lines: ParsedLine[]): Promise<ClassifiedLine[]> {
  const references = lines.map(({ named }, i) => ({ i, by: named?.by, name: named?.name }))
  const { rows } = await sql<{ i: number; account_id: string | null; place: number | null }>`
    select i, found.id as account_id, place.id as place
    from jsonb_to_recordset(${JSON.stringify(references)}::jsonb) as reference (i int, by text, name text)
    left join lateral (
      select id from account where by = 'email' and lower(email) = name
      union all select id from account where by = 'username' and lower(username) = name
      union all select id from account where id = case by when 'account_id' then name::uuid end
    ) found on true
    left join lateral (
      select id from allowlist_person where allowlist_id = ${id} and by = 'email' and email = name
      union all
      select id from allowlist_person
      where allowlist_id = ${id} and by <> 'email' and email is null and account_id = found.id
    ) place on true
    order by i
  `.execute(tx)
  const seen = new Set<string>()
  return rows.map(({ i, account_id, place }) => {
    const line = lines[i]!
    const email = line.named?.by === 'email' ? line.named.name : null
    const key = email ?? account_id
    const isAgain = key !== null && (place !== null || seen.has(key))
    if (key !== null) seen.add(key)
    return { ...line, email, account_id, outcome: outcomeOf(line, { account_id, isAgain }) }
  })
}

function outcomeOf(
  { named }: ParsedLine,
  { account_id, isAgain }: { account_id: string | null; isAgain: boolean },
): LineOutcome {
  if (!named) return 'invalid'
  if (isAgain) return 'already'
  if (account_id !== null) return 'added'
  return named.by === 'email' ? 'waiting' : 'unknown'
}

function summarize(lines: ClassifiedLine[]): Pick<PeopleReview, 'counts' | 'faults'> {
  const counts = { added: 0, already: 0, waiting: 0, unknown: 0, invalid: 0 }
  for (const { outcome } of lines) counts[outcome]++
  const faults = lines
    .filter(({ outcome }) => outcome !== 'added' && outcome !== 'already')
    .slice(0, FAULTS_SHOWN)
    .map(({ line, text, outcome }) => ({ line, text, outcome }))
  return { counts, faults }
}

/** Returns the removed people as text and places that `addPeople` reads. */
const removedPeople = async (ctx: Ctx, id: string, gone: ListEntry[]) => ({
  removed: gone.map(({ email, account_id }) => email ?? account_id).join('\n'),
  removed_count: gone.length,
  places: await sealPlaces(ctx, id, gone),
})

/** Gives restored addresses back to their accounts. The place of a deleted account is gone. */
async function giveBack(
  tx: Tx,
  named: ClassifiedLine[],
  places: Places,
): Promise<ClassifiedLine[]> {
  if (places.size === 0) return named
  const { rows } = await sql<{ id: string }>`
    select id from account where id = any(${[...places.values()]}::uuid[]) and deleted_at is null
  `.execute(tx)
  const living = new Set(rows.map(({ id }) => id))
  return named.flatMap((line) => {
    const account_id = places.get(line.email ?? '')
    if (account_id === undefined) return line
    return living.has(account_id) ? { ...line, account_id } : []
  })
}

async function findUnnamed(tx: Tx, id: string, lines: ClassifiedLine[]): Promise<ListEntry[]> {
  const emails = lines.flatMap(({ email }) => email ?? [])
  const accounts = lines.flatMap(({ email, account_id }) => (email ? [] : (account_id ?? [])))
  const { rows } = await sql<ListEntry>`
    select id, email, account_id from allowlist_person
    where allowlist_id = ${id} and (email <> all(${emails}::text[])
      or email is null and account_id <> all(${accounts}::uuid[]))
    order by id
  `.execute(tx)
  return rows
}

async function countPeople(tx: Tx, id: string): Promise<number> {
  const { n } = await tx
    .selectFrom('allowlist_person')
    .select((of) => of.fn.countAll<number>().as('n'))
    .where('allowlist_id', '=', id)
    .executeTakeFirstOrThrow()
  return n
}

const deletePeople = (tx: Tx, gone: ListEntry[]) =>
  sql`
    delete from allowlist_person where id = any(${gone.map(({ id }) => id)}::bigint[])
  `.execute(tx)

const insertPeople = (tx: Tx, id: string, fresh: ClassifiedLine[], at: Date) =>
  sql`
    insert into allowlist_person (allowlist_id, email, account_id, added_at)
    select ${id}, email, account_id, ${at.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) as named (email text, account_id uuid)
  `.execute(tx)
