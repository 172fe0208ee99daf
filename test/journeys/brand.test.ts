import { deepEqual, equal } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { createBrand, getBrand, listBrands } from '#src/catalog/brand/brand.shared.ts'
import { eventuallyEqual, assertAccessible, pressTwice } from '../chromium.ts'
import { appWithTab } from '../app-with-tab.ts'
import { filePayload } from '../title-form.ts'
import { createTitle } from '../titles.ts'
import { plainPicture } from '../uploads.ts'
import { waitUntil } from '../test-app.ts'

async function openFixtures(t: TestContext) {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  return { here, tab, mika }
}

test('BR-01 a creator makes a brand with a picture, and it appears at its address', async (t) => {
  const { here, tab, mika } = await openFixtures(t)
  const page = await tab(mika)
  await page.goto('/brand/create')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Kita Eiga')
  await page.getByText('This address is available').waitFor()
  await eventuallyEqual(
    () => page.getByRole('textbox', { name: 'Web address' }).inputValue(),
    'kita-eiga',
  )
  const picture = filePayload(await plainPicture(3_000, 1_000))
  await page.getByLabel('Header picture').setInputFiles(picture)
  await page.locator('.focal img[src^="data:image/jpeg"]').waitFor()
  await assertAccessible(page)
  await page.getByRole('textbox', { name: 'Description' }).fill('Films from the **north coast**.')
  let asked = 0
  page.on('request', (sent) => (asked += Number(sent.method() === 'POST')))
  const create = page.getByRole('button', { name: 'Create the brand' })
  await page.route('**/kita-eiga.data*', async (route) => {
    await pressTwice(create) // the brand exists, but its page has not loaded yet
    await route.continue()
  })
  await pressTwice(create)

  await page.getByRole('heading', { name: 'Kita Eiga' }).waitFor()
  equal(page.url(), `${here.url}/brand/kita-eiga`)
  equal(asked, 1, 'however often it is pressed')
  await eventuallyEqual(() => page.locator('strong', { hasText: 'north coast' }).count(), 1)
  const { items } = await here.call(listBrands, { account: 'kita-eiga' })
  equal(items[0]?.hero_picture?.width, 2_560)
  await assertAccessible(page)
})

test('BR-02 a taken, reserved or invalid address is reported while it is typed', async (t) => {
  const { here, tab, mika } = await openFixtures(t)
  const aoi = await here.person('Aoi', { role: 'ORH' })
  await aoi.call(createBrand, { name: 'Sea Works', account: 'sea-works' })
  const page = await tab(mika)
  await page.goto('/brand/create')
  const address = page.getByRole('textbox', { name: 'Web address' })

  await address.fill('Sea-Works')
  await page.getByText('This address is taken. Choose another.').waitFor()
  await address.fill('create')
  await page.getByText('Renban uses this address for its own pages. Choose another.').waitFor()
  await address.fill('sea-works-2')
  await page.getByText('This address is available').waitFor()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Sea Works')
  await address.fill('-sea')
  await page.getByRole('button', { name: 'Create the brand' }).click()
  await page.getByText('Do not start or end with a hyphen.').waitFor()

  equal((await here.call(listBrands, { account: '-sea' })).total, 0)
})

test('BR-04 RT-30 only a brand’s owner can change it', async (t) => {
  const { here, tab, mika } = await openFixtures(t)
  const { id } = await mika.call(createBrand, { name: 'Kita Eiga', account: 'kita' })
  const aoi = await tab(await here.person('Aoi', { role: 'ORH' }))
  equal((await aoi.goto('/brand/edit?account=kita'))?.status(), 403)
  await aoi.goto('/brand/kita')
  await eventuallyEqual(() => aoi.getByRole('link', { name: 'Edit brand' }).count(), 0)

  const page = await tab(mika)
  await page.goto('/brand/kita')
  await page.getByRole('link', { name: 'Edit brand' }).click()
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Kita Films')
  await page.getByRole('button', { name: 'Save the brand' }).click()
  await page.getByRole('heading', { name: 'Kita Films' }).waitFor()
  equal((await here.call(getBrand, { id })).name, 'Kita Films')
})

