import { deepEqual, equal } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { createBrand, getBrand, updateBrand } from '#src/catalog/brand/brand.shared.ts'
import { getGroup, updateGroup } from '#src/catalog/group/group.shared.ts'
import { builtPages } from '#src/app.ts'
import { eventuallyEqual, assertAccessible, openChromium } from '../chromium.ts'
import { brandFixtures } from '../brand-fixtures.ts'
import { filePayload } from '../title-form.ts'
import { plainPicture } from '../uploads.ts'

const pages = await builtPages()
const CHANGED = /This was changed elsewhere/

async function openFixtures(t: TestContext, count: number) {
  const all = await brandFixtures(t, count, { pages, now: new Date() })
  return { ...all, tab: await openChromium(all.here) }
}

test('a brand saved in another tab is not overwritten, and untouched fields are refreshed', async (t) => {
  const { here, mika, brand, tab } = await openFixtures(t, 0)
  const page = await tab(mika)
  await page.goto('/brand/edit?account=kita-eiga')
  await page.getByRole('textbox', { name: 'Description' }).fill('Films of the coast')
  here.clock.now = addSeconds(here.clock.now, 60)
  await mika.call(updateBrand, { id: brand.id, name: 'Kita Films' })

  await page.getByRole('button', { name: 'Save the brand' }).click()
  await page.getByText(CHANGED).waitFor()
  await eventuallyEqual(
    () => page.getByRole('textbox', { name: 'Name', exact: true }).inputValue(),
    'Kita Films',
  )
  const words = page.getByRole('textbox', { name: 'Description' })
  await eventuallyEqual(() => words.inputValue(), 'Films of the coast')
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Save the brand' }).click()
  await page.getByRole('heading', { name: 'Kita Films', exact: true }).waitFor()
  const { name, description } = await here.call(getBrand, { id: brand.id })
  deepEqual([name, description], ['Kita Films', 'Films of the coast'])
})

test('SH-11 what was typed in a form of changes stays when the session has ended', async (t) => {
  const { here, mika, brand, tab } = await openFixtures(t, 0)
  const page = await tab(mika)
  await page.goto('/brand/edit?account=kita-eiga')
  const words = page.getByLabel('Description') // also behind a dialog
  await words.fill('Films of the coast')
  await here.app.db.deleteFrom('session').where('account_id', '=', mika.account_id).execute()
  await page.getByRole('button', { name: 'Save the brand' }).click()
  await page.getByRole('dialog', { name: 'Sign in' }).waitFor()
  await page.waitForTimeout(500) // in which the page was read again
  equal(await words.inputValue(), 'Films of the coast')
  equal((await here.call(getBrand, { id: brand.id })).description, '')
})

test('SH-11 nothing can be typed while a form is saved, and a refused one gives the focus back', async (t) => {
  const { here, mika, brand, tab } = await openFixtures(t, 0)
  const page = await tab(mika)
  await page.goto('/brand/edit?account=kita-eiga')
  here.clock.now = addSeconds(here.clock.now, 60)
  await mika.call(updateBrand, { id: brand.id, description: 'Films of the coast' })
  const held = Promise.withResolvers<void>()
  await page.route('**/api/2.0/**', async (route) => {
    if (route.request().method() !== 'GET') await held.promise
    await route.continue()
  })
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Kita Films')
  await name.press('Enter')
  await eventuallyEqual(() => name.isDisabled(), true)
  await page.keyboard.type(' of the north')
  held.resolve()
  await page.getByText(CHANGED).waitFor()
  await eventuallyEqual(() => name.evaluate((field) => field === document.activeElement), true)
  equal(await name.inputValue(), 'Kita Films')
})

test('SH-11 a form waits for its picture to be read, and only the latest file counts', async (t) => {
  const { here, mika, brand, tab } = await openFixtures(t, 0)
  const page = await tab(mika)
  await page.addInitScript(() => {
    const held: (() => void)[] = []
    const read = createImageBitmap.bind(globalThis)
    const slowly = async (file: ImageBitmapSource) => {
      await new Promise<void>((resolve) => held.push(resolve))
      return read(file)
    }
    Object.assign(globalThis, { held, createImageBitmap: slowly })
  })
  await page.goto('/brand/edit?account=kita-eiga')
  const file = page.getByLabel('Header picture')
  const reading = page.getByText('Reading the picture.')
  const picture = page.locator('.focal img')
  const width = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)
  const choose = async (pixels: number, count: number) => {
    await file.setInputFiles(filePayload(await plainPicture(pixels, 300)))
    await eventuallyEqual(() => page.evaluate<number>('held.length'), count)
  }
  const release = (n: number) => page.evaluate(`held[${n}]()`)
  const save = page.getByRole('button', { name: 'Save the brand' })

  await choose(900, 1)
  await reading.waitFor()
  await assertAccessible(page)
  await save.click()
  await eventuallyEqual(() => file.evaluate((field) => field === document.activeElement), true)
  await choose(600, 2)
  await release(1)
  await eventuallyEqual(width, 600)
  equal(await reading.count(), 0)
  await release(0)
  await page.waitForTimeout(500) // in which the first one could replace it
  equal(await width(), 600)

  await choose(900, 3)
  await page.getByRole('button', { name: 'Remove the picture' }).click()
  await release(2)
  await page.waitForTimeout(500)
  equal(await picture.count(), 0)
  equal(await reading.count(), 0)

  await choose(900, 4)
  await release(3)
  await eventuallyEqual(width, 900)
  await save.click()
  await page.getByRole('heading', { name: 'Kita Eiga', exact: true }).waitFor()
  equal((await here.call(getBrand, { id: brand.id })).hero_picture?.width, 900)
})

