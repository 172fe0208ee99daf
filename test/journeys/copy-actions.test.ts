import { deepEqual } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { purchaseForFree, purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { rentForFree } from '#src/sales/rental/rental.shared.ts'
import { appWithTab } from '../app-with-tab.ts'
import type { Person } from '../people.ts'
import { listForRent } from '../rentals.ts'
import { listForSale, type Title, createTitle } from '../titles.ts'

const PRICE = 1_000
const RENT = { rent_price: 300, days: 3 }

/** Makes copies in every state, and returns the addresses of their pages by state. */
async function openFixtures(t: TestContext) {
  const { here, tab } = await appWithTab(t)
  const [mika, ren] = [
    await here.person('Mika', { role: 'ORH' }),
    await here.person('Ren', { balance: 9 * PRICE }),
  ]
  const [nao, aoi] = [await here.person('Nao', { balance: PRICE }), await here.person('Aoi')]
  const make = (copies: number, options = {}) =>
    createTitle(here, mika, { copies, secondary_rental_enabled: true, ...options })
  const one = ({ tokens }: Title, number: number) => [tokens.get(number)!]
  const sell = (who: Person, of: Title, number: number, price = PRICE) =>
    listForSale(here, who, one(of, number), price)
  const lend = (who: Person, of: Title, number: number) =>
    listForRent(here, who, { tokens: new Map([[number, of.tokens.get(number)!]]) }, RENT)
  const order = (of: Title, number: number, balance: number) => ({
    ...of.order(number, balance),
    asset_sale_price: PRICE,
  })
  const bought = async (of: Title, number: number) => {
    await sell(mika, of, number)
    await ren.call(purchaseForFree, order(of, number, PRICE))
  }
  const film = await make(5)
  await sell(mika, film, 1)
  await lend(mika, film, 2)
  await lend(mika, film, 4)
  await nao.call(rentForFree, {
    kid: film.kid,
    asset_token_id: film.tokens.get(4)!,
    owner_account_id: mika.account_id,
    asset_rent_price: RENT.rent_price,
    rental_period_seconds: RENT.days * 86_400,
    balance_to_use: RENT.rent_price,
    lang: 'en',
  })
  await sell(mika, film, 5)
  await aoi.call(purchaseSerial, order(film, 5, 0))
  const sold = await make(2)
  await bought(sold, 1)
  await bought(sold, 2)
  await sell(ren, sold, 2, 1_500)
  const lent = await make(1)
  await bought(lent, 1)
  await lend(ren, lent, 1)
  const out = await make(1)
  await bought(out, 1)
  await lend(ren, out, 1)
  await nao.call(rentForFree, {
    kid: out.kid,
    asset_token_id: out.tokens.get(1)!,
    owner_account_id: ren.account_id,
    asset_rent_price: RENT.rent_price,
    rental_period_seconds: RENT.days * 86_400,
    balance_to_use: RENT.rent_price,
    lang: 'en',
  })
  const going = await make(1)
  await bought(going, 1)
  await sell(ren, going, 1)
  const fromRen = { ...order(going, 1, 0), owner_account_id: ren.account_id }
  deepEqual((await aoi.call(purchaseSerial, fromRen)).error, undefined)
  const kept = await make(1, { secondary_sale_enabled: false, secondary_rental_enabled: false })
  await bought(kept, 1)
  const early = await make(1, { price: PRICE, sale_starting_at: '2035-01-01T00:00:00Z' })
  const late = await make(1, { price: PRICE, sale_ending_at: '2020-01-01T00:00:00Z' })
  const full = await make(2, { holding_limit: 1 })
  await bought(full, 1)
  await sell(mika, full, 2)
  const at = ({ kid }: Title, number = 1) => `/asset/${kid}?no=${number}`
  return {
    tab,
    people: { guest: undefined, nami: await here.person('Nami'), aoi, nao, ren, mika },
    pages: {
      'for sale': at(film, 1),
      'to rent': at(film, 2),
      'not offered': at(film, 3),
      'Ren’s': at(sold, 1),
      'Ren’s, for sale': at(sold, 2),
      'lent to Nao': at(film, 4),
      'Aoi is paying': at(film, 5),
      'Ren’s, to rent': at(lent),
      'Ren’s, lent to Nao': at(out),
      'Ren’s, Aoi is paying': at(going),
      'Ren’s, to keep': at(kept),
      'before the sale': at(early),
      'after the sale': at(late),
      'Ren has enough': at(full, 2),
    },
  }
}

/** The actions that the page of a copy offers in each state: to all readers, except those named. */
const MATRIX: Record<string, Partial<Record<string, string[]>>> = {
  'for sale': { all: ['Buy'], mika: ['Watch', 'Change price', 'Stop selling'] },
  'to rent': { all: ['Rent'], nao: ['Watch'], mika: ['Watch', 'Change rent', 'Stop renting out'] },
  'not offered': { all: [], nao: ['Watch'], mika: ['Watch', 'Sell', 'Rent out'] },
  'lent to Nao': { all: [], nao: ['Watch'] },
  'Aoi is paying': { all: [], aoi: ['Continue payment'], nao: ['Watch'], mika: ['Watch'] },
  'Ren’s': { all: [], ren: ['Watch', 'Sell', 'Rent out'] },
  'Ren’s, for sale': { all: ['Buy'], ren: ['Watch', 'Change price', 'Stop selling'] },
  'Ren’s, to rent': { all: ['Rent'], ren: ['Watch', 'Change rent', 'Stop renting out'] },
  'Ren’s, lent to Nao': { all: [], nao: ['Watch'] },
  'Ren’s, Aoi is paying': { all: [], aoi: ['Continue payment'], ren: ['Watch'] },
  'Ren’s, to keep': { all: [], ren: ['Watch'] },
  'before the sale': { all: [], mika: ['Watch', 'Change price', 'Stop selling'] },
  'after the sale': { all: [], mika: ['Watch', 'Change price', 'Stop selling'] },
  'Ren has enough': { all: ['Buy'], ren: [], mika: ['Watch', 'Change price', 'Stop selling'] },
}
const ACTIONS =
  /^(Buy|Rent out|Rent|Watch|Sell|Change price|Change rent|Stop selling|Stop renting out|Continue payment|Edit)\b/

test('AS-03 the page of a copy offers its owner, its creator and other readers what each may do, and nothing else', async (t) => {
  const { tab, people, pages } = await openFixtures(t)
  deepEqual(Object.keys(MATRIX).toSorted(), Object.keys(pages).toSorted())
  for (const [name, who] of Object.entries(people)) {
    const page = await tab(who, { javaScriptEnabled: false })
    for (const [state, path] of Object.entries(pages)) {
      await page.goto(path)
      const texts = await page.locator('main :is(a, button)').allInnerTexts()
      const found = new Set(texts.flatMap((text) => ACTIONS.exec(text.trim())?.[1] ?? []))
      const may = MATRIX[state]![name] ?? MATRIX[state]!.all!
      const expected = [...may, ...(name === 'mika' ? ['Edit'] : [])]
      deepEqual({ name, state, may: [...found] }, { name, state, may: expected })
    }
  }
})
