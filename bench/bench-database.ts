import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { connect, inTx, migrate } from '#core/database/db.ts'
import type { Ctx } from '#core/context.ts'
import { logTo } from '#core/log.ts'
import { openPostgres } from '#core/database/postgres.ts'
import { readConfig } from '#src/config.ts'
import { issueSerials } from '#src/catalog/serial/issue.ts'

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
  /** Returns the context of a call by one person. The measured code calls no integrations and sends no texts. */
  const ctxOf = ({ account_id }: Buyer): Ctx => ({
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
    call: 'POST /assets/purchase_for_free',
    key: randomUUID(),
    person: { account_id, role: 'STANDARD_USER', username: '', email: '', session_id: '' },
  })
  return {
    db,
    pool,
    url: postgres.url,
    ctxOf,
    folder,
    async close() {
      await pool.end()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type BenchDatabase = Awaited<ReturnType<typeof openBenchDatabase>>

/** Inserts people with a sales balance, booked as an opening transfer. */
export async function createPeople(
  { db }: BenchDatabase,
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
  { db }: BenchDatabase,
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
