import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { updateCurrentAccount } from '#src/accounts/account/account.shared.ts'
import { decideCase, listCases } from '#src/admin/moderation/moderation.shared.ts'
import { builtPages } from '#src/app.ts'
import { createReport } from '#src/catalog/moderation/report.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { rentForFree } from '#src/sales/rental/rental.shared.ts'
import { putOwnShelf } from '#src/sales/shelf/shelf.shared.ts'
import {
  assertAccessible,
  assertFitsScreen,
  eventuallyEqual,
  openChromium,
  PHONE,
} from '../chromium.ts'
import { goBackTo } from '../history.ts'
import { hide as hideThing } from '../hide.ts'
import { rentalTitle } from '../rentals.ts'
import { testApp } from '../test-app.ts'
import { createTitle, listForSale } from '../titles.ts'
import { offer, openToTrade, traderTitle } from '../trades.ts'

const pages = await builtPages()

/** Sends the open report dialog, and returns once the case has its number. */
async function sendReport(page: Page, dialog: Locator) {
  await dialog.getByLabel('What is wrong?').selectOption('Fraud or misleading claims')
  await dialog.getByLabel('Describe it').fill('It is a trap.')
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Send the report' }).click()
  await dialog.getByText(/Your report is case \d+/).waitFor()
  await page.keyboard.press('Escape')
}

/** Hides what the only waiting case is about, as an administrator. */
async function hide(office: Page, name: string, reason: string) {
  await office.goto('/admin/moderation')
  await office
    .getByRole('link', { name: new RegExp(`\\b${name}\\b`) })
    .first()
    .click()
  await office.getByRole('button', { name: 'Hide', exact: true }).click()
  const box = office.getByRole('dialog')
  await box.getByRole('textbox', { name: 'Reason' }).fill(reason)
  await box.getByRole('button', { name: 'Hide', exact: true }).click()
  await box.waitFor({ state: 'detached' })
}

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
  const email = dialog.getByLabel('Email')
  await email.fill('eve at example')
  await dialog.getByRole('button', { name: 'Send the report' }).click()
  await dialog.getByText('Enter an email address such as name@example.jp.').waitFor()
  equal(await email.getAttribute('aria-invalid'), 'true')
  await email.fill('eve@example.test')
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
  const offering = own.getByRole('button', { name: /^(Sell|Rent out|Change price)/ })
  equal(await offering.count(), 0)
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
  await offering.first().waitFor()
})

