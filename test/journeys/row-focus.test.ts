import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { addFavourite } from '#src/catalog/follow/follow.shared.ts'
import { createWebhook } from '#src/studio/webhooks/webhook.shared.ts'
import { appWithTab } from '../app-with-tab.ts'
import { eventuallyEqual } from '../chromium.ts'
import { createTitle } from '../titles.ts'

/** Waits until the control or heading of this name has the focus. */
const focused = (page: Page, name: string) =>
  eventuallyEqual(
    () =>
      page.evaluate(() => {
        const { activeElement: element } = document
        return element?.getAttribute('aria-label') ?? element?.textContent
      }),
    name,
  )

test('the focus goes to the next row when a row is removed, then to the previous one, then to the heading', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const film = await createTitle(here, mika, { copies: 3, price: 300, title: 'Tide Table' })
  for (const number of [3, 2, 1]) {
    here.clock.now = new Date(here.clock.now.getTime() + 1_000)
    await ren.call(addFavourite, { kid: film.kid, number })
  }
  const page = await tab(ren)
  const said = page.locator('section[aria-live=polite]').getByText('no longer in your favourites')
  const button = (number: number) => `Remove No. ${number} of “Tide Table”`
  await page.goto('/account/following')
  await page.getByRole('button', { name: button(2) }).focus()
  await page.keyboard.press('Enter')
  await focused(page, button(3))
  await said.first().waitFor()
  await page.keyboard.press('Enter')
  await focused(page, button(1))
  await page.keyboard.press('Enter')
  await focused(page, 'Favourites')
})

test('the focus goes to the next row when a dialog has confirmed the removal, and to the page’s heading from the last', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  for (const name of ['a', 'b'])
    await mika.call(createWebhook, {
      url: `https://example.com/${name}`,
      events: ['upload.failed'],
    })
  const page = await tab(mika)
  await page.goto('/account/webhooks')
  const cards = page.getByRole('main').locator('li:has(h2)')
  for (const left of [1, 0]) {
    await cards.first().getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter')
    await eventuallyEqual(() => cards.count(), left)
    await focused(page, left > 0 ? 'Remove' : 'Webhooks')
  }
  equal(await page.getByRole('dialog').count(), 0)
})
