import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { createBrand } from '#src/catalog/brand/brand.shared.ts'
import { getDrawResult, randomlyPurchase } from '#src/sales/draw/draw.shared.ts'
import { createGroup } from '#src/catalog/group/group.shared.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import { listPurchases, purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { controlProvider, payAt, releaseUnasked } from './card-purchase.ts'
import { CARDS } from './card-fixtures.ts'
import { openDispute, waitForDispute } from './disputes.ts'
import { titleInBrand } from './brand-fixtures.ts'
import { type CrashApp, crashSuite } from './crash-app.ts'
import { orderSeveral, createTitle } from './titles.ts'
import { waitUntil } from './test-app.ts'

const BACK_SECONDS = 60 // the time within which everything must be finished after a restart
const PRICE = 1_000
const NUMBERS = [4, 2, 3]

/** Adds to an app a title on sale and a buyer. */
async function addFixtures(here: CrashApp) {
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 500 })
  const film = await createTitle(here, mika, { copies: 5, price: PRICE })
  const { events } = await controlProvider(here, {})
  return { here, mika, ren, film, key: randomUUID() as string, before: events.length }
}

type Fixtures = Awaited<ReturnType<typeof addFixtures>>

/** Asserts that there is one order, its copies share a state, and card and refund ran once. */
async function assertEndState(
  { here, ren, before }: Pick<Fixtures, 'here' | 'ren' | 'before'>,
  end: { status: string; copies: number; took: number; gave: number; balance: number },
) {
  const mine = () => ren.call(listPurchases, { limit: 100 })
  const isOver = ({ items }: Awaited<ReturnType<typeof mine>>) =>
    items.length > 0 && items.every(({ status }) => status === end.status)
  const { items } = await waitUntil(mine, isOver, BACK_SECONDS)
  deepEqual(
    items.map(({ status }) => status),
    Array<string>(end.copies).fill(end.status),
  )
  equal(new Set(items.map(({ order_id }) => order_id)).size, 1)
  const { events } = await controlProvider(here, {})
  const countEvents = (type: string) =>
    events.slice(before).filter((event) => event.type === type).length
  deepEqual(
    [countEvents('payment_intent.succeeded'), countEvents('charge.refunded')],
    [end.took, end.gave],
  )
  const { total, reserved_for_purchase } = await ren.call(getBalance, {})
  deepEqual([total, reserved_for_purchase], [end.balance, 0])
}

const assertLost = async (answer: Promise<unknown>) =>
  equal(await answer.catch(() => 'lost'), 'lost')
const SETTLED = { status: 'settled', copies: 3, took: 1, gave: 0, balance: 0 }

// oxfmt-ignore
const whileOrdering = [
  ['purchase.placing', 'before the holds are written'],
  ['checkout.opened', 'when the provider has opened the page and the app has not stored it'],
] as const
// oxfmt-ignore
const whilePaying = [
  ['purchase.settling', 'before the sales are written'],
  ['purchase.paid', 'with the sales written and their job not finished'],
] as const
// oxfmt-ignore
const whileDisputed = [
  ['dispute.opened', 'before the copies are frozen'],
  ['dispute.losing', 'before the loss is written'],
  ['dispute.followed', 'with a step written and its job not finished'],
] as const

