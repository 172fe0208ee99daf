import { deepEqual, equal, match } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { createBrand } from '#src/catalog/brand/brand.shared.ts'
import {
  createGroup,
  getGroup,
  listBrandGroups,
  listGroups,
  updateGroup,
} from '#src/catalog/group/group.shared.ts'
import { builtPages } from '#src/app.ts'
import {
  eventuallyEqual,
  assertFitsScreen,
  assertAccessible,
  openChromium,
  PHONE,
} from '../chromium.ts'
import { brandFixtures, titleInBrand } from '../brand-fixtures.ts'
import { filePayload } from '../title-form.ts'
import { plainPicture } from '../uploads.ts'

const pages = await builtPages()
const NAMES = ['Last Train', 'Blue Hour', 'Snow Plough', 'Salt Pier']

/** Opens a browser as a creator with four titles. */
async function openFixtures(t: TestContext) {
  const all = await brandFixtures(t, NAMES.length, { pages, now: new Date() })
  for (const [i, kid] of all.kids.entries())
    await all.mika.call(updateAsset, { kid, title: NAMES[i] })
  return { ...all, tab: await openChromium(all.here) }
}

const order = (page: Page) =>
  page
    .getByRole('list', { name: 'Titles of the group' })
    .locator('li .font-semibold')
    .allInnerTexts()

async function press(page: Page, name: string) {
  await page.getByRole('button', { name }).focus()
  await page.keyboard.press('Enter')
}

test('RT-31 BR-07 BR-10 a creator orders titles by keyboard, and a guest on a phone sees that order', async (t) => {
  const { here, mika, tab } = await openFixtures(t)
  const page = await tab(mika)
  await page.goto('/group/create')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Winter Set')
  await page.getByRole('textbox', { name: 'Description' }).fill('Films from the **north coast**.')
  for (const name of ['Last Train', 'Blue Hour', 'Salt Pier']) await press(page, `Add ${name}`)
  await eventuallyEqual(() => order(page), ['Last Train', 'Blue Hour', 'Salt Pier'])

  await press(page, 'Move Salt Pier up')
  await eventuallyEqual(() => page.getByText('Salt Pier is now 2 of 3.').count(), 1)
  await page.keyboard.press('Enter') // the focus moved with the title
  await eventuallyEqual(() => order(page), ['Salt Pier', 'Last Train', 'Blue Hour'])
  await page.keyboard.press('Enter') // the title is already the first
  await press(page, 'Move Last Train down')
  await eventuallyEqual(() => order(page), ['Salt Pier', 'Blue Hour', 'Last Train'])
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Create the group' }).click()
  await page.getByRole('heading', { name: 'Winter Set', level: 1 }).waitFor()

  match(page.url(), /\/group\/[\w-]{22}$/)
  const guest = await tab(undefined, PHONE)
  await guest.goto(new URL(page.url()).pathname)
  await eventuallyEqual(() => guest.locator('strong', { hasText: 'north coast' }).count(), 1)
  const shown = guest.getByRole('main').getByRole('heading', { level: 3 })
  await eventuallyEqual(() => shown.allInnerTexts(), ['Salt Pier', 'Blue Hour', 'Last Train'])
  await eventuallyEqual(() => guest.getByRole('link', { name: 'Edit group' }).count(), 0)
  await assertFitsScreen(guest)
  await assertAccessible(guest)
  await guest.getByRole('link', { name: 'Kita Eiga' }).first().click()
  await guest.waitForURL(`${here.url}/brand/kita-eiga`)
})

