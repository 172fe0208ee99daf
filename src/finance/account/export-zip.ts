import { Zip, ZipDeflate } from 'fflate'
import { sql } from 'kysely'
import { type Cell, csv, csvLines } from '#core/csv.ts'
import type { Ctx } from '#core/context.ts'
import type { Tx } from '#core/database/db.ts'
import { bankOf, masked } from '#src/finance/bank-account/bank.ts'
import { isHidden } from '#src/catalog/moderation/messages.ts'
import { type ExportedTable, exportedTables, notExported } from './exported-tables.ts'

type Row = Record<string, unknown>

/** Columns with what a person wrote to another. */
const WRITTEN = new Set(['message', 'from_name'])
const ROWS = 200 // at a time, so that packing them does not keep others waiting
/** Columns with the id of an account, as `table.column`. */
const references = new Set([
  ...exportedTables.filter(({ where }) => !where).map(({ table, of }) => `${table}.${of}`),
  ...Object.keys(notExported),
])

/**
 * Returns a zip of everything that is kept with an account: for each kind of record a JSON and a CSV
 * file, and `contents.json`. Ids of other accounts, hashes and encrypted values are left out, and the number
 * of the bank account is masked: the zip is kept for days, and a session alone can fetch it.
 */
export async function zipOf(tx: Tx, ctx: Ctx, account_id: string): Promise<Buffer> {
  const parts: Uint8Array[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    parts.push(part)
  })
  const add = (name: string) => {
    const file = new ZipDeflate(name, { level: 6 })
    file.mtime = ctx.now
    zip.add(file)
    return (text: string, isLast = false) => file.push(Buffer.from(text), isLast)
  }
  const counts: Record<string, number> = {}
  const write = async (file: string, batches: AsyncIterable<Row[]>) => {
    counts[file] = await writeRows(add, file, batches)
  }
  for (const table of exportedTables) await write(table.file, rowsOf(tx, table, account_id))
  const bank = await bankOf(tx, ctx.config, account_id)
  const shown = bank && { ...bank, account_number: masked(bank.account_number) }
  await write('bank_account', one(shown))
  const contents = { account_id, made_at: ctx.now, rows: counts, left_out: notExported }
  add('contents.json')(json(contents), true)
  zip.end()
  return Buffer.concat(parts)
}

async function* one(row: Row | undefined) {
  if (row) yield [row]
}

/** Writes a JSON and a CSV file in one pass; none if there are no rows. Returns their number. */
async function writeRows(
  add: (name: string) => (text: string, isLast?: boolean) => void,
  file: string,
  batches: AsyncIterable<Row[]>,
): Promise<number> {
  let count = 0
  let files: Record<'json' | 'csv', ReturnType<typeof add>> | undefined
  let columns: string[] = []
  for await (const rows of batches) {
    if (!files) {
      files = { json: add(`${file}.json`), csv: add(`${file}.csv`) }
      columns = Object.keys(rows[0]!)
      files.csv(csv(columns, []))
    }
    files.json(rows.map((row, at) => (count + at === 0 ? '[\n' : ',\n') + json(row)).join(''))
    files.csv(csvLines(rows.map((row) => columns.map((column) => cellOf(row[column])))))
    count += rows.length
  }
  files?.json('\n]\n', true)
  files?.csv('', true)
  return count
}

/** Reads the rows of a table that belong to an account, in batches that are never empty. */
async function* rowsOf(tx: Tx, exported: ExportedTable, account_id: string) {
  const { table, of, where = `${of} = $1`, columns, received } = exported
  // oxfmt-ignore
  const condition = sql.join(where.split('$1').map((part) => sql.raw(part)), sql.lit(account_id))
  const selected = columns ? sql.join(columns.map((column) => sql.ref(column))) : sql.raw('*')
  const hidden = received ? sql`, ${isHidden(received)} as message_hidden` : sql``
  await sql`declare exported no scroll cursor for
    select ${selected}${hidden} from ${sql.table(table)} where ${condition}`.execute(tx)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(ROWS)} from exported`.execute(tx)
    if (rows.length === 0) break
    yield rows.map((row) => ownPart(row, table, account_id))
  }
  await sql`close exported`.execute(tx)
}

/** Leaves out what is encrypted or hidden, and who the other people are. */
function ownPart(row: Row, table: string, account_id: string): Row {
  const shown = Object.entries(row).filter(
    ([column, value]) => !Buffer.isBuffer(value) && column !== 'kek_id',
  )
  return Object.fromEntries(
    shown.map(([column, value]) => {
      if (WRITTEN.has(column) && row['message_hidden']) return [column, '']
      const isOther = references.has(`${table}.${column}`) && value !== account_id
      return [column, isOther ? null : value]
    }),
  )
}

const json = (value: unknown) => JSON.stringify(value, null, 1)

function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' || typeof value === 'number') return value
  return JSON.stringify(value)
}