test('BR-03 saving a brand’s name keeps its titles, and clearing a box removes one', async (t) => {
  const { here, tab, mika } = await openFixtures(t)
  const { kid } = await createTitle(here, mika, { copies: 3 })
  const account = (await mika.call(listBrands, {})).items[0]!.account
  const page = await tab(mika)
  const save = async () => {
    await page.getByRole('button', { name: 'Save the brand' }).click()
    await page.waitForURL(`${here.url}/brand/${account}`)
    await page.goto(`/brand/edit?account=${account}`)
  }
  await page.goto('/brand/edit')

  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Kita Films')
  await save()
  equal((await here.call(getAsset, { id: kid })).brand?.name, 'Kita Films')

  await page.getByRole('checkbox').uncheck()
  await save()
  equal((await here.call(getAsset, { id: kid })).brand, null)
  await eventuallyEqual(() => page.getByRole('checkbox').isChecked(), false)
})

test('RT-03 RT-30 the creators’ pages tell other people how to become a creator', async (t) => {
  const { here, tab } = await openFixtures(t)
  const page = await tab(await here.person('Ren'))
  for (const path of ['/create', '/create/several', '/uploads', '/brand/create', '/brand/edit']) {
    equal((await page.goto(path))?.status(), 403, path)
    await page.getByRole('link', { name: 'Become a creator' }).waitFor()
  }
  await assertAccessible(page)
})

test('RT-29 a brand’s four pages open for a guest, and unknown addresses are not found', async (t) => {
  const { here, tab, mika } = await openFixtures(t)
  await createTitle(here, mika, { copies: 3, price: 500 })
  const { items } = await mika.call(listBrands, {})
  const { account, name } = items[0]!
  const page = await tab()

  for (const [path, chosen, shown] of [
    ['', 'All', '¥500'],
    ['/sale', 'For sale', '¥500'],
    ['/rental', 'For rent', 'No copies for rent'],
    ['/group', 'Groups', 'No groups yet'],
  ] as const) {
    equal((await page.goto(`/brand/${account}${path}`))?.status(), 200)
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    const tabs = page.getByRole('navigation', { name: `Views of ${name}` })
    await eventuallyEqual(() => tabs.locator('[aria-current]').innerText(), chosen)
    await page.getByText(shown).first().waitFor()
    await assertAccessible(page)
  }
  equal((await page.goto('/brand/nobody-here'))?.status(), 404)
  equal((await page.goto(`/brand/${account}/nothing`))?.status(), 404)
  await page.getByRole('main').getByText('Page not found').waitFor()
})

test('a creator sets by mouse and by keyboard which part of a picture stays visible', async (t) => {
  const { here, tab, mika } = await openFixtures(t)
  const { bytes } = await plainPicture(900, 600)
  const hero_image = bytes.toString('base64')
  const fields = { name: 'Kita Eiga', account: 'kita-eiga', hero_image }
  const { id } = await mika.call(createBrand, fields)
  const page = await tab(mika)
  await page.goto('/brand/edit?account=kita-eiga')

  const whole = page.locator('.focal')
  const fromTop = page.getByLabel('From the top')
  const press = async () => {
    const { width, height } = (await whole.boundingBox())! // grows once the picture has loaded
    await whole.click({ position: { x: width * 0.8, y: height * 0.1 } })
    return fromTop.inputValue()
  }
  equal(await waitUntil(press, (said) => said === '0.1'), '0.1') // once the page is hydrated
  await fromTop.press('ArrowRight')
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Save the brand' }).click()
  await page.waitForURL('/brand/kita-eiga')

  deepEqual((await here.call(getBrand, { id })).hero_picture?.focal, { x: 0.8, y: 0.2 })
  const image = page.locator('.picture-image').first()
  const shown = () => image.evaluate((img) => getComputedStyle(img).objectPosition)
  equal(await waitUntil(shown, (said) => said === '80% 20%'), '80% 20%') // the form may still be closing
})
