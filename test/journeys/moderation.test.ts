import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { builtPages } from '#src/app.ts'
import { assertAccessible, assertFitsScreen, openChromium } from '../chromium.ts'
import { testApp } from '../test-app.ts'
import { createTitle } from '../titles.ts'

const pages = await builtPages()

test('MO-01 MO-04 MO-07 from a guest’s report to the decision, the appeal and the answer', async (t) => {
  const here = await testApp(t, { pages, now: new Date() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const film = await createTitle(here, mika, { copies: 3, price: 500, title: 'Tide Table' })
  const tab = await openChromium(here)

  const guest = await tab()
  await guest.goto(`/asset/${film.kid}`)
  await guest.getByRole('button', { name: 'Report this title' }).click()
  const dialog = guest.getByRole('dialog', { name: 'Report “Tide Table”' })
  await dialog.getByRole('button', { name: 'Send the report' }).click()
  await dialog.getByText('Choose what is wrong.').waitFor()
  await dialog.getByLabel('What is wrong?').selectOption('Someone’s rights are infringed')
  await dialog.getByLabel('Describe it').fill('I filmed the third scene.')
  await dialog.getByLabel('Email').fill('eve@example.test')
  await assertAccessible(guest)
  await dialog.getByRole('button', { name: 'Send the report' }).click()
  await dialog.getByText(/Your report is case \d+/).waitFor()

  const office = await tab(sora)
  await office.goto('/admin')
  await office.getByRole('link', { name: '1 report to decide' }).click()
  await office.getByText('Open since today').waitFor()
  await assertAccessible(office)
  await office.getByRole('link', { name: /Tide Table/ }).click()
  await office.getByText('I filmed the third scene.').waitFor()
  await office.getByRole('textbox', { name: 'Note' }).fill('Asked both.')
  await office.getByRole('button', { name: 'Add the note' }).click()
  await office.getByText('Asked both.').nth(0).waitFor()
  await assertAccessible(office)
  const decide = async (action: string, reason: string) => {
    await office.getByRole('button', { name: action, exact: true }).click()
    const box = office.getByRole('dialog')
    await box.getByRole('textbox', { name: 'Reason' }).fill(reason)
    await assertAccessible(office)
    await box.getByRole('button', { name: action, exact: true }).click()
    await box.waitFor({ state: 'detached' })
  }
  await decide('Hide', 'One scene is not yours.')
  equal((await guest.goto(`/asset/${film.kid}`))?.status(), 404)

  const phone = { viewport: { width: 390, height: 800 }, colorScheme: 'dark' } as const
  const own = await tab(mika, phone)
  await own.goto(`/asset/${film.kid}`)
  await own.getByText('Reason: One scene is not yours.').waitFor()
  const offer = own.getByRole('button', { name: /^(Sell|Rent out|Change price)/ })
  equal(await offer.count(), 0)
  await own.getByRole('textbox', { name: 'Your appeal' }).fill('I have a contract for it.')
  await assertFitsScreen(own)
  await assertAccessible(own)
  await own.getByRole('button', { name: 'Send the appeal' }).click()
  await own.getByText(/You appealed on .* We will answer\./).waitFor()

  await office.reload()
  await office.getByText('I have a contract for it.').waitFor()
  await decide('Show it again', 'The contract covers it.')
  equal((await guest.goto(`/asset/${film.kid}`))?.status(), 200)
  await own.reload()
  await own.getByRole('heading', { name: 'Tide Table' }).waitFor()
  equal(await own.getByText('This title is hidden').count(), 0)
  await offer.first().waitFor()
})
