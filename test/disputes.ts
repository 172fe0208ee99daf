import { equal } from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { after } from '#core/clock.ts'
import { newestCheck } from '#src/finance/reconciliation/checks.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import { purchaseForFree, purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { control, payAt, stateOf } from './card-purchase.ts'
import { CARDS } from './card-world.ts'
import type { Place, Somebody } from './people.ts'
import { onSale, title, type Title } from './titles.ts'
import { soon, travel, testApp, type TestApp } from './test-app.ts'

export const PRICE = 2_400
export const NET = 2_160 // of a first sale: a tenth is the house's
export const FEE = 1_500 // which the provider keeps of a dispute

export async function shop(t: TestContext, { balance = 0, copies = 5 } = {}) {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance })
  const film = await title(here, mika, { copies, price: PRICE })
  return { here, mika, ren, film }
}

/** Ren has bought a copy by card, the rest from balance. */
export async function sold(t: TestContext, { balance = 0 } = {}) {
  const all = await shop(t, { balance })
  const order = await all.ren.call(purchaseSerial, all.film.order(3, balance))
  const intent = await paid(all.here, order)
  return { ...all, order, intent }
}

/** What the comparison with the provider finds, but for disputes as such. */
export async function differences(here: TestApp) {
  await travel(here, new Date(here.clock.now.getTime() + 26 * 3_600_000))
  await here.run('books.reconcile')
  const check = await newestCheck(here.app.db, 'card')
  return check!.differences.filter(({ sentence }) => !sentence.includes('is disputed'))
}

export const owes = async (who: Somebody) => (await who.call(getBalance, {})).debt

/** Sells a number on from balance. */
export async function sellsOn(
  here: TestApp,
  film: Title,
  number: number,
  seller: Somebody,
  buyer: Somebody,
) {
  await onSale(here, seller, [film.tokens.get(number)!], PRICE)
  const order = { ...film.order(number, PRICE), asset_sale_price: PRICE }
  const owned = { ...order, owner_account_id: seller.account_id }
  here.clock.now = after(here.clock.now, 60)
  equal((await buyer.call(purchaseForFree, owned)).status, 'settled')
}

/** Pays an order at the provider's page and waits for its copies: the payment's id. */
export async function paid(here: TestApp, order: { purchase_id: string; id: string; url: string }) {
  await payAt(order.url, CARDS.pays)
  await soon(
    () => stateOf(here, order),
    ({ status }) => status !== 'reserved',
  )
  return intentOf(here, order)
}

/** The payment that was made on an order's page. */
export const intentOf = async ({ integrations }: TestApp, { id }: { id: string }) =>
  (await integrations.card.getCheckout(id)).payment_intent!

/**
 * The holder of a card tells their bank that they do not know of a payment, or of so many yen of it:
 * the dispute's id.
 */
export async function disputed(
  here: Pick<TestApp, 'url'>,
  payment_intent: string,
  amount?: number,
) {
  const dispute = await control(here, { do: 'dispute', payment_intent, amount })
  return (dispute as unknown as { id: string }).id
}

/** The bank decides, and the house has heard of it. */
export async function decided(here: TestApp, dispute: string, order: 'win' | 'lose') {
  await control(here, { do: order, dispute })
  return heard(here, dispute, order === 'win' ? 'won' : 'lost')
}

/** Waits until the house knows a dispute as it stands at the provider's. */
export const heard = ({ app }: Pick<Place, 'app'>, dispute: string, status: string, seconds = 10) =>
  soon(
    () =>
      app.db
        .selectFrom('dispute')
        .selectAll()
        .where('provider_id', '=', dispute)
        .executeTakeFirst(),
    (row) => row?.status === status,
    seconds,
  )

/** Who has a copy, and whether it is frozen. */
export async function copyOf({ app }: TestApp, film: Title, number: number) {
  const row = await app.db
    .selectFrom('serial')
    .innerJoin('account', 'account.id', 'owner')
    .select(['username', 'frozen_at'])
    .where('asset_token_id', '=', film.tokens.get(number)!)
    .executeTakeFirstOrThrow()
  return [row.username, row.frozen_at ? 'frozen' : 'free']
}

/** Yen on the house's accounts: what is due from the provider is below zero. */
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

/** The subjects of a person's letters, the oldest first, once there are so many. */
export const letters = async (here: TestApp, who: Somebody, count: number) =>
  (
    await soon(
      () => here.inbox(who.email),
      (mails) => mails.length >= count,
    )
  ).map(({ subject }) => subject)
