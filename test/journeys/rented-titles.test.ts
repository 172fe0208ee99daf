import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { builtPages } from '#src/app.ts'
import { rentForFree, rentSerial } from '#src/sales/rental/rental.shared.ts'
import {
  eventuallyEqual,
  assertFitsScreen,
  assertAccessible,
  openChromium,
  PHONE,
} from '../chromium.ts'
import { rentalTitle } from '../rentals.ts'
import { travelTo, testApp } from '../test-app.ts'

const pages = await builtPages()

test('RT-05 GR-05 GR-07 GR-10 GR-15 rented titles show when they end, and move to another section afterwards', async (t) => {
  const here = await testApp(t, { pages, now: new Date() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 5_000 })
  const make = (days: number, copies = 1) => rentalTitle(here, mika, { copies, days })
  const [over, short, long, paying] = [await make(1), await make(1), await make(9), await make(2)]
  const names = new Map<string, string>()
  for (const [name, { kid }] of Object.entries({ over, short, long, paying })) {
    await here.app.db.updateTable('asset').set({ title: name }).where('kid', '=', kid).execute()
    names.set(kid, name)
  }
  const tab = await openChromium(here)
  const page = await tab(ren, PHONE)
  await page.goto('/asset/rented')
  await page.getByText('No rentals yet').waitFor()
  await assertAccessible(page)
  await page.getByRole('link', { name: 'See titles for rent' }).click()
  await page.waitForURL('/?listing_type=rental')
  await eventuallyEqual(() => page.locator('.card').getByText('Rent ¥300').count(), 4)

  await ren.call(rentForFree, over.rent(1, 300))
  await travelTo(here, addSeconds(here.clock.now, DAY_SECONDS))
  await here.run('rental.end')
  await ren.call(rentForFree, short.rent(1, 300))
  await ren.call(rentForFree, long.rent(1, 300))
  await travelTo(here, addSeconds(here.clock.now, 3_600))
  await ren.call(rentSerial, paying.rent(1, 0))
  await page.goto('/?listing_type=rental')
  const titles = () => page.locator('.card h3').allInnerTexts()
  await eventuallyEqual(async () => (await titles()).toSorted(), ['over', 'paying'])

  await page.clock.install()
  const namesIn = (part: string) =>
    page.getByRole('region', { name: part }).locator('.card h3').allInnerTexts()
  await page.goto('/asset')
  await page.getByText('Your shelf is empty').waitFor()
  await eventuallyEqual(() => namesIn('Rented'), ['paying', 'short', 'long'])
  await page.getByText('2 rented titles').waitFor()
  await page.getByRole('link', { name: 'See all rentals' }).waitFor()
  await page.getByRole('button', { name: 'Account of Ren' }).click() // oxfmt-ignore
  await page.getByRole('link', { name: 'Rented', exact: true }).click()
  await page.waitForURL('/asset/rented')
  await eventuallyEqual(() => namesIn('Current rentals'), ['paying', 'short', 'long'])
  await eventuallyEqual(() => namesIn('Past rentals'), ['over'])
  const card = (name: string) => page.locator('.card').filter({ hasText: name })
  await card('short').getByText('23 h 0 min left').waitFor()
  await card('long').getByText(/Until \d+ \w+ \d{4}, \d\d:\d\d JST/).waitFor() // oxfmt-ignore
  equal(await card('long').getByText('left').count(), 0)
  await card('over')
    .getByText(/Ended on \d+ \w+ \d{4}/)
    .waitFor()
  await card('paying').getByRole('button', { disabled: true }).waitFor()
  await card('paying').getByText('Waiting for payment').waitFor()
  equal(await card('paying').getByRole('link').count(), 0)
  await card('paying').hover()
  await card('paying').getByRole('tooltip').getByText('You can open it after payment.').waitFor()
  await card('paying').click()
  equal(new URL(page.url()).pathname, '/asset/rented')
  await assertAccessible(page)
  await assertFitsScreen(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await assertFitsScreen(page)

  const japanese = await tab(ren, { ...PHONE, locale: 'ja' })
  await japanese.goto('/asset/rented')
  await japanese
    .getByText(/\d{4}年\d+月\d+日.*まで/)
    .first()
    .waitFor()

  await travelTo(here, addSeconds(here.clock.now, 23 * 3_600))
  await page.clock.runFor(31_000)
  await eventuallyEqual(() => namesIn('Past rentals'), ['short', 'over'])
  await eventuallyEqual(async () => (await namesIn('Current rentals')).includes('short'), false)
})
