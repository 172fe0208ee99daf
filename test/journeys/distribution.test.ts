import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { appWithTab } from '../app-with-tab.ts'
import { CARDS } from '../card-fixtures.ts'
import { assertAccessible, eventuallyEqual } from '../chromium.ts'
import { distribute, draft, ownersOf } from '../distributions.ts'
import { loseAnswers } from '../lost-answers.ts'
import { returnFromCard } from '../return-from-card.ts'
import { waitUntil } from '../test-app.ts'
import { createTitle } from '../titles.ts'

test('RT-17 FD-01 FD-02 a creator gives copies to a list, pays by card, and an invited person claims one', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const film = await createTitle(here, mika, { copies: 12, title: 'Snow Plough' })
  const page = await tab(mika)
  await page.goto('/asset/distributions')
  await page.getByRole('link', { name: 'Give copies away' }).first().click()
  await page.getByRole('combobox', { name: 'Title' }).selectOption('Snow Plough')
  await page.getByRole('textbox', { name: 'Numbers' }).fill('1-3')
  await page.getByText('3 of these numbers are available.').waitFor()
  await page.getByText('¥330').first().waitFor()
  const people = page.getByRole('textbox', { name: 'Only for these people' })
  await people.fill('ren@example.test\nno address')
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByText('These lines do not name anyone: 2.').waitFor()
  await people.fill('ren@example.test\nkai@example.test')
  await page.getByRole('button', { name: 'Continue to payment' }).click()

  await page.getByRole('heading', { name: 'Pay the fee' }).waitFor()
  await page.getByText('2 people on your list').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Pay ¥330 and start' }).click()
  await page.locator('[name=card_number]').fill(CARDS.pays)
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.getByRole('heading', { name: 'Your link' }).waitFor()
  await page.getByText('0 of 3 claimed').waitFor()
  await assertAccessible(page)

  const guest = await tab()
  await guest.goto(new URL(page.url()).pathname.replace('/asset', ''))
  await guest.getByRole('button', { name: 'Sign in to get your copy' }).waitFor()
  await guest.getByText('For invited people only.').waitFor()
  const reader = await tab(ren)
  await reader.goto(new URL(page.url()).pathname.replace('/asset', ''))
  await reader.getByText('Reserved for you').waitFor()
  await assertAccessible(reader)
  await reader.getByRole('button', { name: 'Get your copy' }).click()
  await reader.getByRole('link', { name: 'Open No. 1' }).click()
  await reader.getByText('Claimed for free').waitFor()
  await page.getByText('1 of 3 claimed').waitFor()
  await page.getByRole('cell', { name: 'ren@example.test' }).waitFor()

  await page.goto(`/asset/${film.kid}?no=2`)
  await page.getByText('You are giving away No. 2.').waitFor()
  await assertAccessible(page)
  await page.getByRole('link', { name: 'See the free distribution' }).click()
  await page.getByText('1 of 3 claimed').waitFor()
})

test('a creator who goes back from the card page can press the pay button again', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 3 })
  const { id } = await draft(mika, film)
  const page = await tab(mika)
  await page.goto(`/asset/distributions/${id}`)
  // Nothing is paid, so that the page still shows the button.
  const url = `${here.url}/dev/card/checkout`
  const reply = { purchase_id: id, url }
  await page.route('**/free_distribution_settings/*/payments', (route) =>
    route.fulfill({ json: reply }),
  )
  await returnFromCard(page, page.getByRole('button', { name: 'Pay ¥330 and start' }))
})

test('a guest finds a free copy on the page of its title, signs in and claims it', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 5 })
  const id = await distribute(mika, film, [2, 3], { max_count_per_wallet: 1 })
  const page = await tab()
  await page.goto(`/asset/${film.kid}?no=3`)
  await page.getByText('No. 3 is being given away.').waitFor()
  await page.getByRole('link', { name: 'Get a copy for free', exact: true }).click()
  await page.getByRole('button', { name: 'Sign in to get your copy' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill('guest@example.test')
  await page.getByRole('button', { name: 'Send the code' }).click()
  const [mail] = await waitUntil(
    () => here.inbox('guest@example.test'),
    (mails) => mails.length > 0,
  )
  await page.getByLabel('6-digit code').fill(mail!.code!)
  await page.getByRole('button', { name: 'Get your copy' }).click()
  await page.getByRole('link', { name: 'Open No. 2' }).waitFor()
  equal(new URL(page.url()).pathname, `/distributions/${id}`)
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Open No. 2' }).click()
  await page.getByText('Claimed for free').waitFor()
})

test('a claim on a bad connection waits in the page, also over a reload, and gives one copy', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const film = await createTitle(here, mika, { copies: 5 })
  const id = await distribute(mika, film)
  const page = await tab(ren)
  await page.goto(`/distributions/${id}`)
  const { keys, restore } = await loseAnswers(page, purchaseForFree.path)

  await page.getByRole('button', { name: 'Get your copy' }).click()
  await page.getByText('The connection is weak.').waitFor()
  await page.reload()
  await eventuallyEqual(() => Promise.resolve(keys.length > 2), true)
  restore()
  await page.getByRole('link', { name: 'Open No. 1' }).waitFor()

  equal(new Set(keys).size, 1)
  deepEqual(await ownersOf(here, film), ['Ren', 'Mika', 'Mika', 'Mika', 'Mika'])
})

test('a copy cannot be claimed twice while the page does not know of the first claim', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const film = await createTitle(here, mika, { copies: 5 })
  const id = await distribute(mika, film, [2], { max_count_per_wallet: 1 })
  const page = await tab(ren)
  await page.goto(`/distributions/${id}`)
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  const offer = new RegExp(`distributions/${id}`) // the page's data and its call
  await page.route(offer, async (route) => {
    await held
    await route.continue()
  })
  const settled = page.waitForResponse('**/assets/purchase_for_free')
  const refetched = page.waitForRequest(offer)
  const get = page.getByRole('button', { name: 'Get your copy' })
  await get.click()
  equal((await settled).status(), 200)
  await refetched
  equal(await get.getAttribute('aria-busy'), 'true')
  answer()
  await page.getByRole('link', { name: 'Open No. 2' }).waitFor()
})