test('BR-07 a title is dragged to its place, and a removed one returns to its old place', async (t) => {
  const { here, mika, kids, make, tab } = await openFixtures(t)
  const { key, encrypted_id: id } = await make('Winter Set', kids)
  const other = await mika.call(createBrand, { name: 'Minato', account: 'minato' })
  for (const title of ['Harbour', 'Tug'])
    await mika.call(updateAsset, { kid: await titleInBrand(here, mika, other.id), title })
  const page = await tab(mika)
  await page.goto(`/group/edit?key=${key}`)
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })

  await row('Salt Pier').dragTo(row('Last Train'))
  await eventuallyEqual(() => order(page), ['Salt Pier', 'Last Train', 'Blue Hour', 'Snow Plough'])
  await press(page, 'Remove Last Train')
  await eventuallyEqual(() => order(page), ['Salt Pier', 'Blue Hour', 'Snow Plough'])
  await eventuallyEqual(() => page.getByRole('button', { name: 'Add Last Train' }).count(), 1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await eventuallyEqual(() => order(page), ['Salt Pier', 'Last Train', 'Blue Hour', 'Snow Plough'])
  const brands = page.getByLabel('Brand', { exact: true })
  await brands.selectOption('Minato')
  for (const name of ['Harbour', 'Tug']) await press(page, `Add ${name}`)
  await press(page, 'Move Harbour down')
  await eventuallyEqual(() => order(page), ['Tug', 'Harbour'])
  await brands.selectOption('Kita Eiga')
  await eventuallyEqual(() => order(page), ['Salt Pier', 'Last Train', 'Blue Hour', 'Snow Plough'])
  await press(page, 'Remove Blue Hour')
  const picture = filePayload(await plainPicture(3_000, 1_000))
  await page.locator('input[type=file]').setInputFiles(picture)
  await page.locator('.focal img[src^="data:image/jpeg"]').waitFor()
  await page.getByRole('button', { name: 'Save the group' }).click()
  await page.waitForURL(`${here.url}/group/${id}`)

  const saved = await here.call(getGroup, { id })
  deepEqual(saved.sorted_contents, [kids[3], kids[0], kids[2]])
  equal(saved.cover_picture?.width, 2_560)
})

test('RT-09 BR-07 a title leads to the group that it is part of, and to none once it has left it', async (t) => {
  const { mika, kids, make, tab } = await openFixtures(t)
  const { encrypted_id: id } = await make('Winter Set', kids)
  const guest = await tab(undefined, PHONE)
  await guest.goto(`/asset/${kids[1]}`)
  await assertAccessible(guest)
  await assertFitsScreen(guest)
  await guest.getByText('Part of Winter Set').getByRole('link').click()
  await guest.getByRole('heading', { name: 'Winter Set', level: 1 }).waitFor()

  await mika.call(updateGroup, { id, sorted_contents: [kids[0]!] })
  await guest.goto(`/asset/${kids[1]}`)
  await guest.getByRole('heading', { name: 'Blue Hour', level: 1 }).waitFor()
  equal(await guest.getByText('Part of').count(), 0)
})

test('BR-08 a group’s page counts down to its draw, opens by itself, and shows when the draw has ended', async (t) => {
  const { here, mika, kids, make, tab } = await openFixtures(t)
  const { encrypted_id: id } = await make('Winter Set', kids)
  const inMs = (ms: number) => new Date(here.clock.now.getTime() + ms).toISOString()
  const window = { sale_starting_at: inMs(6_000), sale_ending_at: inMs(3_600_000) }
  await mika.call(updateGroup, { id, ...window })
  const guest = await tab(undefined, PHONE)

  await guest.goto(`/group/${id}`, { waitUntil: 'domcontentloaded' })
  await guest.getByText(/The draw opens on/).waitFor()
  await guest.getByRole('timer').waitFor()
  await guest.getByText(/The draw is open until/).waitFor()
  await eventuallyEqual(() => guest.getByRole('timer').count(), 0)
  here.clock.now = new Date(window.sale_ending_at)
  await guest.reload()
  await guest.getByText(/The draw ended on .* JST/).waitFor()
  await assertAccessible(guest)
})

