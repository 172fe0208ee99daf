import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import {
  createCampaign,
  getCampaign,
  listCampaigns,
  updateCampaign,
} from '#src/catalog/campaign/campaign.shared.ts'
import { appWithTab } from '../app-with-tab.ts'
import { assertAccessible, eventuallyEqual } from '../chromium.ts'
import { filePayload } from '../title-form.ts'
import { createTitle } from '../titles.ts'
import { plainPicture } from '../uploads.ts'

test('RT-34 an administrator makes a campaign, and a guest buys from it', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const film = await createTitle(here, mika, { copies: 3, price: 500 })
  const page = await tab(sora)
  await page.goto('/admin/campaigns')
  await page.getByRole('link', { name: 'Create a campaign' }).click()
  await page.getByRole('button', { name: 'Create the campaign' }).click()
  await page.getByText('Enter a title in at least one language.').first().waitFor()
  await page.getByLabel('Address').fill('harbour-week')
  await page.getByLabel('Title', { exact: true }).fill('Harbour week')
  await page.getByRole('textbox', { name: /^Text/ }).fill('Films about **harbours**.')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ja')
  await page.getByLabel('Title', { exact: true }).fill('港の一週間')
  await page
    .getByRole('textbox', { name: /^Titles/ })
    .fill(`${here.url}/asset/${film.kid}\nno link`)
  await page
    .getByLabel('Header picture')
    .setInputFiles(filePayload(await plainPicture(3_000, 1_000)))
  await page.locator('.focal img[src^="data:image/jpeg"]').waitFor()
  await page.getByText('Show a link to enter a coupon').click()
  await page.getByRole('button', { name: 'Create the campaign' }).click()
  await page.getByText('Line 2 is not a link to a title.').first().waitFor()
  await assertAccessible(page)
  await page.getByRole('textbox', { name: /^Titles/ }).fill(`${here.url}/asset/${film.kid}`)
  await page.getByRole('button', { name: 'Create the campaign' }).click()
  await page.getByText('/harbour-week was saved.').waitFor()

  const guest = await tab()
  equal((await guest.goto('/harbour-week'))!.status(), 404)
  await page.getByRole('link', { name: 'Harbour week' }).click()
  await page.getByText('Show the page to everyone').click()
  // The message of the first time may still be shown.
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.getByRole('button', { name: 'Save the campaign' }).click()
  equal((await saved).status(), 200)

  for (const reader of [guest, await tab(mika)]) {
    await reader.goto('/')
    const strip = reader.getByRole('region', { name: 'Campaigns' })
    equal(await strip.getByRole('listitem').innerText(), 'Harbour week\n\n1 title')
    equal(await strip.locator('.picture').count(), 1)
    await assertAccessible(reader)
    await strip.getByRole('link', { name: 'Harbour week' }).click()
    await reader.getByRole('heading', { name: 'Harbour week', level: 1 }).waitFor()
  }
  const { hero_picture } = await here.call(getCampaign, { slug: 'harbour-week' })
  equal(hero_picture?.width, 2_560)
  const shared = guest.locator('meta[property="og:image"]')
  ok((await shared.getAttribute('content'))?.startsWith(`${here.url}/media/${hero_picture?.base}-`))
  await guest.locator(`main img[src*="${hero_picture?.base}"]`).first().waitFor()
  await guest.getByRole('link', { name: 'Enter a coupon' }).waitFor()
  await assertAccessible(guest)
  await guest.getByRole('main').getByRole('heading', { level: 3 }).getByRole('link').click()
  await guest.waitForURL(`**/asset/${film.kid}`)
  await guest.context().addCookies([{ name: 'lang', value: 'ja', url: here.url }])
  await guest.goto('/harbour-week')
  await guest.getByRole('heading', { name: '港の一週間', level: 1 }).waitFor()
  const { items } = await sora.call(listCampaigns, {})
  await sora.call(updateCampaign, { id: items[0]!.id, is_published: false })
  await guest.goto('/')
  await guest.getByRole('heading', { name: 'マーケット' }).waitFor()
  equal(await guest.getByRole('region', { name: 'キャンペーン' }).count(), 0)
})