test('a creator with a hundred and twenty brands finds the first one in each form', async (t) => {
  const { mika, brand, tab } = await openFixtures(t, 0)
  for (let n = 1; n <= 120; n++)
    await mika.call(createBrand, { name: `Brand ${n}`, account: `brand-${n}` })
  const page = await tab(mika)
  await page.goto('/brand/edit')
  await page.getByRole('link', { name: 'Kita Eiga', exact: true }).click()
  await page.getByRole('heading', { name: 'Edit Kita Eiga' }).waitFor()
  equal(new URL(page.url()).search, '?account=kita-eiga')
  for (const form of ['/create', '/group/create']) {
    await page.goto(form)
    await page.locator(`option[value="${brand.id}"]`).waitFor({ state: 'attached' })
  }
})

test('a group’s page asks before an unsaved order is lost, and keeps the one saved in another tab', async (t) => {
  const { here, mika, kids, make, tab } = await openFixtures(t, 3)
  const { key, encrypted_id: id } = await make('Winter Set', kids)
  const page = await tab(mika)
  await page.goto(`/group/edit?key=${key}`)
  const rows = page.getByRole('list', { name: 'Titles of the group' }).getByRole('listitem')
  await rows.nth(2).getByRole('button', { name: /^Move .* up$/ }).press('Enter') // oxfmt-ignore
  await page.getByRole('link', { name: 'Your groups' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.waitFor()
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Stay here' }).click()
  await dialog.waitFor({ state: 'detached' })

  here.clock.now = addSeconds(here.clock.now, 60)
  await mika.call(updateGroup, { id, sorted_contents: kids.toReversed() })
  await page.getByRole('button', { name: 'Save the group' }).click()
  await page.getByText(CHANGED).waitFor()
  deepEqual((await here.call(getGroup, { id })).sorted_contents, kids.toReversed())
  await page.getByRole('button', { name: 'Save the group' }).click()
  await page.waitForURL(`/group/${id}`) // a saved order is left without a question
  const { sorted_contents } = await here.call(getGroup, { id })
  deepEqual(sorted_contents, [kids[0], kids[2], kids[1]])

  await page.goto('/brand/edit?account=kita-eiga')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Kita Films')
  await page.getByRole('link', { name: 'Marketplace' }).click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL('/')
})

test('BR-06 ST-05 if a brand’s titles or groups fail to load, its page still shows and they can be loaded again', async (t) => {
  const { here, tab, kids, make } = await openFixtures(t, 1)
  await make('Winter Set', kids)
  const rental = {
    kind: 'rental',
    sale_price: null,
    rent_price: 200,
    rental_period_seconds: 86_400,
  }
  const one = here.app.db.selectFrom('listing').select('id').limit(1)
  await here.app.db.updateTable('listing').set(rental).where('id', '=', one).execute()
  await here.app.pool.query(`alter table asset_offer rename to offers_kept;
    create function lost() returns int language plpgsql as $$
      begin raise exception 'lost' using errcode = '57P01'; end $$;
    create view asset_offer as select * from offers_kept where lost() = 1;
    alter table title_group rename to groups_kept;
    create view title_group as select * from groups_kept where lost() = 1`)
  const page = await tab()
  for (const path of ['', '/sale', '/rental', '/group']) {
    equal((await page.goto(`/brand/kita-eiga${path}`))?.status(), 200)
    await page.getByRole('heading', { name: 'Kita Eiga', level: 1 }).waitFor()
    await page
      .getByText(`The ${path === '/group' ? 'groups' : 'titles'} could not be loaded`)
      .waitFor()
  }
  await assertAccessible(page)
  await page.goto('/brand/kita-eiga')
  const again = page.getByRole('button', { name: 'Try again' })
  await Promise.all([page.waitForResponse(/kita-eiga/), again.click()])
  await eventuallyEqual(() => again.getAttribute('aria-busy'), 'false')
  await page.getByText('The titles could not be loaded').waitFor()

  await here.app.pool.query(`drop view asset_offer; drop view title_group; drop function lost;
    alter table offers_kept rename to asset_offer; alter table groups_kept rename to title_group`)
  await again.click()
  await page.locator('.card').getByText('¥500').waitFor()
})
