import { sql } from 'kysely'
import type { Tx } from './db.ts'
import { type ActionOf, type Transitions, nextStatus } from './transitions.ts'

/** A transition of a table's state machine, with the columns to set besides the status. */
export type StepOf<M extends Transitions, A extends ActionOf<M> = ActionOf<M>> = EventFields<
  M,
  string,
  A
> & {
  set?: Record<string, string | number | boolean | null>
}

/** The columns of `event` that the caller provides for transitions from status `From`. */
type EventFields<
  M extends Transitions,
  From extends string,
  Action extends string = string,
> = ActionAndRole<Extract<M['steps'][number], readonly [From, Action, string, string]>> & {
  /** The id of the person who acts, or a function that returns it for each row; none for the platform. */
  account?: string | ((id: string) => string) | undefined
  at: Date
}
type ActionAndRole<Step> = Step extends readonly [
  string,
  infer Action extends string,
  string,
  infer By extends string,
]
  ? { action: Action; by: By }
  : never

/** Inserts rows with the given ids, in the target status of the transition, with one event for each. */
export async function insertWithEvent<M extends Transitions>(
  tx: Tx,
  transitions: M,
  rows: readonly { id: string }[],
  step: EventFields<M, 'new'>,
) {
  if (rows.length === 0) return
  const { table } = transitions
  const status = nextStatus(transitions, 'new', step.action, step.by)!
  const columns = sql.join([...Object.keys(rows[0]!), 'status'].map((name) => sql.ref(name)))
  const inserted = JSON.stringify(rows.map((row) => ({ ...row, status })))
  const changes = rows.map(({ id }) => ({ subject_id: id, from_status: 'new', to_status: status }))
  await Promise.all([
    sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${inserted}::jsonb)
    `.execute(tx),
    insertEvents(tx, table, changes, step),
  ])
}

/**
 * Applies a transition to every row whose status allows it, with an event for each. Locks the rows by
 * ascending id. Returns the ids of the changed rows. Rows whose status has changed meanwhile stay as
 * they are.
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
  const updates = [...new Set(changes.map(({ to_status }) => to_status))].map((to) => {
    const changed = changes.filter(({ to_status }) => to_status === to)
    const columns = Object.entries({ ...step.set, status: to })
    const set = sql.join(columns.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))
    const changedIds = changed.map(({ subject_id }) => subject_id)
    return sql`update ${sql.table(table)} set ${set} where id = any(${changedIds}::uuid[])`
  })
  await Promise.all([
    ...updates.map((update) => update.execute(tx)),
    insertEvents(tx, table, changes, step),
  ])
  return changes.map(({ subject_id }) => subject_id)
}

/** Applies a transition to one row. Returns false if the row's status did not allow it. */
export async function transition<M extends Transitions>(
  tx: Tx,
  transitions: M,
  id: string,
  step: StepOf<M>,
): Promise<boolean> {
  return (await transitionAll(tx, transitions, [id], step)).length > 0
}

type Change = { subject_id: string; from_status: string; to_status: string }

async function insertEvents(
  tx: Tx,
  subject: string,
  changes: Change[],
  { action, by, account, at }: EventFields<Transitions, string>,
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
