import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { builtPages } from '#src/app.ts'
import {
  type BoardRow,
  getBoard,
  getSerial,
  type SerialOfTitle,
  type SerialStatus,
  serialStatuses,
} from '#src/catalog/serial/serial.shared.ts'
import { eventuallyEqual, assertAccessible, openChromium } from '../chromium.ts'
import { overrideReply } from '../reply-overrides.ts'
import { createTitle } from '../titles.ts'
import { testApp } from '../test-app.ts'

const pages = await builtPages()
const AGAIN_MS = 6_000 // the time after which a page without event stream has asked again
const SOON = '2035-01-01T00:00:00.000Z'

/** The status and action of another person's copy in each state. */
const statesForOthers: Record<
  SerialStatus,
  [change: Partial<SerialOfTitle>, said: RegExp, can?: RegExp]
> = {
  buyable: [{ sale_price: 2_400 }, /We hold the copy while you pay/, /^Buy No\. 7/],
  rentable: [
    { rent_price: 300, rental_period_seconds: 86_400 },
    /The rental period starts when you pay/,
    /^Rent No\. 7/,
  ],
  not_listed: [{}, /No\. 7 is not for sale/],
  preparing: [{}, /We are preparing No\. 7/],
  reserved_for_you: [{ sale_price: 2_400 }, /No\. 7 is reserved for you\./, /^Buy No\. 7/],
  reserved_for_another: [{}, /No\. 7 is reserved for someone else/],
  not_available: [{}, /No\. 7 is not for sale/],
  being_purchased: [{ held_until: SOON }, /Another buyer is paying for No\. 7/],
  being_rented: [{ rented_until: SOON }, /No\. 7 is rented out until/],
  downloaded: [{}, /No\. 7 is not for sale/],
  offered_in_trade: [{}, /No\. 7 is not for sale/],
  frozen: [{}, /The card payment for No\. 7 is disputed/],
  in_wallet: [{}, /No\. 7 is not for sale/],
  in_trade_offer: [{}, /No\. 7 is not for sale/],
}

/** Returns a copy that is not offered, changed by `more`. */
const notOffered = {
  sale_price: null,
  rent_price: null,
  rental_period_seconds: null,
  held_until: null,
}

async function openFixtures(t: Parameters<typeof testApp>[0]) {
  const here = await testApp(t, { pages, now: new Date() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 14, price: 2_400 })
  const tab = await openChromium(here)
  const open = async (path: string, who?: typeof mika) => {
    const page = await tab(who)
    await page.addInitScript('delete window.EventSource')
    await page.clock.install()
    await page.goto(path)
    return page
  }
  return { mika, film, open }
}

test('AS-04 the page of a copy shows its state, and offers only the actions possible in it', async (t) => {
  const { film, open } = await openFixtures(t)
  const page = await open(`/asset/${film.kid}?no=7`)
  let now: SerialStatus = 'buyable'
  await overrideReply(page, getSerial, (real) => ({
    ...real,
    ...notOffered,
    rented_until: null,
    status: now,
    ...statesForOthers[now][0],
  }))
  for (const status of serialStatuses) {
    now = status
    await page.clock.runFor(AGAIN_MS)
    const [, said, can] = statesForOthers[status]
    await page.getByText(said).first().waitFor()
    const main = page.locator('main')
    const offers = () => main.getByRole('link', { name: /^(Buy|Rent) No\. 7/ }).allInnerTexts()
    await eventuallyEqual(
      async () => (await offers()).map((offer) => can?.test(offer)),
      can ? [true] : [],
    )
    if (status === 'being_purchased') await assertAccessible(page)
  }
})

/** Returns the word, the presence of a sign and the colours of each row. */
const statusTags = (page: Page) =>
  page.locator('tbody tr').evaluateAll((rows) =>
    rows.map((row) => {
      const tag = row.querySelector('td span.rounded-sm')!
      const signs = tag.querySelectorAll('svg').length
      return { word: tag.textContent, signs, colours: tag.className }
    }),
  )

test('AS-04 each state of a copy has a word, a sign and a colour in the table of copies', async (t) => {
  const { mika, film, open } = await openFixtures(t)
  const page = await open(`/asset/created/${film.kid}/serials`, mika)
  await overrideReply(page, getBoard, ({ rows }) => ({
    rows: rows.map(([number, , mine], i): BoardRow => [
      number,
      i % serialStatuses.length,
      mine,
      null,
      null,
    ]),
  }))
  await page.clock.runFor(31_000)
  await eventuallyEqual(
    async () => new Set((await statusTags(page)).map(({ word }) => word)).size,
    14,
  )
  const seen = await statusTags(page)
  deepEqual(
    seen.map(({ word }) => word),
    [
      'For sale',
      'For rent',
      'Not listed',
      'Preparing',
      'Reserved for you',
      'Reserved for someone else',
      'Not available',
      'Payment in progress',
      'Rented out',
      'Downloaded',
      'Open to trade',
      'Payment disputed',
      'In its owner’s wallet',
      'Offered in a trade',
    ],
  )
  deepEqual(new Set(seen.map(({ signs }) => signs)), new Set([1]))
  equal(new Set(seen.map(({ colours }) => colours)).size, 5)
  await assertAccessible(page)
})
