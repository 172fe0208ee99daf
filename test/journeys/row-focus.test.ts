import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { addPeople, createAllowlist } from '#src/catalog/allowlist/allowlist.shared.ts'
import { addFavourite } from '#src/catalog/follow/follow.shared.ts'
import { createWebhook } from '#src/studio/webhooks/webhook.shared.ts'
import { appWithTab } from '../app-with-tab.ts'
import { eventuallyEqual } from '../chromium.ts'
import type { Person } from '../people.ts'
import type { TestApp } from '../test-app.ts'
import { createTitle } from '../titles.ts'

/** Waits until the row or heading that has the focus contains this text. */
const focused = (page: Page, text: string) =>
  eventuallyEqual(
    () => page.locator(':is(li, tr, h1, h2, h3):focus').filter({ hasText: text }).count(),
    1,
  )

test('the focus goes to the next row when a row is removed, then to the previous one, then to the heading', async (t) => {
  const { here, tab } = await appWithTab(t)
  const page = await favourites(here, tab)
  await page.getByRole('button', { name: button(2) }).focus()
  await page.keyboard.press('Enter')
  await focused(page, 'No. 3 of')
  await page.keyboard.press('Enter') // held down for too long: it must not remove the next one
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: button(3) }).press('Enter')
  await focused(page, 'No. 1 of')
  await page.getByRole('button', { name: button(1) }).press('Enter')
  await focused(page, 'Favourites')
})

test('a reader who pressed elsewhere keeps the focus where it is when a row is removed', async (t) => {
  const { here, tab } = await appWithTab(t)
  const page = await favourites(here, tab)
  await page.route('**/api/2.0/follows/*', async (route) => {
    await page.getByRole('contentinfo').click({ position: { x: 2, y: 2 } })
    await route.continue()
  })
  await page.getByRole('button', { name: button(2) }).click()
  await page.getByRole('button', { name: button(2) }).waitFor({ state: 'detached' })
  equal(await page.evaluate(() => document.activeElement?.tagName), 'BODY')
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
  await open(page, '/account/webhooks')
  const cards = page.getByRole('main').locator('li:has(h2)')
  for (const left of [1, 0]) {
    await cards.first().getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter')
    await eventuallyEqual(() => cards.count(), left)
    await focused(page, left > 0 ? 'example.com' : 'Webhooks')
  }
  equal(await page.getByRole('dialog').count(), 0)
})

test('the focus goes to the next row when selected rows are removed together, and to the list’s heading from the last', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 1, price: 300 })
  const { id } = await mika.call(createAllowlist, { kid: film.kid, name: 'Friends' })
  const text = [1, 2, 3, 4, 5].map((n) => `person-${n}@example.com`).join('\n')
  equal((await mika.call(addPeople, { id, text })).error, undefined)
  const page = await tab(mika)
  await open(page, `/asset/${film.kid}/reserved/${id}`)
  const remove = async (...people: string[]) => {
    for (const name of people) await page.getByRole('checkbox', { name }).press('Space')
    await page.getByRole('button', { name: `Remove ${people.length}` }).press('Enter')
    await page.getByRole('checkbox', { name: people[0]! }).waitFor({ state: 'detached' })
  }
  await remove('person-2@example.com', 'person-3@example.com')
  await focused(page, 'person-4@example.com')
  await remove('person-4@example.com', 'person-5@example.com')
  await focused(page, 'person-1@example.com')
  await page.getByRole('checkbox', { name: 'person-1@example.com' }).press('Space')
  await page.getByRole('button', { name: 'Select none' }).press('Enter')
  await focused(page, 'person-1@example.com')
  await remove('person-1@example.com')
  await focused(page, 'Friends')
})

test('the focus stays at the selected rows when a dialog has confirmed what is done with all of them', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 3, price: 300, title: 'Tide Table' })
  const page = await tab(mika)
  await open(page, `/asset/${film.kid}/serials`)
  for (const name of ['No. 2', 'No. 3'])
    await page.getByRole('checkbox', { name, exact: true }).press('Space')
  await page.getByRole('button', { name: 'Stop selling 2' }).press('Enter')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Stop selling/ })
    .press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await focused(page, 'Number2Status')
})

/** Opens a page and waits until what begins with the reader's first sign has begun. */
async function open(page: Page, path: string) {
  const loaded = page.waitForResponse(/after-first-sign/)
  await page.goto(path)
  await page.keyboard.press('Shift')
  await (await loaded).finished()
  await page.waitForTimeout(100)
}

const button = (number: number) => `Remove No. ${number} of “Tide Table”`

/** Opens the favourites of a person who has three numbers of a title, with the lowest first. */
async function favourites(here: TestApp, tab: (who: Person) => Promise<Page>) {
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const film = await createTitle(here, mika, { copies: 3, price: 300, title: 'Tide Table' })
  for (const number of [3, 2, 1]) {
    here.clock.now = new Date(here.clock.now.getTime() + 1_000)
    await ren.call(addFavourite, { kid: film.kid, number })
  }
  const page = await tab(ren)
  await open(page, '/account/following')
  return page
}

test('the focus stays at the actions on a copy when its owner has stopped selling it, or opened or closed it to trade', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 1, price: 300 })
  const page = await tab(mika)
  await open(page, `/asset/${film.kid}?no=1`)
  const press = async (name: string, next: string) => {
    await page.getByRole('button', { name, exact: true }).press('Enter')
    const confirm = page.getByRole('dialog').getByRole('button').last()
    if (name !== 'Open No. 1 for trade') await confirm.press('Enter')
    const after = page.getByRole('button', { name: next, exact: true })
    await after.waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await eventuallyEqual(
      () => after.evaluate((it) => document.activeElement === it.closest('[data-keeps-focus]')),
      true,
    )
    await page.keyboard.press('Enter') // held down for too long: it must not press the next one
    await page.keyboard.press('Tab')
    equal(
      await page.evaluate(() => document.activeElement?.closest('[data-keeps-focus]') !== null),
      true,
    )
  }
  await press('Stop selling', 'Sell No. 1')
  await press('Open No. 1 for trade', 'Close No. 1 for trade')
  await press('Close No. 1 for trade', 'Open No. 1 for trade')
})