test('RT-34 an administrator removes the picture of a campaign, and can keep it before saving', async (t) => {
  const { here, tab } = await appWithTab(t)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const file = await plainPicture(900, 300)
  const { id, slug } = await sora.call(createCampaign, {
    slug: 'harbour-week',
    words: { en: { title: 'Harbour week', body: '' } },
    kids: [],
    groups: [],
    accepts_codes: false,
    is_published: true,
    hero_image: file.bytes.toString('base64'),
  })
  const page = await tab(sora)
  await page.goto('/harbour-week')
  await page.getByRole('link', { name: 'Choose titles' }).click()
  await page.waitForURL(`**/admin/campaigns/${id}`)
  const pictures = page.locator('form .picture')
  await eventuallyEqual(() => pictures.count(), 2)
  await page.getByRole('button', { name: 'Remove the picture' }).press('Enter')
  await page.getByText('The picture is removed when you save.').waitFor()
  await eventuallyEqual(() => pictures.count(), 0)
  await assertAccessible(page)
  const keep = page.getByRole('button', { name: 'Keep the picture' })
  await eventuallyEqual(() => keep.evaluate((button) => button === document.activeElement), true)
  await keep.press('Enter')
  await eventuallyEqual(() => pictures.count(), 2)
  await page.getByRole('button', { name: 'Remove the picture' }).press('Enter')
  await page.getByRole('button', { name: 'Save the campaign' }).click()
  await page.getByText('/harbour-week was saved.').waitFor()
  equal((await here.call(getCampaign, { slug })).hero_picture, null)
  await page.goto('/admin/audit?action=campaign')
  await page.getByText('/harbour-week · Published · Picture removed').waitFor()

  await page.goto(`/admin/campaigns/${id}`)
  const field = page.getByLabel('Header picture')
  await field.setInputFiles(filePayload(file))
  await eventuallyEqual(() => pictures.count(), 1)
  const broken = { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
  await field.setInputFiles(broken)
  await page.getByText('We could not read this picture.').waitFor()
  await eventuallyEqual(() => pictures.count(), 0)
  await page.getByRole('button', { name: 'Save the campaign' }).press('Enter')
  const faults = page.getByRole('alert').filter({ hasText: 'Check these fields' })
  await faults.getByRole('link', { name: 'We could not read this picture.' }).press('Enter')
  await eventuallyEqual(() => field.evaluate((input) => input === document.activeElement), true)
  await page.getByRole('button', { name: 'Remove the picture' }).press('Enter')
  await eventuallyEqual(() => page.locator('#hero-error').count(), 0)
  await field.setInputFiles(filePayload(file))
  await page.getByRole('button', { name: 'Remove the picture' }).press('Enter')
  await eventuallyEqual(() => field.evaluate((input: HTMLInputElement) => input.files!.length), 0)
  await eventuallyEqual(() => field.evaluate((input) => input === document.activeElement), true)
  await eventuallyEqual(() => pictures.count(), 0)
})

test('RT-34 the texts that another administrator has added stay when a campaign is saved again', async (t) => {
  const { here, tab } = await appWithTab(t)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const words = {
    en: { title: 'Harbour week', body: 'Films about harbours.' },
    ja: { title: '港の一週間', body: '' },
  }
  const { id, edited_at } = await sora.call(createCampaign, {
    slug: 'harbour-week',
    words,
    kids: [],
    groups: [],
    accepts_codes: false,
    is_published: false,
  })
  const page = await tab(sora)
  await page.goto(`/admin/campaigns/${id}`)
  const title = page.getByLabel('Title', { exact: true })
  await title.fill('Harbour month')
  const de = { title: 'Hafenwoche', body: 'Filme über Häfen.' }
  const theirs = { en: { ...words.en, body: 'Films about ports.' }, de }
  const { error } = await sora.call(updateCampaign, { id, edited_at, words: theirs })
  equal(error, undefined)
  await page.getByRole('button', { name: 'Save the campaign' }).click()
  await page.getByText('This was changed elsewhere.').waitFor()
  equal(await title.inputValue(), 'Harbour month')
  const body = page.getByRole('textbox', { name: /^Text/ })
  await eventuallyEqual(() => body.inputValue(), 'Films about ports.')
  const language = page.getByRole('combobox', { name: 'Language' })
  await language.selectOption('de')
  equal(await title.inputValue(), 'Hafenwoche')
  await page.getByRole('button', { name: 'Save the campaign' }).click()
  await page.getByText('/harbour-week was saved.').waitFor()
  const { items } = await sora.call(listCampaigns, { id })
  deepEqual(items[0]!.words, { en: { title: 'Harbour month', body: 'Films about ports.' }, de })
})