test('a note that was begun about one case does not stay in the field of another', async (t) => {
  const here = await testApp(t, { pages, now: new Date() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  for (const title of ['Tide Table', 'Snow Plough']) {
    const { kid } = await createTitle(here, mika, { copies: 1, title })
    await here.call(createReport, { of: 'title', id: kid, reason: 'rights', text: 'It is mine.' })
  }
  const [one, other] = (await sora.call(listCases, {})).items
  const office = await (await openChromium(here))(sora)
  await office.goto(`/admin/moderation/${one!.id}`)
  const note = office.getByRole('textbox', { name: 'Note' })
  await note.fill('Asked both.')
  await goBackTo(office, `/admin/moderation/${other!.id}`)
  await office.getByRole('heading', { name: new RegExp(other!.name) }).waitFor()
  await eventuallyEqual(() => note.inputValue(), '')
})

test('MO-05 an owner, a renter and an administrator open a hidden title, watch their copies and stop selling', async (t) => {
  const here = await testApp(t, { pages, now: new Date() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const [ren, aoi] = [
    await here.person('Ren', { balance: 5_000 }),
    await here.person('Aoi', { balance: 5_000 }),
  ]
  const film = await rentalTitle(here, mika, {
    copies: 4,
    for_sale: 2,
    title: 'Tide Table',
    secondary_sale_enabled: true,
  })
  await ren.call(purchaseForFree, film.order(1, 1_000))
  await listForSale(here, ren, [film.tokens.get(1)!], 1_500)
  await aoi.call(rentForFree, film.rent(3, 300))
  await hideThing(here, film.kid, 'title', sora)
  const tab = await openChromium(here)
  const deals = /^(Buy|Rent|Sell|Change|Give|Lend|Open a|Favourite|Add to|Remind|Want)/

  for (const who of [ren, aoi, sora])
    for (const number of [1, 2, 3, 4]) {
      const page = await tab(who, number === 1 ? PHONE : {})
      equal((await page.goto(`/asset/${film.kid}?no=${number}`))?.status(), 200)
      await page.getByRole('heading', { name: 'This title is hidden' }).waitFor()
      await page.locator('html[data-alive]').waitFor()
      const main = page.locator('main')
      for (const role of ['link', 'button'] as const)
        deepEqual(await main.getByRole(role, { name: deals }).allInnerTexts(), [])
      const watched = { Ren: number === 1, Aoi: true, Sora: false }[who.name]
      equal((await page.getByRole('link', { name: 'Watch' }).count()) > 0, watched)
      if (number === 1) await assertFitsScreen(page)
      await assertAccessible(page)
      await tab.leave(page)
    }

  const own = await tab(ren)
  await own.goto(`/asset/${film.kid}?no=1`)
  await own.getByRole('button', { name: 'Stop selling' }).click()
  await own
    .getByRole('dialog')
    .getByRole('button', { name: /^Stop selling/ })
    .click()
  await own.getByRole('button', { name: 'Stop selling' }).waitFor({ state: 'detached' })
})

test('MO-11 MO-12 MO-13 the receiver of a trade offer reports its message, and reads it no more', async (t) => {
  const here = await testApp(t, { pages, now: new Date() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const [ren, aoi] = [await here.person('Ren'), await here.person('Aoi')]
  const [film, song] = [
    await traderTitle(here, mika, [ren, aoi]),
    await traderTitle(here, mika, [ren, aoi]),
  ]
  await openToTrade(here, song.held(2))
  const sent = await offer(film.held(1), song.held(2), { message: 'Send me your password.' })
  equal(sent.error, undefined)
  const tab = await openChromium(here)

  const phone = await tab(aoi, PHONE)
  await phone.goto('/account/trade_offer_histories')
  await phone.getByText('Send me your password.').waitFor()
  await phone.getByRole('button', { name: 'Report this message' }).click()
  await sendReport(phone, phone.getByRole('dialog', { name: 'Report this message' }))
  await assertFitsScreen(phone)

  const office = await tab(sora)
  await hide(office, 'Ren', 'It asks for a secret.')
  await office.getByText('Message of a trade offer').waitFor()
  await office.getByText('Send me your password.').waitFor()
  equal(await office.getByRole('link', { name: 'Open its page' }).count(), 0)
  await assertAccessible(office)

  await phone.reload()
  await phone.getByText('Renban has hidden this message.').waitFor()
  equal(await phone.getByText('Send me your password.').count(), 0)
  equal(await phone.getByRole('button', { name: 'Report this message' }).count(), 0)
  await phone.getByRole('button', { name: 'Decline' }).waitFor() // the deal goes on
  await assertAccessible(phone)

  const own = await tab(ren)
  await own.goto('/account/trade_offer_histories?view=sent')
  await own.getByText('Send me your password.').waitFor()
  await own.getByRole('link', { name: 'Read why' }).click()
  await own.getByRole('heading', { name: 'Your message is hidden' }).waitFor()
  await own.getByText('Reason: It asks for a secret.').waitFor()
  await own.getByRole('textbox', { name: 'Your appeal' }).fill('It was a joke.')
  await assertAccessible(own)
  await own.getByRole('button', { name: 'Send the appeal' }).click()
  await own.getByText(/You appealed on .* We will answer\./).waitFor()
})

test('MO-08 MO-09 a guest reports a person from their shelf, who then has neither name nor shelf', async (t) => {
  const here = await testApp(t, { pages, now: new Date() })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const eve = await here.person('Yvaine')
  await eve.call(updateCurrentAccount, { has_public_name: true })
  const shelf = {
    is_public: true,
    is_indexed: false,
    shows_brands: false,
    shows_count: false,
    about: 'Buy from my shop!',
    asset_token_ids: [],
  }
  equal((await eve.call(putOwnShelf, shelf)).error, undefined)
  const tab = await openChromium(here)

  const guest = await tab()
  await guest.goto('/shelf/Yvaine')
  await guest.getByRole('button', { name: 'Report this person' }).click()
  await sendReport(guest, guest.getByRole('dialog', { name: 'Report “Yvaine”' }))

  const office = await tab(sora)
  await hide(office, 'Yvaine', 'It sells nothing.')
  await office.getByText('Buy from my shop!').waitFor()
  equal((await guest.goto('/shelf/Yvaine'))?.status(), 404)

  const own = await tab(eve, PHONE)
  await own.goto('/account/shelf')
  await own.getByRole('heading', { name: 'Your public profile is hidden' }).waitFor()
  await own.getByText('Reason: It sells nothing.').waitFor()
  await assertFitsScreen(own)
  await assertAccessible(own)
})

test('MO-04 a dialog stays when another administrator has decided the case, and says so', async (t) => {
  const here = await testApp(t, { pages, now: new Date() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const { kid } = await createTitle(here, mika, { copies: 1, title: 'Tide Table' })
  await here.call(createReport, { of: 'title', id: kid, reason: 'rights', text: 'It is mine.' })
  const [found] = (await sora.call(listCases, {})).items
  const office = await (await openChromium(here))(sora)
  await office.goto(`/admin/moderation/${found!.id}`)
  await office.getByRole('button', { name: 'Hide', exact: true }).click()
  const box = office.getByRole('dialog')
  await box.getByRole('textbox', { name: 'Reason' }).fill('One scene is not theirs.')
  await sora.call(decideCase, { id: found!.id, decision: 'dismiss', reason: 'A contract.' })
  await office.evaluate(() => window.dispatchEvent(new Event('visibilitychange'))) // asks again
  await office.getByText('A contract.').waitFor()
  const reason = box.getByRole('textbox', { name: 'Reason' })
  equal(await reason.inputValue(), 'One scene is not theirs.')
  await box.getByRole('button', { name: 'Hide', exact: true }).click()
  await box.getByRole('alert').waitFor()
  await office.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })
})

test('a note cannot be typed on while it is added', async (t) => {
  const here = await testApp(t, { pages, now: new Date() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const { kid } = await createTitle(here, mika, { copies: 1 })
  await here.call(createReport, { of: 'title', id: kid, reason: 'rights', text: 'It is mine.' })
  const [found] = (await sora.call(listCases, {})).items
  const office = await (await openChromium(here))(sora)
  await office.goto(`/admin/moderation/${found!.id}`)
  const note = office.getByRole('textbox', { name: 'Note' })
  const answer = Promise.withResolvers<void>()
  await office.route('**/notes', async (route) => {
    await answer.promise
    await route.continue()
  })
  await note.fill('Asked both.')
  await office.getByRole('button', { name: 'Add the note' }).click()
  await eventuallyEqual(() => note.isDisabled(), true)
  answer.resolve()
  await office.getByRole('listitem').getByText('Asked both.').waitFor()
  await eventuallyEqual(() => note.isEnabled(), true)
  equal(await note.inputValue(), '')
})
