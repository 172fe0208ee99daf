import { sql } from 'kysely'
import { inTx } from '#core/database/db.ts'
import { list } from '#src/finance/transactions/history.ts'
import { type Buyer, ground, type Ground, onSale, people } from './ground.ts'

const FEW = 1_000
const MANY = 1_000_000
const ROUNDS = 500
const AT_ONCE = 100_000
const PRICE = 1_000

/** What the first page of a statement takes with a million rows behind it, against a thousand. */
export async function statement() {
  const on = await ground()
  try {
    const [few, many, other] = (await people(on, 3, 0)) as [Buyer, Buyer, Buyer]
    await fill(on, few, other, FEW)
    for (let done = 0; done < MANY; done += AT_ONCE) await fill(on, many, other, AT_ONCE)
    await on.pool.query('vacuum analyze') // as autovacuum would have by then
    const took = { few: [] as number[], many: [] as number[] }
    for (let round = 0; round < ROUNDS; round++) {
      took.few.push(await firstPage(on, few))
      took.many.push(await firstPage(on, many))
    }
    const [few_ms, many_ms] = [middle(took.few), middle(took.many)]
    return {
      growth: Number((many_ms / few_ms).toFixed(2)),
      few_ms: Number(few_ms.toFixed(2)),
      many_ms: Number(many_ms.toFixed(2)),
    }
  } finally {
    await on.close()
  }
}

async function firstPage(on: Ground, person: Buyer): Promise<number> {
  const begun = performance.now()
  const { items } = await list(on.ctxOf(person), { limit: 16, offset: 0 })
  if (items.length !== 16) throw new Error(`a page of ${items.length} rows`)
  return performance.now() - begun
}

const middle = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!

/** Settled deals of one person with another, by turns as buyer and seller, a minute apart. */
async function fill(on: Ground, one: Buyer, other: Buyer, deals: number) {
  const [copy] = await onSale(on, one, { copies: 1, price: PRICE })
  await inTx(on, async (tx) => {
    // Written as they lie, without the listings that the deals would have had.
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
          kind, price, points_used, sales_used, card_amount, platform_fee, royalty, net, lang,
          held_until, created_at, settled_at)
        select id, id, buyer, seller, seller, ${copy!.kid}, ${copy!.asset_token_id}, 1, id, 'settled',
          'primary', ${PRICE}, 0, ${PRICE}, 0, 100, 0, 900, 'en', at, at, at from side
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
