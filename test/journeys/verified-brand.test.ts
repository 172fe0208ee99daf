import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { builtPages } from '#src/app.ts'
import { brandFixtures } from '../brand-fixtures.ts'
import { assertAccessible, assertFitsScreen, eventuallyEqual, openChromium } from '../chromium.ts'

const pages = await builtPages()

test('BR-13 a creator asks for the badge, an administrator grants it, and a guest sees it', async (t) => {
  const { here, mika, brand, kids } = await brandFixtures(t, 1, { pages, now: new Date() })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const tab = await openChromium(here)
  const own = await tab(mika, { viewport: { width: 390, height: 800 }, colorScheme: 'dark' })
  await own.goto(`/brand/edit?account=${brand.account}`)
  await own.getByRole('button', { name: 'Ask for the badge' }).click()
  await own.getByText('Write what we can check.').waitFor()
  await own.getByLabel('What shows that the name is yours?').fill('https://kita-eiga.example')
  await assertFitsScreen(own)
  await assertAccessible(own)
  await own.getByRole('button', { name: 'Ask for the badge' }).click()
  await own.getByText(/You asked for it on/).waitFor()

  const office = await tab(sora)
  await office.goto('/admin/verifications')
  await office.getByText('https://kita-eiga.example').waitFor()
  await assertAccessible(office)
  await office.getByRole('button', { name: 'Grant the badge to Kita Eiga' }).click()
  const dialog = office.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Their site names the page.')
  await assertAccessible(office)
  await dialog.getByRole('button', { name: 'Grant the badge' }).click()
  await office.getByText('No requests are waiting').waitFor()
  await office.goto('/admin/verifications?show=verified')
  await office.getByRole('button', { name: 'Take the badge of Kita Eiga back' }).waitFor()

  const guest = await tab()
  await guest.goto(`/brand/${brand.account}`)
  await guest.getByRole('heading', { name: 'Kita Eiga verified brand' }).waitFor()
  await assertAccessible(guest)
  await guest.goto(`/asset/${kids[0]}`)
  await guest.getByRole('link', { name: 'Kita Eiga verified brand' }).waitFor()
  await guest.goto('/')
  equal(await guest.getByText('verified brand').count(), 1)
})

test('BR-13 what was written for the badge is not lost when the brand is saved or the page left', async (t) => {
  const { here, mika, brand } = await brandFixtures(t, 0, { pages, now: new Date() })
  const tab = await openChromium(here)
  const page = await tab(mika)
  await page.goto(`/brand/edit?account=${brand.account}`)
  const evidence = page.getByLabel('What shows that the name is yours?') // also behind a dialog
  await evidence.fill('https://kita-eiga.example')
  await page.getByRole('link', { name: 'Marketplace' }).click()
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leaving.getByRole('button', { name: 'Stay here' }).click()
  await leaving.waitFor({ state: 'detached' })
  equal(await evidence.inputValue(), 'https://kita-eiga.example')

  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  const save = page.getByRole('button', { name: 'Save the brand' })
  await name.fill('Kita Films')
  await page.getByRole('textbox', { name: 'Web address' }).fill('kita-films')
  await save.click()
  await page
    .getByText('Kita Films was saved. Your request for the badge has not been sent yet.')
    .waitFor()
  await page.waitForURL('**/brand/edit?account=kita-films')
  await page.getByRole('heading', { name: 'Edit Kita Films' }).waitFor()
  await eventuallyEqual(() => evidence.evaluate((field) => field === document.activeElement), true)
  equal(await evidence.inputValue(), 'https://kita-eiga.example')
  await name.fill('Kita Cinema')
  await save.click()
  await page.getByRole('heading', { name: 'Edit Kita Cinema' }).waitFor()
  await assertAccessible(page)

  await page.getByRole('button', { name: 'Ask for the badge' }).click()
  await page.getByText(/You asked for it on/).waitFor()
  await save.click()
  await page.waitForURL('**/brand/kita-films')
  await page.getByRole('heading', { name: 'Kita Cinema', exact: true }).waitFor()
})