test('BR-08 a sale that ends before it starts is refused beside its field, in Japanese time', async (t) => {
  const { mika, tab } = await openFixtures(t)
  const page = await tab(mika)
  await page.goto('/group/create')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Winter Set')
  await page.getByLabel('Sale starts').fill('2030-02-01T21:00')
  await page.getByLabel('Sale ends').fill('2030-02-01T20:00')
  await page.getByRole('button', { name: 'Create the group' }).click()
  await page.getByText('The end must be after the start, and not in the past.').waitFor()
  await assertAccessible(page)

  await page.getByLabel('Sale ends').fill('2030-02-02T21:00')
  await page.getByRole('button', { name: 'Create the group' }).click()
  await page.getByRole('heading', { name: 'Winter Set', level: 1 }).waitFor()
  const { items } = await mika.call(listGroups, {})
  equal(items[0]?.sale_starting_at, '2030-02-01T12:00:00.000Z')
  equal(items[0]?.sale_ending_at, '2030-02-02T12:00:00.000Z')
})

test('ER-07 a group that cannot be saved shows the reason and keeps what was entered', async (t) => {
  const { here, mika, brand, kids, tab } = await openFixtures(t)
  const page = await tab(mika)
  await page.goto('/group/create')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Winter Set')
  await press(page, 'Add Last Train')
  const meanwhile = { name: 'Summer Set', brand_id: brand.id, sorted_contents: [kids[0]!] }
  await mika.call(createGroup, meanwhile)
  await page.getByRole('button', { name: 'Create the group' }).click()

  await page.getByText(/The group was not created\. A title can be in one group only/).waitFor()
  await eventuallyEqual(
    () => page.getByRole('textbox', { name: 'Name', exact: true }).inputValue(),
    'Winter Set',
  )
  equal((await here.call(listBrandGroups, { id: brand.id })).total, 1)
  await page.reload()
  await eventuallyEqual(() => page.getByText('In Summer Set').count(), 1)
  await eventuallyEqual(() => page.getByRole('button', { name: 'Add Last Train' }).count(), 0)
})

test('RT-31 BR-04 the pages of a group ask guests to sign in, refuse non-creators, and do not exist for other creators', async (t) => {
  const { here, make, tab } = await openFixtures(t)
  const { key } = await make('Winter Set')
  const paths = ['/group/create', '/group/edit', `/group/edit?key=${key}`]

  const [guest, ren] = [await tab(), await tab(await here.person('Ren'))]
  for (const path of paths) equal((await guest.goto(path))?.status(), 401, path)
  for (const path of paths) equal((await ren.goto(path))?.status(), 403, path)
  const aoi = await tab(await here.person('Aoi', { role: 'ORH' }))
  equal((await aoi.goto(`/group/edit?key=${key}`))?.status(), 404)
  equal((await aoi.goto('/group/edit?key=nothing'))?.status(), 404)
  equal((await aoi.goto('/group/AAAAAAAAAAAAAAAAAAAAAA'))?.status(), 404)
  await aoi.goto('/group/create')
  await aoi.getByText('No brands yet').waitFor()
})

test('RT-29 SH-01 groups are shown on their brand’s page and in their creator’s list until they are deleted', async (t) => {
  const { here, mika, kids, make, tab } = await openFixtures(t)
  const { key } = await make('Winter Set', [kids[0]!, kids[1]!])
  await make('Nothing in it')
  const guest = await tab(undefined, PHONE)
  await guest.goto('/brand/kita-eiga/group')
  const heads = guest.getByRole('main').getByRole('heading', { level: 3 })
  await eventuallyEqual(() => heads.allInnerTexts(), ['Winter Set'])
  await eventuallyEqual(() => guest.getByText('2 titles').count(), 1)
  await assertAccessible(guest)

  const page = await tab(mika)
  await page.goto('/')
  equal((await page.locator('a[href="/group/create"]').count()) > 0, true)
  await page.goto('/group/edit')
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Winter Set' }).click()
  await page.waitForURL(`${here.url}/group/edit?key=${key}`)
  await page.getByRole('button', { name: 'Delete this group' }).click()
  await page.getByText('Its 2 titles are not deleted.').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Delete the group' }).click()
  await page.waitForURL(`${here.url}/brand/kita-eiga/group`)
  await page.getByText('Winter Set was deleted.').waitFor()
  equal((await mika.call(listGroups, { key })).total, 0)
})
