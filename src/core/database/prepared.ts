import { sql } from 'kysely'
import type { ClientBase, DatabaseError } from 'pg'

const RUNS_MIN = 20 // rarer statements are not worth the memory in each connection
const PREPARED_MAX = 200 // statements of a process, each kept by every connection that runs it
const COUNTED_MAX = 3_000 // texts: lists of values make new ones for ever

/** Settings of the planner: one plan for all values, which joins row by row and prefers indexes. */
export const BY_INDEX = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  random_page_cost: '1', // as seq_page_cost: the pages of keys are in memory
}
const MARK = '-- finds few rows by their keys\n'
const BEGIN = Object.entries(BY_INDEX)
  .map(([name, value]) => `set ${name} = ${value}`)
  .join('; ')
const END = Object.keys(BY_INDEX)
  .map((name) => `reset ${name}`)
  .join('; ')

/**
 * Begins a statement that joins many tables and finds few rows by their keys. Planning it takes longer
 * than running it, and PostgreSQL would plan it for each set of values. Prepared, it keeps one plan. Write
 * what partial indexes ask for into the text: one plan for all values cannot use them otherwise.
 */
export const byKeys = sql.raw(MARK)

const runs = new Map<string, number>()
const names = new Map<string, string>()
let named = 0 // since the start, so that no name is given twice

/**
 * Lets a client prepare the statements that this process runs often, so that PostgreSQL parses them once
 * for each connection, and plans them once unless plans for the values at hand are better or the
 * statement is marked as `byKeys`.
 */
export function prepareFrequent(client: ClientBase) {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  // Sent with the statement, whose own error reports a lost connection.
  const change = (settings: string) => void (query(settings) as Promise<unknown>).catch(() => {})
  Object.assign(client, {
    query(text: unknown, values?: unknown, ...rest: unknown[]) {
      const isPlain = typeof text === 'string' && Array.isArray(values) && rest.length === 0
      const name = isPlain ? nameOf(text) : undefined
      if (!isPlain || !name) return query(text, values, ...rest)
      const isMarked = text.includes(MARK) && client.getTransactionStatus() === 'I'
      if (isMarked) change(BEGIN)
      const answer = query({ name, text }, values) as Promise<unknown>
      if (isMarked) change(END)
      return answer.catch((error) => {
        if (!isStalePlan(error)) throw error
        names.clear() // a migration has changed a type: further statements may be stale
        if (client.getTransactionStatus() !== 'I') throw error // `inTx` begins it anew
        return query(text, values)
      })
    },
  })
}

/** Tells if a statement was prepared before a migration changed the type of a column that it returns. */
export const isStalePlan = (error: unknown) =>
  (error as Partial<DatabaseError>).routine === 'RevalidateCachedQuery' // its code has other causes, too

/** Returns the name under which connections prepare a statement; undefined if they should not. */
function nameOf(text: string): string | undefined {
  const name = names.get(text)
  if (name !== undefined || names.size === PREPARED_MAX) return name
  const count = (runs.get(text) ?? 0) + 1
  if (runs.size === COUNTED_MAX) runs.clear()
  runs.set(text, count)
  const isWorthIt = count >= RUNS_MIN || text.includes(MARK)
  if (!isWorthIt || returnsAllColumns(text)) return undefined
  runs.delete(text)
  names.set(text, `frequent_${named++}`)
  return names.get(text)
}

/**
 * Tells if a statement may return all columns of a table. Prepared, it would fail once a migration adds
 * one. An asterisk within parentheses names or counts rows that the statement itself uses; comments and
 * strings tell nothing.
 */
function returnsAllColumns(text: string): boolean {
  let outer = text.replaceAll(/--.*|'[^']*'/g, '')
  for (let inner = ''; inner !== outer;) {
    inner = outer
    outer = inner.replaceAll(/\([^()]*\)/g, '')
  }
  return outer.includes('*')
}
