import { equal } from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { newestCheck } from '#src/finance/reconciliation/checks.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import { purchaseForFree, purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { controlProvider, payAt, stateOf } from './card-purchase.ts'
import { CARDS } from './card-fixtures.ts'
import type { RunningApp, Person } from './people.ts'
import { listForSale, createTitle, type Title } from './titles.ts'
import { waitUntil, travelTo, testApp, type TestApp } from './test-app.ts'

export const PRICE = 2_400
export const NET = 2_160 // of a first sale: a tenth is the platform fee
export const FEE = 1_500 // what the provider charges for a dispute

export async function disputeFixtures(t: TestContext, { balance = 0, copies = 5 } = {}) {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance })
  const film = await createTitle(here, mika, { copies, price: PRICE })
  return { here, mika, ren, film }
}

/** Sells a copy to Ren, paid by card and `balance`. */
export async function soldByCard(t: TestContext, { balance = 0 } = {}) {
  const all = await disputeFixtures(t, { balance })
  const order = await all.ren.call(purchaseSerial, all.film.order(3, balance))
  const intent = await payOrder(all.here, order)
  return { ...all, order, intent }
}

/** Compares the books with the provider's, a day later; leaves out that payments are disputed. */
export async function cardDifferences(here: TestApp) {
  await travelTo(here, new Date(here.clock.now.getTime() + 26 * 3_600_000))
  await here.run('books.reconcile')
  const check = await newestCheck(here.app.db, 'card')
  return check!.differences.filter(({ sentence }) => !sentence.includes('is disputed'))
}

export const debtOf = async (who: Person) => (await who.call(getBalance, {})).debt

/** Sells a number on to a buyer who pays from balance. */
export async function resell(
  here: TestApp,
  film: Title,
  number: number,
  seller: Person,
  buyer: Person,
) {
  await listForSale(here, seller, [film.tokens.get(number)!], PRICE)
  const order = { ...film.order(number, PRICE), asset_sale_price: PRICE }
  const owned = { ...order, owner_account_id: seller.account_id }
  here.clock.now = addSeconds(here.clock.now, 60)
  equal((await buyer.call(purchaseForFree, owned)).status, 'settled')
}

/** Pays an order on the provider's page, waits until it settles, and returns the payment's id. */
export async function payOrder(
  here: TestApp,
  order: { purchase_id: string; id: string; url: string },
) {
  await payAt(order.url, CARDS.pays)
  await waitUntil(
    () => stateOf(here, order),
    ({ status }) => status !== 'reserved',
  )
  return paymentIntentOf(here, order)
}

/** Returns the id of the payment made on an order's page. */
export const paymentIntentOf = async ({ integrations }: TestApp, { id }: { id: string }) =>
  (await integrations.card.getCheckout(id)).payment_intent!

/** Disputes a payment at the bank, or `amount` yen of it, and returns the dispute's id. */
export async function openDispute(
  here: Pick<TestApp, 'url'>,
  payment_intent: string,
  amount?: number,
) {
  const dispute = await controlProvider(here, { do: 'dispute', payment_intent, amount })
  return (dispute as unknown as { id: string }).id
}

/** Lets the bank decide a dispute, and waits until the app knows. */
export async function closeDispute(here: TestApp, dispute: string, order: 'win' | 'lose') {
  await controlProvider(here, { do: order, dispute })
  return waitForDispute(here, dispute, order === 'win' ? 'won' : 'lost')
}

/** Waits until the app has stored a dispute with this status. */
export const waitForDispute = (
  { app }: Pick<RunningApp, 'app'>,
  dispute: string,
  status: string,
  seconds = 10,
) =>
  waitUntil(
    () =>
      app.db
        .selectFrom('dispute')
        .selectAll()
        .where('provider_id', '=', dispute)
        .executeTakeFirst(),
    (row) => row?.status === status,
    seconds,
  )

/** Returns the owner of a copy, and `frozen` or `free`. */
export async function ownerAndState({ app }: TestApp, film: Title, number: number) {
  const row = await app.db
    .selectFrom('serial')
    .innerJoin('account', 'account.id', 'owner')
    .select(['username', 'frozen_at'])
    .where('asset_token_id', '=', film.tokens.get(number)!)
    .executeTakeFirstOrThrow()
  return [row.username, row.frozen_at ? 'frozen' : 'free']
}

/** Returns the balance of a platform account in yen; money due from the provider is negative. */
export async function platformAccount({ app }: TestApp, kind: 'card' | 'fees' | 'owed') {
  const { id } = await app.db
    .selectFrom('ledger_account')
    .select('id')
    .where('kind', '=', kind)
    .where('account_id', 'is', null)
    .executeTakeFirstOrThrow()
  const rows = await app.db
    .selectFrom('ledger_transfer')
    .select(['debit', 'amount'])
    .where((or) => or.or([or('debit', '=', id), or('credit', '=', id)]))
    .execute()
  return rows.reduce((sum, { debit, amount }) => sum + (debit === id ? -amount : amount), 0)
}

/** Returns the subjects of a person's mails, oldest first, once there are `count`. */
export const mailSubjects = async (here: TestApp, who: Person, count: number) =>
  (
    await waitUntil(
      () => here.inbox(who.email),
      (mails) => mails.length >= count,
    )
  ).map(({ subject }) => subject)
