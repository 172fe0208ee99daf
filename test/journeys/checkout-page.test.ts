import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { eventuallyEqual, assertFitsScreen, assertAccessible, PHONE } from '../chromium.ts'
import { checkoutFixtures } from '../checkout-fixtures.ts'
import { createTitle } from '../titles.ts'

test('MN-04 the balance slider explains why it stops, by keyboard and on a phone', async (t) => {
  const { here, mika, page, tab } = await checkoutFixtures(t)
  // oxfmt-ignore
  const cases: [price: number, balance: number, said: string, end: string | null][] = [
    [50, 30, 'You have ¥30. ¥50 is the card minimum, so you cannot pay part of it from your balance.', null],
    [50, 50, 'You have ¥50. ¥50 is the card minimum. Pay all of it from your balance, or none.', null],
    [60, 60, 'You have ¥60. Use up to ¥10, or all ¥60. The card minimum is ¥50.', '60'],
    [60, 55, 'You have ¥55. Use up to ¥10. The card minimum is ¥50.', '10'],
    [30, 30, 'You have ¥30. The card minimum is ¥50, so you pay everything from your balance.', null],
    [900, 200, 'You have ¥200. You can use all of it.', '200'],
  ]
  for (const [i, [price, balance, said, end]] of cases.entries()) {
    const film = await createTitle(here, mika, { copies: 1, price })
    const buyer = await tab(await here.person(`B${i}`, { balance }), i % 2 ? PHONE : {})
    await buyer.goto(`/payment/purchase/${film.kid}?no=1`)
    await buyer.getByText(said).waitFor()
    const slider = buyer.getByRole('slider', { name: 'Use balance' })
    equal(await slider.isDisabled(), end === null, said)
    await assertFitsScreen(buyer)
    if (i === 0 || i === 3) await assertAccessible(buyer) // stopped on a desktop, and usable on a phone
    if (end === null) continue
    await slider.press('End')
    await eventuallyEqual(() => slider.inputValue(), end)
    await slider.press('ArrowLeft')
    const less = price === 60 && balance === 60 ? '10' : String(Number(end) - 1)
    await eventuallyEqual(() => slider.inputValue(), less)
  }
  const poor = await createTitle(here, mika, { copies: 1, price: 30 })
  await page.goto(`/payment/purchase/${poor.kid}?no=1`)
  await page.getByText('The card minimum is ¥50, and your balance of ¥0').waitFor()
  await eventuallyEqual(() => page.getByRole('button', { name: /^Buy/ }).count(), 0)
})

test('RT-23 the checkout page shows everything the law requires, for one copy and for several', async (t) => {
  const sale_ending_at = '2035-01-10T03:00:00Z'
  const { film, page, tab, ren } = await checkoutFixtures(t, { sale_ending_at })
  const shownFacts = (of: Page) => of.locator('dl').first().locator('dt, dd').allInnerTexts()
  await eventuallyEqual(
    async () => (await shownFacts(page)).slice(0, 6),
    ['Seller', 'Mika', 'Quantity', '1 numbered copy', 'Price, tax included', '¥2,400'],
  )
  await page.goto(`/payment/purchase/${film.kid}?no=7&no=8&no=9`)
  await eventuallyEqual(
    async () => shownFacts(page),
    [
      ['Seller', 'Mika'],
      ['Quantity', '3 numbered copies'],
      ['Price, tax included', '¥7,200'],
      ['Delivery', 'Immediate, usually within a minute'],
      ['Payment', 'Balance when you press the button, card on the next page'],
      ['Extra costs', 'None, apart from your data charges'],
      ['On sale until', '10 January 2035, 12:00 JST (03:00 your time)'],
    ].flat(),
  )
  await page.getByText(/Free until you pay\. Copies cannot be returned\./).waitFor()
  await page.getByText(/^You buy a licence to watch this numbered copy/).waitFor()
  await page.getByRole('link', { name: 'Sale terms' }).waitFor()
  await page.getByRole('link', { name: 'Back' }).waitFor()
  await assertAccessible(page)

  const japanese = await tab(ren, { ...PHONE, locale: 'ja' })
  await japanese.goto(`/payment/purchase/${film.kid}?no=7&no=8&no=9`)
  await japanese.getByText('3部（番号付き）').waitFor()
  await japanese.getByText('販売期限').waitFor()
  await assertFitsScreen(japanese)
  await assertAccessible(japanese)
})

test('MN-04 an order above the card limit says so before the button, and how to pay it anyway', async (t) => {
  const { here, mika, tab, ren } = await checkoutFixtures(t, { balance: 10_000_000 })
  const value = JSON.stringify({ purchases_per_action: 11, holds_per_person: 11 })
  await here.app.db.insertInto('setting').values({ value, reason: 'test' }).execute()
  const dear = await createTitle(here, mika, { copies: 11, price: 9_999_999 })
  const numbers = Array.from({ length: 11 }, (_, i) => `no=${i + 1}`).join('&')
  const poor = await tab(await here.person('Aki'))
  await poor.goto(`/payment/purchase/${dear.kid}?${numbers}`)
  await poor.getByText(/your balance does not cover the rest\. Choose fewer copies\./).waitFor()

  const page = await tab(ren)
  await page.goto(`/payment/purchase/${dear.kid}?${numbers}`)
  await page.getByText(/The card maximum is ¥99,999,999\. Use ¥9,999,990 or more/).waitFor()
  const buy = page.getByRole('button', { name: /^Buy 11 copies for ¥109,999,989/ })
  await eventuallyEqual(() => buy.count(), 0)
  await assertAccessible(page)
  await page.getByLabel('Amount').fill('9999990')
  await page.getByLabel('Amount').press('Enter')
  await buy.click()
  await page.waitForURL(/\/dev\/card\//)
})
