import { ok } from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { appWithTab } from '../app-with-tab.ts'
import { assertAccessible, eventuallyEqual } from '../chromium.ts'
import { createTitle } from '../titles.ts'

test('RT-18 FR-01 AS-03 a creator rents out copies for free, and an invited person finds them on the title and rents', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const [ren, aoi] = [await here.person('Ren'), await here.person('Aoi')]
  const film = await createTitle(here, mika, { copies: 12, title: 'Snow Plough' })
  const page = await tab(mika)
  await page.goto('/asset/free_rentals')
  await page.getByRole('link', { name: 'Rent out for free' }).first().click()
  await page.getByRole('combobox', { name: 'Title' }).selectOption('Snow Plough')
  await page.getByRole('textbox', { name: 'Numbers' }).fill('1-2, 5')
  await page.getByText('3 of these numbers are available.').waitFor()
  const people = page.getByRole('textbox', { name: 'Who can rent' })
  await people.fill('ren@example.test\nno address')
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Start the free rental' }).click()
  await page.getByText('These lines do not name anyone: 2.').waitFor()
  const csv = 'email,name\nren@example.test,Ren\nkai@example.test,Kai\n'
  await page
    .getByLabel('Fill in from a file')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByText('kai@example.test').waitFor()
  const times = ['Start (Japan time)', 'End (Japan time)'].map((name) => page.getByLabel(name))
  for (const time of times) await time.fill('123456-01-01T10:00')
  await page.getByRole('button', { name: 'Start the free rental' }).click()
  await eventuallyEqual(() => page.getByText('Choose a day and time.').count(), 2)
  await assertAccessible(page)
  for (const time of times) await time.fill('')
  await page.getByRole('button', { name: 'Start the free rental' }).click()
  await page.getByText('0 of 2 people have rented').waitFor()
  await page.getByText('3 of 3').waitFor()
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Add or remove people' }).click()
  await page.getByText('2 people are on this list.').waitFor()
  await page.getByLabel('Email addresses, usernames or account IDs').fill('yuki@example.test')
  await page.getByRole('button', { name: 'Review the lines' }).click()
  await page.getByRole('button', { name: 'Add 1 person' }).click()
  await page.getByText('3 people are on this list.').waitFor()
  await assertAccessible(page)
  await page.setViewportSize({ width: 390, height: 800 })
  const gaps = await labelGaps(page)
  ok(gaps.length === 6 && gaps.every((gap) => gap >= 16), `label and value: ${gaps.join(' ')} px`)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByLabel('yuki@example.test').check()
  await page.getByRole('button', { name: 'Remove 1' }).click()
  await page.getByText('2 people are on this list.').waitFor()
  await page.getByRole('link', { name: 'Snow Plough' }).click()
  await page.getByText('0 of 2 people have rented').waitFor()

  const other = await tab(aoi)
  await other.goto(`/asset/${film.kid}?no=1`)
  await other.getByRole('heading', { name: 'Choose your number' }).waitFor()
  if ((await other.getByText('Free for you').count()) > 0) throw new Error('others see the offer')
  const reader = await tab(ren)
  await reader.goto(`/asset/${film.kid}?no=1`)
  await reader.getByText('Free for you').waitFor()
  await assertAccessible(reader)
  await reader.getByRole('link', { name: 'Rent for free' }).click()
  await reader.getByText('3 copies available').waitFor()
  await assertAccessible(reader)
  await reader.getByRole('button', { name: 'Rent for ¥0' }).click()
  await reader.getByRole('heading', { name: 'You are renting No. 1' }).waitFor()
  await assertAccessible(reader)
  await reader.goto('/asset/rented')
  await reader.getByText('You are renting 1 title').waitFor()

  await page.getByText('1 of 2 people have rented').waitFor()
  await page.goto(`/asset/${film.kid}?no=2`)
  await page.getByText('You rent out No. 2 for free.').waitFor()
  await page.getByRole('link', { name: 'See the free rental' }).click()
  await page.getByRole('button', { name: 'End the free rental' }).click()
  await page.getByText('1 running rental continues to its end.').waitFor()
  await page.getByRole('button', { name: 'End it' }).click()
  await page.getByText('Ended', { exact: true }).waitFor()
})

/** Returns the pixels between the label and the value of each cell of a narrow table. */
const labelGaps = (page: Page) =>
  page.locator('td:not([data-lead]) > .table-label').evaluateAll((labels) =>
    labels.map((label) => {
      const value = document.createRange()
      value.setStartAfter(label)
      value.setEndAfter(label.parentElement!.lastChild!)
      return value.getBoundingClientRect().left - label.getBoundingClientRect().right
    }),
  )