void describe('the process is killed during an order of several copies', () => {
  const open = crashSuite()
  for (const [failpoint, when] of whileOrdering)
    test(`SL-05 three copies are bought once if the process is killed ${when}`, async (t) => {
      const fixtures = await addFixtures(await open(t, failpoint))
      const { here, ren, film, key } = fixtures
      const order = () => ren.call(purchaseSerial, orderSeveral(film, NUMBERS, 500), key)
      await assertLost(order())
      await here.waitForCrashAndRestart()
      const reply = await order()
      deepEqual(await order(), reply)
      await payAt(reply.url, CARDS.pays)
      await assertEndState(fixtures, SETTLED)
    })

  for (const [failpoint, when] of whilePaying)
    test(`SL-05 one payment settles three sales if the process is killed ${when}`, async (t) => {
      const fixtures = await addFixtures(await open(t, failpoint))
      const { here, ren, film } = fixtures
      const reply = await ren.call(purchaseSerial, orderSeveral(film, NUMBERS, 500))
      await payAt(reply.url, CARDS.pays).catch(() => {})
      await here.waitForCrashAndRestart()
      await assertEndState(fixtures, SETTLED)
    })

  test('SL-05 three copies are released once if the process is killed after the provider’s refund', async (t) => {
    const fixtures = await addFixtures(await open(t, 'purchase.refunding'))
    const { here, ren, film } = fixtures
    const reply = await ren.call(purchaseSerial, orderSeveral(film, NUMBERS, 500))
    await controlProvider(here, { do: 'pause' })
    await payAt(reply.url, CARDS.pays)
    await releaseUnasked(here, reply, ren)
    await here.waitForCrashAndRestart()
    await assertEndState(fixtures, { ...SETTLED, status: 'refunded', gave: 1, balance: 500 })
  })

  for (const [failpoint, when] of [whileOrdering[0], whilePaying[0]])
    test(`BR-09 a draw is drawn, held and paid once if the process is killed ${when}`, async (t) => {
      const fixtures = await addFixtures(await open(t, failpoint))
      const { here, mika, ren, key } = fixtures
      const brand = await mika.call(createBrand, {
        name: mika.name,
        account: mika.name.toLowerCase(),
      })
      const kids = [
        await titleInBrand(here, mika, brand.id),
        await titleInBrand(here, mika, brand.id),
      ]
      const set = { name: 'Winter', brand_id: brand.id, sorted_contents: kids }
      const { encrypted_id: group_id } = await mika.call(createGroup, set)
      const draw = () =>
        ren.call(
          randomlyPurchase,
          { group_id, number_of_purchases: 3, balance_to_use: 500, client_seed: 'mine' },
          key,
        )
      const first = await draw().catch(() => undefined)
      if (first) await payAt(first.url!, CARDS.pays).catch(() => {})
      await here.waitForCrashAndRestart()
      const reply = await draw()
      if (first) equal(reply.purchase_id, first.purchase_id)
      else await payAt(reply.url!, CARDS.pays)
      await assertEndState(fixtures, SETTLED)
      equal((await ren.call(getDrawResult, { id: reply.purchase_id })).copies, 3)
      const draws = here.app.db.selectFrom('draw').where('buyer', '=', ren.account_id)
      equal((await draws.select('order_id').execute()).length, 1)
    })

  for (const [failpoint, when] of whileDisputed)
    test(`a lost dispute takes copies and money back once if the process is killed ${when}`, async (t) => {
      const fixtures = await addFixtures(await open(t, failpoint))
      const { here, mika, ren, film } = fixtures
      const reply = await ren.call(purchaseSerial, orderSeveral(film, NUMBERS, 500))
      await payAt(reply.url, CARDS.pays)
      await assertEndState(fixtures, SETTLED)
      const { payment_intent } = await here.integrations.card.getCheckout(reply.id)
      const dispute = await openDispute(here, payment_intent!)
      if (failpoint === 'dispute.losing') await waitForDispute(here, dispute, 'open')
      await controlProvider(here, { do: 'lose', dispute }).catch(() => {})
      await here.waitForCrashAndRestart()
      await controlProvider(here, { do: 'lose', dispute }).catch(() => {}) // the first request may have arrived

      equal((await waitForDispute(here, dispute, 'lost', BACK_SECONDS))?.status, 'lost')

      deepEqual([await mika.balance(), await ren.balance()], [0, 500])
      const copies = here.app.db.selectFrom('serial').where('kid', '=', film.kid)
      const owners = await copies.select('owner').execute()
      deepEqual([...new Set(owners.map(({ owner }) => owner))], [mika.account_id])
    })
})
