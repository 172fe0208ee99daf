import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { connect, type Db, inTx } from '#core/database/db.ts'
import { migrate } from '#core/database/migrate.ts'
import type { Ctx } from '#core/context.ts'
import { logTo } from '#core/log.ts'
import { openPostgres } from '#core/database/postgres.ts'
import { type Config, readConfig } from '#src/config.ts'
import { issueSerials } from '#src/catalog/serial/issue.ts'

const STEP_COPIES = 50_000
const JOBS_POLL_MS = 100

export interface Buyer {
  account_id: string
}
export interface Copy {
  kid: string
  asset_token_id: string
  seller: string
  number: number
}

/** Starts a temporary PostgreSQL with the app's schema. `close` deletes it. */
export async function openBenchDatabase() {
  logTo(() => {})
  const folder = mkdtempSync(join(tmpdir(), 'renban-bench-'))
  chmodSync(folder, 0o755)
  const postgres = await openPostgres(join(folder, 'postgres'), () => {})
  const { db, pool } = connect(postgres.url)
  await migrate(pool)
  const config = readConfig({ DATA_DIR: folder, NODE_ENV: 'test' })
  return {
    db,
    pool,
    url: postgres.url,
    ctxOf: (buyer: Buyer) => contextOf(db, config, buyer),
    folder,
    async close() {
      await pool.end()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type BenchDatabase = Awaited<ReturnType<typeof openBenchDatabase>>

/** Returns the context of a call by one person. Such calls use no integrations and send no texts. */
export const contextOf = (db: Db, config: Config, { account_id }: Buyer): Ctx => ({
  db,
  config,
  texts: undefined as never,
  now: new Date(),
  time: () => new Date(),
  integrations: undefined as never,
  lang: 'en' as const,
  ip: '',
  browser: 'direct',
  country: 'JP',
  cookies: [],
  reads: new Map(),
  call: 'POST /assets/purchase_for_free',
  key: randomUUID(),
  person: {
    account_id,
    role: 'STANDARD_USER',
    username: '',
    email: '',
    currency: null,
    session_id: '',
  },
})

/** Inserts people with a sales balance, booked as an opening transfer. */
export async function createPeople(
  { db }: Pick<BenchDatabase, 'db'>,
  count: number,
  balance: number,
): Promise<Buyer[]> {
  const { rows } = await sql<{ id: string }>`
    with person as (
      insert into account (email, username, wallet_address, joined_at)
      select mark || i || '@bench.test', mark || i, mark || i, now()
      from generate_series(1, ${count}) i, (values (${randomBytes(4).toString('hex')})) v(mark)
      returning id
    ), opened as (
      insert into ledger_account (account_id, kind, balance)
      select id, kind, case kind when 'sales' then ${balance}::bigint else 0 end
      from person, unnest(array['sales', 'points', 'hold']) kind returning id, account_id, kind
    ), given as (
      insert into ledger_transfer (debit, credit, amount, reason, subject_id, at)
      select (select id from ledger_account where kind = 'opening'), id, ${balance}, 'opening',
        account_id, now() from opened where kind = 'sales' and ${balance} > 0
    )
    select id from person
  `.execute(db)
  return rows.map(({ id }) => ({ account_id: id }))
}

/** Signs people in. Returns their session tokens. */
export async function createSessions({ db }: BenchDatabase, buyers: Buyer[]): Promise<string[]> {
  const tokens = buyers.map(() => randomUUID())
  const now = new Date().toISOString()
  await db
    .insertInto('session')
    .values(
      buyers.map(({ account_id }, i) => ({
        account_id,
        token_hash: createHash('sha256').update(tokens[i]!).digest('hex'),
        created_at: now,
        seen_at: now,
        expires_at: '2099-01-01T00:00:00Z',
      })),
    )
    .execute()
  return tokens
}

/** Inserts a published title with all its copies on sale at the price. */
export async function createTitleOnSale(
  { db }: Pick<BenchDatabase, 'db'>,
  { account_id: seller }: Buyer,
  { copies, price }: { copies: number; price: number },
): Promise<Copy[]> {
  const at = new Date()
  return inTx({ db }, async (tx) => {
    const { kid } = await tx
      .insertInto('asset')
      .values({
        creator: seller,
        title: 'Bench',
        asset_type: 'video',
        media_type: 'video',
        royalty_rate_bp: 1_000,
        min_sellable_price: 10,
        copies_count: copies,
        created_at: at.toISOString(),
        published_at: at.toISOString(),
      })
      .returning('kid')
      .executeTakeFirstOrThrow()
    const issue = { kid, creator: seller, first_number: 1, copies }
    await issueSerials(tx, { ...issue, subject_id: kid }, at)
    await sql`
      insert into listing (kind, asset_token_id, kid, seller, status, sale_price, batch, created_at)
      select 'sale', asset_token_id, kid, owner, 'open', ${price}, ${kid}, now()
      from serial where kid = ${kid}
    `.execute(tx)
    const { rows } = await sql<Copy>`
      select kid, asset_token_id, owner as seller, number from serial where kid = ${kid}
    `.execute(tx)
    return rows
  })
}

/**
 * Inserts titles with so many copies each, all on sale. Triggers are off, so the counts are written
 * directly.
 */
export async function createCatalog(database: BenchDatabase, titles: number, copies: number) {
  const [creator] = await createPeople(database, 1, 0)
  const step = Math.ceil(STEP_COPIES / copies) // a statement that takes too long counts as lost
  for (let first = 1; first <= titles; first += step)
    await insertTitles(database, creator!, [first, Math.min(first + step - 1, titles)], copies)
  await vacuum(database)
}

/** Vacuums the tables that have rows, as autovacuum would have done by then. */
export async function vacuum({ pool }: Pick<BenchDatabase, 'pool'>) {
  const { rows } = await pool.query<{ tables: string }>(`
    select string_agg(oid::regclass::text, ', ') as tables from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0`)
  await pool.query(`vacuum analyze ${rows[0]!.tables}`)
}

async function insertTitles(
  database: BenchDatabase,
  { account_id }: Buyer,
  [first, last]: [number, number],
  copies: number,
) {
  await inTx(database, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      with title as (
        insert into asset (creator, title, description, asset_type, media_type, copies_count,
          royalty_rate_bp, min_sellable_price, created_at, published_at)
        select ${account_id}::uuid, 'Title ' || i, repeat('What it is about. ', 20), 'video',
          (array['video', 'audio', 'image'])[1 + i % 3], ${copies}::int, 1000, 10,
          now() - i * interval '1 minute', now() - i * interval '1 minute'
        from generate_series(${first}::int, ${last}::int) i returning kid
      ), copy as (
        insert into serial (kid, number, owner, owned_since)
        select kid, number, ${account_id}::uuid, now()
        from title, generate_series(1, ${copies}::int) number returning kid, number, asset_token_id
      ), offered as (
        insert into listing (kind, asset_token_id, kid, seller, status, sale_price, batch, created_at)
        select 'sale', asset_token_id, kid, ${account_id}::uuid, 'open', 500 + number, kid, now()
        from copy
      )
      insert into asset_offer (kid, sale, min_sale_price, max_sale_price)
      select kid, ${copies}::int, 501, 500 + ${copies}::int from title
    `.execute(tx)
  })
}

/** Waits until the worker has done all jobs that are due: the mails of an order belong to its cost. */
export async function jobsDone({ pool }: Pick<BenchDatabase, 'pool'>) {
  const due =
    'select from graphile_worker.jobs where run_at < now() and attempts < max_attempts limit 1'
  while ((await pool.query(due)).rowCount) await sleep(JOBS_POLL_MS)
}

/** Returns the total difference between ledger balances and transfers, which must be 0. */
export async function ledgerDifference({ db }: BenchDatabase): Promise<number> {
  const { rows } = await sql<{ difference: number }>`
    select coalesce(sum(abs(balance
      - (select coalesce(sum(amount), 0) from ledger_transfer where credit = account.id)
      + (select coalesce(sum(amount), 0) from ledger_transfer where debit = account.id))), 0)::bigint
      as difference
    from ledger_account account where balance is not null
  `.execute(db)
  return rows[0]!.difference
}
