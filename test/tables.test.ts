import { deepEqual } from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type File, files, type Func, roomOf } from './source.ts'

/** Rule 3: who writes a table. Anyone may read any. */
const rooms: Record<string, string[]> = {
  core: ['request', 'event', 'worker_lease', 'migration'],
  settings: ['setting'],
  currency: ['currency_rate'],
  wallet: ['wallet', 'wallet_key'],
  account: ['account', 'nonce', 'sign_in_code', 'session', 'role_change'],
  ledger: ['ledger_account', 'ledger_transfer'],
  payout: [
    'payout',
    'payout_update',
    'payout_export',
    'payout_auto',
    'payee',
    'payee_change',
    'lot_notice',
  ],
  bank: ['bank_account'],
  brand: ['brand'],
  asset: ['asset', 'asset_offer'],
  group: ['title_group', 'group_content'],
  serial: ['serial', 'holding', 'issue_batch'],
  provenance: ['provenance_head', 'provenance_event'],
  upload: ['upload', 'upload_file', 'rendition'],
  playback: ['content_key'],
  replacement: ['replacement'],
  listing: ['listing'],
  allowlist: ['allowlist', 'allowlist_copy', 'allowlist_person'],
  purchase: ['purchase', 'card_event'],
  term: ['rental'],
  draw: ['draw'],
  waiting: ['waiting_room', 'waiting_entry'],
  dispute: ['dispute'],
  receipt: ['invoice_registration'],
  books: ['books_check'],
  coupon: ['coupon', 'coupon_batch', 'coupon_try'],
}
const owner = new Map(
  Object.entries(rooms).flatMap(([room, tables]) => tables.map((table) => [table, room] as const)),
)
const program = files.filter(({ isTest }) => !isTest)

// By the query builder, by SQL as text, and by the steps along a moves table.
const WRITE =
  /\b(?:insertInto|updateTable|deleteFrom)\('(\w+)'\)|\b(?:insert into|delete from) (\w+)|\bupdate (\w+)\s+set\b|\b(?:enter|move|moveAll)\(\s*tx,\s*(\w+Moves)/g
const MOVES = /^export const (\w+Moves) = \{\n {2}table: '(\w+)'/gm
const moved = new Map(
  files.flatMap(({ text }) =>
    [...text.matchAll(MOVES)].map(([, moves, table]) => [moves!, table!]),
  ),
)

test('each table belongs to one room', () => {
  const made = globSync('db/migrations/*.sql').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/^create (?:unlogged )?table (\w+)/gm)].map(
      ([, table]) => table!,
    ),
  )
  deepEqual(new Set(owner.keys()), new Set([...made, 'migration']))
})

test('a table is written in its own room only', () => {
  const broken = program.flatMap(({ path, text }) =>
    [...text.matchAll(WRITE)]
      .map((hit) => hit.slice(1).find(Boolean)!)
      .map((named) => moved.get(named) ?? named)
      .filter((table) => owner.get(table) !== (roomOf(path) ?? 'core'))
      .map((table) => `${path} writes ${table}`),
  )
  deepEqual(broken, [])
})

test('an act opens the one transaction, and a step never does', () => {
  const opens = ({ text }: Func) => /\b(inTx|once)\(/.test(text)
  const openers = new Set(
    program.flatMap(({ path, functions }) =>
      functions.filter(opens).map(({ name }) => `${path} ${name}`),
    ),
  )
  const steps = program.flatMap(({ path, functions }) =>
    functions.filter(({ first }) => first === 'tx').map((step) => ({ path, step })),
  )
  deepEqual(
    steps.filter(({ step }) => opens(step)).map(({ path, step }) => `${path} ${step.name}`),
    [],
  )

  const nested = program.flatMap((file) =>
    file.functions.flatMap(({ name, text }) =>
      insideTransactions(text)
        .flatMap((inside) => [...inside.matchAll(/(?<![.\w])(\w+)\(/g)])
        .map(([, called]) => called!)
        .filter((called) => openers.has(`${homeOf(file, called)} ${called}`))
        .map((called) => `${file.path} ${name} calls ${called}`),
    ),
  )
  deepEqual(nested, [])
})

/** The file that a name comes from, as seen in another. */
const homeOf = ({ path, imports }: File, name: string) =>
  imports.find(({ names }) => names.includes(name))?.path ?? path

/** What is written between the brackets of each `inTx(…)` and `once(…)`. */
function insideTransactions(text: string): string[] {
  return [...text.matchAll(/\b(?:inTx|once)\(/g)].map(({ index, 0: begin }) => {
    const from = index + begin.length
    let depth = 1
    let to = from
    for (; depth > 0 && to < text.length; to++) {
      if (text[to] === '(') depth++
      if (text[to] === ')') depth--
    }
    return text.slice(from, to)
  })
}
