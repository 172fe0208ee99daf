import { deepEqual, equal, ok } from 'node:assert/strict'
import { putPayee } from '#src/finance/payout/payee.shared.ts'
import { putAuto } from '#src/finance/payout/payout.shared.ts'
import { listPointDetails } from '#src/finance/transactions/history.shared.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import { registerBank } from './bank-accounts.ts'
import { controlProvider } from './card-purchase.ts'
import type { Person } from './people.ts'
import { downloadableTitle } from './downloads.ts'
import type { Title } from './titles.ts'
import { tenTimes, type TestApp, travelTo, waitUntil } from './test-app.ts'

const DAY_MS = 86_400_000

/** A market with people who try random actions, and the state that these need. */
export interface MarketFixtures {
  here: TestApp
  film: Title
  copies: number
  people: Person[]
  /** The people with a bank account. */
  banked: Person[]
  sora: Person
  /** Copies held while their buyers are on the provider's pages. */
  held: { buyer: Person; number: number; url: string }[]
  files: Buffer[]
  payouts: { who: Person; id: string }[]
}
/** Opens a market with a title of some copies, ten buyers with balances and an administrator. */
export async function openMarket(here: TestApp, copies = 40): Promise<MarketFixtures> {
  const mika = await here.person('Mika', { role: 'ORH', balance: 20_000 })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const buyers = await Promise.all(
    tenTimes((i) => here.person(`P${i}`, { balance: 20_000, points: 3_000 })),
  )
  const people = [mika, ...buyers]
  const banked = people.slice(0, 5)
  for (const [i, who] of banked.entries()) {
    await registerBank(here, who)
    const taxed = { withholding: 'domestic_individual', reason: 'lives here' } as const
    if (i % 2 === 0) await sora.call(putPayee, { account_id: who.account_id, ...taxed })
    if (i % 3 === 0) await who.call(putAuto, { enabled: true })
  }
  const film = await downloadableTitle(here, mika, { copies, price: 1_000 })
  return { here, film, copies, people, banked, sora, held: [], files: [], payouts: [] }
}

/** Delivers all events of the provider, ends every hold and makes every refund. */
export async function settleEverything(here: Pick<TestApp, 'app' | 'clock' | 'run' | 'url'>) {
  await controlProvider(here, { do: 'resume' })
  const { db } = here.app
  const open = () =>
    db
      .selectFrom('purchase')
      .select(['id', 'status'])
      .where('status', 'in', ['reserved', 'refunding'])
      .execute()
  for (let rounds = 0; rounds < 20 && (await open()).length > 0; rounds++) {
    await travelTo(here, new Date(here.clock.now.getTime() + 3_600_000))
    for (const job of ['books.look_for_payments', 'purchase.expire_holds', 'purchase.sweep_owed'])
      await here.run(job)
    await waitUntil(open, (purchases) => purchases.length === 0, 3)
  }
  deepEqual(await open(), [])
  await travelTo(here, new Date(here.clock.now.getTime() + DAY_MS))
  await here.run('books.reconcile')
}

/** Asserts that the rows of a statement add up to the balances of `/point_balance`. */
export async function assertStatementMatchesBalance(who: Person) {
  const sums = { sales: 0, points: 0 }
  for (let offset = 0, more = true; more; offset += 100) {
    const page = await who.call(listPointDetails, { limit: 100, offset })
    for (const { sales_change, points_change } of page.items) {
      sums.sales += sales_change
      sums.points += points_change
    }
    more = page.items.length === 100
  }
  const { sales_balance, points, ...held } = await who.call(getBalance, {})
  const { reserved_for_purchase, reserved_for_payout } = held
  const total = sales_balance + points + reserved_for_purchase // held money has no row in the statement yet
  equal(sums.sales + sums.points, total, who.name)
  if (reserved_for_purchase === 0) deepEqual(sums, { sales: sales_balance, points }, who.name)
  ok(Math.min(sales_balance, points, reserved_for_purchase, reserved_for_payout) >= 0, who.name)
}
