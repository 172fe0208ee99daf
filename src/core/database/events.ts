import { sql } from 'kysely'
import type { Tx } from './db.ts'
import { type ActionOf, type Transitions, nextStatus } from './transitions.ts'

/** One step as `moves` knows it, from any state: who takes which, and what is written with it. */
export type StepOf<M extends Transitions, A extends ActionOf<M> = ActionOf<M>> = Taken<
  M,
  string,
  A
> & {
  also?: Record<string, string | number | null>
}
type Taken<M extends Transitions, From extends string, A extends string = string> = Pair<
  Extract<M['steps'][number], readonly [From, A, string, string]>
> & {
  /** Where it is a person: one account for all rows, or each row's own. */
  account?: string | ((id: string) => string) | undefined
  at: Date
}
type Pair<S> = S extends readonly [
  string,
  infer Action extends string,
  string,
  infer By extends string,
]
  ? { action: Action; by: By }
  : never

/** Writes new rows, each with the id it comes with, in the status that the step leads to. */
export async function insertWithEvent<M extends Transitions>(
  tx: Tx,
  transitions: M,
  rows: readonly { id: string }[],
  step: Taken<M, 'new'>,
) {
  if (rows.length === 0) return
  const { table } = transitions
  const status = nextStatus(transitions, 'new', step.action, step.by)!
  const columns = sql.join([...Object.keys(rows[0]!), 'status'].map((name) => sql.ref(name)))
  const entered = JSON.stringify(rows.map((row) => ({ ...row, status })))
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${entered}::jsonb)
  `.execute(tx)
  const changes = rows.map(({ id }) => ({ subject_id: id, from_status: 'new', to_status: status }))
  await tell(tx, table, changes, step)
}

/**
 * Takes one step with each of these rows that may take it, locked in ascending order of id, and
 * answers which did: a row that has moved on meanwhile is left alone.
 */
export async function transitionAll<M extends Transitions>(
  tx: Tx,
  transitions: M,
  ids: readonly string[],
  step: StepOf<M>,
): Promise<string[]> {
  if (ids.length === 0) return []
  const { table } = transitions
  const { rows } = await sql<{ id: string; status: string }>`
    select id, status from ${sql.table(table)} where id = any(${ids}::uuid[])
    order by id for no key update
  `.execute(tx)
  const changes = rows.flatMap(({ id, status }) => {
    const to = nextStatus(transitions, status, step.action, step.by)
    return to ? [{ subject_id: id, from_status: status, to_status: to }] : []
  })
  for (const to of new Set(changes.map(({ to_status }) => to_status))) {
    const moved = changes.filter(({ to_status }) => to_status === to)
    const written = Object.entries({ ...step.also, status: to })
    const set = sql.join(written.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))
    const movedIds = moved.map(({ subject_id }) => subject_id)
    await sql`update ${sql.table(table)} set ${set} where id = any(${movedIds}::uuid[])`.execute(tx)
  }
  await tell(tx, table, changes, step)
  return changes.map(({ subject_id }) => subject_id)
}

/** The same with one row; whether it moved. */
export async function transition<M extends Transitions>(
  tx: Tx,
  transitions: M,
  id: string,
  step: StepOf<M>,
): Promise<boolean> {
  return (await transitionAll(tx, transitions, [id], step)).length > 0
}

type Change = { subject_id: string; from_status: string; to_status: string }

async function tell(
  tx: Tx,
  subject: string,
  changes: Change[],
  { action, by, account, at }: Taken<Transitions, string>,
) {
  if (changes.length === 0) return
  const rows = changes.map((change) => ({
    ...change,
    actor: typeof account === 'function' ? account(change.subject_id) : account,
  }))
  await sql`
    insert into event (at, actor, by, subject, subject_id, act, from_status, to_status)
    select ${at.toISOString()}::timestamptz, actor, ${by}, ${subject},
      subject_id, ${action}, from_status, to_status
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as step (subject_id uuid, from_status text, to_status text, actor uuid)
  `.execute(tx)
}
