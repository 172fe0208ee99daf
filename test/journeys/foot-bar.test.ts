import { equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, assertFitsScreen, eventuallyEqual, PHONE } from '../chromium.ts'
import { buyButton, checkoutFixtures } from '../checkout-fixtures.ts'

const bar = (page: Page) => page.locator('.foot-bar')
const isShown = (page: Page) => bar(page).isVisible()

/** Returns how far the page moves sideways and down by itself, as browsers measure it. */
const shiftOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(list.getEntries().reduce((sum, entry) => sum + (entry as never)['value'], 0)),
        ).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(0), 300) // none is told
      }),
  )

test('on a phone a bar at the foot has price and button while the ticket’s own is out of view', async (t) => {
  const { film, tab } = await checkoutFixtures(t)
  const page = await tab(undefined, PHONE)
  await page.goto(`/asset/${film.kid}?no=3`)
  await bar(page).getByText('¥2,400').waitFor()
  await assertFitsScreen(page)
  await assertAccessible(page)

  const own = page.locator('.ticket').getByRole('link', { name: 'Buy No. 3 for ¥2,400' })
  await own.scrollIntoViewIfNeeded()
  await eventuallyEqual(() => isShown(page), false)
  equal(
    await page.getByRole('link', { name: /^Buy/ }).count(),
    1,
    'neither keyboard nor reader meet it',
  )
  await page.evaluate(() => window.scrollTo(0, 0))
  await eventuallyEqual(() => isShown(page), true)

  // Another number has another button.
  await page.goto(`/asset/${film.kid}?no=4`)
  await page.getByRole('link', { name: 'Next available number' }).click()
  await page.locator('.ticket').getByRole('link', { name: 'Buy No. 5 for ¥2,400' }).waitFor()
  await page.evaluate(() => window.scrollTo(0, 0))
  await bar(page).getByText('05').waitFor()
  await page.locator('.ticket').getByRole('link', { name: /^Buy/ }).scrollIntoViewIfNeeded()
  await eventuallyEqual(() => isShown(page), false)
  ok((await shiftOf(page)) < 0.02)

  await page.evaluate(() => window.scrollTo(0, 0))
  await eventuallyEqual(() => isShown(page), true)
  await page.emulateMedia({ media: 'print' })
  equal(await isShown(page), false)
  await page.emulateMedia({ media: null })
  await page.setViewportSize({ width: 1_280, height: 800 })
  equal(await isShown(page), false)
})

test('nothing that is focused by keyboard hides behind the bar at the foot', async (t) => {
  const { film, tab } = await checkoutFixtures(t, { copies: 100 })
  const page = await tab(undefined, { viewport: { width: 390, height: 600 } })
  await page.goto(`/asset/${film.kid}?no=3`)
  await bar(page).waitFor()
  const hidden: string[] = []
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate(() => {
      const [focused, over] = [document.activeElement!, document.querySelector('.foot-bar')!]
      const isOver = getComputedStyle(over).visibility === 'visible' && !over.contains(focused)
      const { bottom } = focused.getBoundingClientRect()
      return isOver && focused !== document.body && bottom > over.getBoundingClientRect().top
        ? focused.outerHTML
        : undefined
    })
    if (found) hidden.push(found)
  }
  equal(hidden.join('\n'), '')
})

test('on a phone the last page before paying has total and button in a bar, which pays', async (t) => {
  const { film, tab, ren, spendElsewhere } = await checkoutFixtures(t, { balance: 2_400 })
  const page = await tab(ren, PHONE)
  await page.goto(`/payment/purchase/${film.kid}?no=7`)
  await bar(page).getByText('¥2,400').waitFor()
  await assertFitsScreen(page)
  await assertAccessible(page)
  await buyButton(page).scrollIntoViewIfNeeded()
  await eventuallyEqual(() => isShown(page), false)

  // A refusal is seen, also by whoever pressed the button in the bar.
  const slider = page.getByRole('slider', { name: 'Use balance' })
  await slider.press('End')
  await spendElsewhere(2_400)
  await page.evaluate(() => window.scrollTo(0, 0))
  await bar(page).getByRole('button', { name: 'Buy', exact: true }).click()
  const refusal = page.getByRole('alert')
  await refusal.waitFor()
  await eventuallyEqual(
    () =>
      refusal.evaluate((shown) => {
        const { top, bottom } = shown.getBoundingClientRect()
        return top >= 0 && bottom <= window.innerHeight
      }),
    true,
  )
  await page.evaluate(() => window.scrollTo(0, 0))
  await bar(page).getByRole('button', { name: 'Buy', exact: true }).click()
  await page.waitForURL(/\/dev\/card\//)
})
