import { sql } from 'kysely'
import type { Tx } from './db.ts'
import { fail } from './errors.ts'
import { log } from './log.ts'
import { type ActOf, type Moves, next, type RoleOf } from './moves.ts'
import type { DB } from './tables.ts'

/** Who takes a step: their role in this deal, and their account where it is a person. */
export interface Mover<R extends string = string> {
  by: R
  /** One account for all rows, or each row's own. */
  account?: string | ((id: string) => string) | undefined
  at: Date
}

type Step = Mover & { act: string }

/** Writes new rows, each with the id it comes with, in the status that `act` leads to. */
export async function enter<M extends Moves>(
  tx: Tx,
  table: keyof DB,
  moves: M,
  rows: readonly { id: string }[],
  act: ActOf<M>,
  mover: Mover<RoleOf<M>>,
) {
  if (rows.length === 0) return
  const status = next(moves, 'new', act, mover.by) ?? impossible(table, act)
  const columns = sql.join([...Object.keys(rows[0]!), 'status'].map((name) => sql.ref(name)))
  const entered = JSON.stringify(rows.map((row) => ({ ...row, status })))
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${entered}::jsonb)
  `.execute(tx)
  await tell(
    tx,
    table,
    rows.map(({ id }) => ({ subject_id: id, from_status: 'new', to_status: status })),
    { act, ...mover },
  )
}

/**
 * Takes one step with each of these rows that may take it, locked in ascending order of id, and
 * answers which did: a row that has moved on meanwhile is left alone. `also` is written with it.
 */
export async function moveAll<M extends Moves>(
  tx: Tx,
  table: keyof DB,
  moves: M,
  ids: readonly string[],
  act: ActOf<M>,
  mover: Mover<RoleOf<M>>,
  also: Record<string, string | number | null> = {},
): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string; status: string }>`
    select id, status from ${sql.table(table)} where id = any(${ids}::uuid[])
    order by id for no key update
  `.execute(tx)
  const steps = rows.flatMap(({ id, status }) => {
    const to = next(moves, status, act, mover.by)
    return to ? [{ subject_id: id, from_status: status, to_status: to }] : []
  })
  for (const to of new Set(steps.map((step) => step.to_status))) {
    const moved = steps.filter((step) => step.to_status === to).map((step) => step.subject_id)
    const changes = Object.entries({ ...also, status: to })
    const set = sql.join(changes.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))
    await sql`update ${sql.table(table)} set ${set} where id = any(${moved}::uuid[])`.execute(tx)
  }
  await tell(tx, table, steps, { act, ...mover })
  return steps.map((step) => step.subject_id)
}

/** The same with one row; whether it moved. */
export async function move<M extends Moves>(
  tx: Tx,
  table: keyof DB,
  moves: M,
  id: string,
  act: ActOf<M>,
  mover: Mover<RoleOf<M>>,
  also: Record<string, string | number | null> = {},
): Promise<boolean> {
  return (await moveAll(tx, table, moves, [id], act, mover, also)).length > 0
}

async function tell(
  tx: Tx,
  subject: string,
  steps: { subject_id: string; from_status: string; to_status: string }[],
  { act, by, account, at }: Step,
) {
  if (steps.length === 0) return
  const rows = steps.map((step) => ({
    ...step,
    actor: typeof account === 'function' ? account(step.subject_id) : account,
  }))
  await sql`
    insert into event (at, actor, by, subject, subject_id, act, from_status, to_status)
    select ${at.toISOString()}::timestamptz, actor, ${by}, ${subject},
      subject_id, ${act}, from_status, to_status
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as step (subject_id uuid, from_status text, to_status text, actor uuid)
  `.execute(tx)
}

function impossible(table: string, act: string): never {
  log('error', 'no such move', { subject: table, code: act })
  return fail('bug')
}
