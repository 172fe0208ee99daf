import type { Kysely } from 'kysely'
import type { Tx } from './db.ts'
import { fail } from './errors.ts'

/** How a thing may change: who may take which step from where to where. */
export type Moves = readonly (readonly [from: string, act: string, to: string, by: string])[]
export type StatusOf<M extends Moves> = M[number][2]
export type ActOf<M extends Moves> = M[number][1]
export type RoleOf<M extends Moves> = M[number][3]

/** Where an act leads, or `undefined` where it is not allowed: buttons ask it, the server obeys it. */
export function next<M extends Moves>(
  moves: M,
  from: string,
  act: ActOf<M>,
  by: RoleOf<M>,
): StatusOf<M> | undefined {
  return moves.find((row) => row[0] === from && row[1] === act && row[3] === by)?.[2]
}

/** Who takes a step: their role in this deal, and their account where it is a person. */
export interface Mover<R extends string = string> {
  by: R
  account: string | undefined
  at: Date
}

interface Row {
  id: string
  status: string
}
type Step = { act: string; by: string; at: Date; account: string | undefined }

/** Writes new rows in the status that `act` leads to, with their events. */
export async function enter<M extends Moves>(
  tx: Tx,
  table: string,
  moves: M,
  rows: readonly object[],
  act: ActOf<M>,
  mover: Mover<RoleOf<M>>,
): Promise<string[]> {
  if (rows.length === 0) return []
  const status = next(moves, 'new', act, mover.by) ?? impossible(table, 'new', act)
  const entered = await anyTable(tx)
    .insertInto(table)
    .values(rows.map((row) => ({ ...row, status }) as unknown as Row))
    .returning('id')
    .execute()
  const ids = entered.map(({ id }) => id)
  await tell(tx, table, ids.map((id) => ({ id, from: 'new', to: status })), { act, ...mover })
  return ids
}

/**
 * Takes one step with each of these rows that may take it, locked in ascending order of id, and
 * answers which did: a row that has moved on meanwhile is left alone.
 */
export async function moveAll<M extends Moves>(
  tx: Tx,
  table: string,
  moves: M,
  ids: readonly string[],
  act: ActOf<M>,
  mover: Mover<RoleOf<M>>,
  also: object = {},
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await anyTable(tx)
    .selectFrom(table)
    .select(['id', 'status'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const steps = rows.flatMap(({ id, status }) => {
    const to = next(moves, status, act, mover.by)
    return to ? [{ id, from: status, to }] : []
  })
  for (const to of new Set(steps.map((step) => step.to))) {
    const moved = steps.filter((step) => step.to === to).map(({ id }) => id)
    await anyTable(tx)
      .updateTable(table)
      .set({ ...also, status: to })
      .where('id', 'in', moved)
      .execute()
  }
  await tell(tx, table, steps, { act, ...mover })
  return steps.map(({ id }) => id)
}

/** The same with one row; whether it moved. */
export async function move<M extends Moves>(
  tx: Tx,
  table: string,
  moves: M,
  id: string,
  act: ActOf<M>,
  mover: Mover<RoleOf<M>>,
  also: object = {},
): Promise<boolean> {
  return (await moveAll(tx, table, moves, [id], act, mover, also)).length > 0
}

async function tell(
  tx: Tx,
  subject: string,
  steps: { id: string; from: string; to: string }[],
  { act, by, account, at }: Step,
) {
  if (steps.length === 0) return
  const said = { act, by, actor: account ?? null, at: at.toISOString(), subject }
  await tx
    .insertInto('event')
    .values(
      steps.map(({ id, from, to }) => ({
        ...said,
        subject_id: id,
        from_status: from,
        to_status: to,
      })),
    )
    .execute()
}

/** Any table with an id and a status: the moves decide what is written into it. */
const anyTable = (tx: Tx) => tx as unknown as Kysely<Record<string, Row>>

function impossible(table: string, from: string, act: string): never {
  console.error(`${table}: no move ${act} from ${from}`)
  return fail('bug')
}
