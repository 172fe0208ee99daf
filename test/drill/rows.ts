import { sql } from 'kysely'
import { type Db, inTx } from '#core/database/db.ts'

/** Tables of sales, in an order in which each row follows those that it names. */
const TABLES = [
  'account',
  'ledger_account',
  'asset',
  'asset_offer',
  'serial',
  'provenance_head',
  'listing',
  'purchase',
  'provenance_event',
  'ledger_transfer',
  'event',
  'request',
  'holding',
] as const
/** Columns of text whose values are unique. */
const UNIQUE = new Set(['account.email', 'account.username', 'account.wallet_address', 'request.key']) // oxfmt-ignore
const OFFSET = 1_000_000 // between the ids of ledger accounts of two copies

interface Column {
  name: string
  type: string
  is_identity: boolean
}

/**
 * Copies a few sales until the tables have so many rows in all. Each copy has people, titles
 * and money of its own, so that the books balance. Returns the number of rows.
 */
export async function multiply(db: Db, rows: number): Promise<number> {
  const counts = await Promise.all(TABLES.map((table) => count(db, table)))
  const each = counts.reduce((sum, n) => sum + n, 0)
  const copies = Math.max(0, Math.ceil(rows / each) - 1)
  const platform = sql<{
    ids: number[]
  }>`select array_agg(id) as ids from ledger_account where account_id is null`
  const { ids } = (await platform.execute(db)).rows[0]!
  for (const table of TABLES) {
    const all = await columnsOf(db, table)
    const columns = all.filter(
      ({ name, is_identity }) =>
        (!is_identity || table === 'ledger_account') && name !== 'log_index', // copies are sealed anew
    )
    const names = sql.join(columns.map(({ name }) => sql.ref(name)))
    const values = sql.join(columns.map((column) => valueOf(table, column, ids)))
    const own = table === 'ledger_account' ? sql`where account_id is not null` : sql``
    await inTx({ db }, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`create temporary table of_one on commit drop as select * from ${sql.table(table)} ${own}`.execute(
        tx,
      )
      await sql`
        insert into ${sql.table(table)} (${names}) overriding system value
        select ${values} from of_one, generate_series(1, ${copies}::int) k
      `.execute(tx)
    })
  }
  await sql`analyze`.execute(db)
  return each * (copies + 1)
}

async function count(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(
    db,
  )
  return rows[0]!.n
}

async function columnsOf(db: Db, table: string): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select column_name as name, data_type as type, is_identity = 'YES' as is_identity
    from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'
  `.execute(db)
  return rows
}

/** Returns the value of a column in copy `k`: the same id becomes the same new id in all tables. */
function valueOf(table: string, { name, type }: Column, platform: number[]) {
  const column = sql.ref(name)
  if (type === 'uuid') return sql`md5(${column}::text || k)::uuid`
  if (UNIQUE.has(`${table}.${name}`)) return sql`${column} || '-' || k`
  if (name === 'reference') return sql`${column} + k * ${OFFSET}::bigint`
  const isLedgerId = table === 'ledger_account' ? name === 'id' : table === 'ledger_transfer' && ['debit', 'credit'].includes(name) // oxfmt-ignore
  return isLedgerId
    ? sql`case when ${column} = any(${platform}::bigint[]) then ${column} else ${column} + k * ${OFFSET}::bigint end`
    : sql`${column}`
}
