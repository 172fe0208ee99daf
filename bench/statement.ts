import { sql } from 'kysely'
import { inTx } from '#core/database/db.ts'
import { list } from '#src/finance/transactions/history.ts'
import { median, rounded } from './figures.ts'
import {
  type Buyer,
  openBenchDatabase,
  type BenchDatabase,
  createTitleOnSale,
  createPeople,
  vacuum,
} from './bench-database.ts'

const FEW_ROWS = 1_000
const MANY_ROWS = 1_000_000
const ROUNDS = 500
const AT_ONCE = 100_000
const PRICE = 1_000

/** Measures the first page of a statement with a million rows, against a thousand. */
export async function statement() {
  const database = await openBenchDatabase()
  try {
    const [few, many, other] = (await createPeople(database, 3, 0)) as [Buyer, Buyer, Buyer]
    await fillDatabase(database, few, other, FEW_ROWS)
    for (let done = 0; done < MANY_ROWS; done += AT_ONCE)
      await fillDatabase(database, many, other, AT_ONCE)
    await vacuum(database)
    const timings = { few: [] as number[], many: [] as number[] }
    for (let round = 0; round < ROUNDS; round++) {
      timings.few.push(await firstPage(database, few))
      timings.many.push(await firstPage(database, many))
    }
    const [few_ms, many_ms] = [median(timings.few), median(timings.many)]
    return {
      growth: rounded(many_ms / few_ms),
      few_ms: rounded(few_ms),
      many_ms: rounded(many_ms),
    }
  } finally {
    await database.close()
  }
}

async function firstPage(database: BenchDatabase, person: Buyer): Promise<number> {
  const startedAt = performance.now()
  const { items } = await list(database.ctxOf(person), { limit: 16, offset: 0 })
  if (items.length !== 16) throw new Error(`a page of ${items.length} rows`)
  return performance.now() - startedAt
}

/**
 * Inserts settled purchases between two people, a minute apart, who take turns as buyer and seller.
 */
async function fillDatabase(database: BenchDatabase, one: Buyer, other: Buyer, deals: number) {
  const [copy] = await createTitleOnSale(database, one, { copies: 1, price: PRICE })
  await inTx(database, async (tx) => {
    // Insert the rows directly, without the listings that real purchases would have.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      with deal as (
        select gen_random_uuid() as id, i % 2 = 0 as buys, now() - i * interval '1 minute' as at
        from generate_series(1, ${deals}::int) i
      ), side as (
        select id, at, case when buys then ${one.account_id}::uuid else ${other.account_id} end as buyer,
          case when buys then ${other.account_id}::uuid else ${one.account_id} end as seller from deal
      ), bought as (
        insert into purchase (id, order_id, buyer, seller, creator, kid, asset_token_id, number, listing_id, status,
          kind, deal, transfers_copy, price, points_used, sales_used, card_amount, platform_fee, royalty,
          net, lang, held_until, created_at, settled_at)
        select id, id, buyer, seller, seller, ${copy!.kid}, ${copy!.asset_token_id}, 1, id, 'settled',
          'primary', 'sale', true, ${PRICE}, 0, ${PRICE}, 0, 100, 0, 900, 'en', at, at, at from side
      )
      insert into ledger_transfer (debit, credit, amount, reason, subject_id, at)
      select debit.id, credit.id, moved.amount, moved.reason, side.id, side.at
      from side, lateral (values (buyer, 'sales', buyer, 'hold', ${PRICE}::int, 'hold'),
          (buyer, 'hold', seller, 'sales', 900, 'sale'), (buyer, 'hold', null, 'fees', 100, 'fee'))
        moved(out, out_kind, "into", into_kind, amount, reason)
      join ledger_account debit on debit.account_id = out and debit.kind = out_kind
      join ledger_account credit on credit.account_id is not distinct from "into" and credit.kind = into_kind
      order by side.at, moved.amount
    `.execute(tx)
  })
}
