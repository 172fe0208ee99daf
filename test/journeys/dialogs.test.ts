import { equal } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { API, type Endpoint } from '#core/http/endpoint.ts'
import { endSession, listSessions } from '#src/accounts/account/account.shared.ts'
import { putUserRole } from '#src/admin/users/user.shared.ts'
import { getBank, putBank } from '#src/finance/bank-account/bank.shared.ts'
import { cancelPayout, requestPayout } from '#src/finance/payout/payout.shared.ts'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import { delistSerials, listSerialsForSale } from '#src/sales/listing/listing.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { appWithTab } from '../app-with-tab.ts'
import { registerBank } from '../bank-accounts.ts'
import { eventuallyEqual, assertFitsScreen, assertAccessible, pressTwice } from '../chromium.ts'
import { rentalTitle } from '../rentals.ts'
import { waitUntil, type TestApp } from '../test-app.ts'
import { createTitle } from '../titles.ts'
import { offer, openToTrade, traderTitle } from '../trades.ts'

const NEW = 'new@example.test'
const NARROW = { viewport: { width: 320, height: 640 } }

const dialogOf = (page: Page) => page.getByRole('dialog')

/** Asserts that the open dialog traps the focus, has a heading and fits the screen. */
async function assertTrapsFocus(page: Page, name: string | RegExp) {
  const dialog = page.getByRole('dialog', { name })
  await dialog.getByRole('heading', { name }).waitFor()
  const isInside = () => dialog.evaluate((box) => box.contains(document.activeElement))
  await eventuallyEqual(isInside, true)
  const stops = await dialog.locator('a, button, input, select, textarea').count()
  for (let i = 0; i <= stops; i++) {
    await page.keyboard.press('Tab')
    await eventuallyEqual(isInside, true)
  }
  await page.keyboard.press('Shift+Tab')
  await eventuallyEqual(isInside, true)
  await assertFitsScreen(page)
  await assertAccessible(page)
  return dialog
}

/** Asserts that a button opens a dialog, and that Escape closes it and returns the focus. */
async function assertOpensAndCloses(page: Page, button: Locator, name: string | RegExp) {
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = await assertTrapsFocus(page, name)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await eventuallyEqual(() => button.evaluate((one) => one === document.activeElement), true)
}

/** Returns the newest code in a mailbox, once there is one. */
async function codeFor(here: TestApp, email: string): Promise<string> {
  const codes = async () => (await here.inbox(email)).flatMap(({ code }) => code ?? [])
  return (await waitUntil(codes, (all) => all.length > 0))[0]!
}

async function select(page: Page, numbers: string) {
  await page.getByLabel('Numbers', { exact: true }).fill(numbers)
  await page.getByRole('button', { name: 'Select', exact: true }).click()
}

/** Opens a test app with Mika's title of six copies; Nos. 1 to 3 are for sale. */
async function openFixtures(t: TestContext) {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH', balance: 20_000 })
  const ren = await here.person('Ren', { balance: 9_000 })
  const film = await createTitle(here, mika, { copies: 6, price: 1_000 })
  const off = [4, 5, 6].map((number) => film.tokens.get(number)!)
  await mika.call(delistSerials, { asset_token_ids: off })
  return { here, tab, mika, ren, film, page: await tab(mika, NARROW) }
}

test('MD-03 MD-04 the dialogs that list and delist a copy trap the focus and return it', async (t) => {
  const { film, page } = await openFixtures(t)
  const main = page.locator('main')
  await page.goto(`/asset/${film.kid}?no=4`)
  await assertOpensAndCloses(page, main.getByRole('button', { name: /^Sell/ }), 'Sell No. 4')
  await page.goto(`/asset/${film.kid}?no=2`)
  await assertOpensAndCloses(page, main.getByRole('button', { name: /^Stop selling/ }), /No\. 2/)

  await page.goto(`/asset/${film.kid}/created?status=not_listed`)
  await select(page, '4-6')
  await assertOpensAndCloses(page, page.getByRole('button', { name: 'Sell 3' }), 'Sell 3 copies')
  await page.getByText('3 copies selected').waitFor() // a cancelled dialog keeps the selection
  await page.goto(`/asset/${film.kid}/created?status=buyable`)
  await select(page, '1-2')
  const stop = page.getByRole('button', { name: 'Stop selling 2' })
  await assertOpensAndCloses(page, stop, 'Stop selling 2 copies?')
})

test('MD-05 the dialog that accepts a trade traps the focus and returns it', async (t) => {
  const { here, mika, ren, tab } = await openFixtures(t)
  const traded = await traderTitle(here, mika, [ren])
  const theirs = traded.held(2)
  await openToTrade(here, theirs)
  await offer(traded.held(1), theirs)
  const page = await tab(mika, NARROW)
  await page.goto('/account/trade_offer_histories')
  const trade = page.getByRole('button', { name: 'Trade No. 2 for No. 1' })
  await assertOpensAndCloses(page, trade, 'Trade No. 2 for No. 1?')
})

test('MD-06 MD-07 MD-10 the dialogs of payouts and of the statement trap the focus and return it', async (t) => {
  const { here, mika, ren, film, page } = await openFixtures(t)
  await ren.call(purchaseForFree, film.order(1, 1_000))
  await page.goto('/account/points')
  await assertOpensAndCloses(page, page.getByRole('button', { name: /^Sold No\. 1/ }), /No\. 1/)
  await registerBank(here, mika)
  await page.goto('/payout')
  const amount = page.getByRole('textbox', { name: /Amount to receive/ })
  await amount.fill('5000')
  const request = page.locator('main').getByRole('button', { name: /^Request ¥5,000/ })
  await assertOpensAndCloses(page, request, 'Request ¥5,000?')
  await mika.call(requestPayout, { amount: 5_000 })
  await page.reload()
  await assertOpensAndCloses(
    page,
    page.getByRole('button', { name: 'Cancel the payout' }),
    /payout/i,
  )
})

test('MD-11 MD-12 the sign-in dialog traps the focus, and stays open on members’ pages until signed in', async (t) => {
  const { here, tab, ren } = await openFixtures(t)
  const page = await tab(ren, NARROW)
  await page.goto('/settings')
  const { items } = await ren.call(listSessions, {})
  await ren.call(endSession, { id: items[0]!.id })
  await page.getByRole('textbox', { name: 'First name' }).fill('Aki')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await assertTrapsFocus(page, 'Sign in')
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'First name' }).waitFor({ state: 'hidden' })

  const guest = await tab(undefined, NARROW)
  await guest.goto('/login?fixed=true&next=/settings')
  const dialog = await assertTrapsFocus(guest, 'Sign in')
  await guest.keyboard.press('Escape')
  await guest.mouse.click(5, 5)
  equal(await dialog.getByRole('button', { name: 'Close' }).count(), 0)
  await dialog.getByRole('textbox', { name: 'Email' }).fill(NEW)
  await guest.getByRole('button', { name: 'Send the code' }).click()
  await assertTrapsFocus(guest, 'Enter the code')
  await guest.getByLabel('6-digit code').fill(await codeFor(here, NEW))
  await guest.waitForURL(`${here.url}/settings`)
  await guest.getByRole('heading', { name: 'Account settings' }).waitFor()
})

test('MD-01 MD-02 the checkout pages of purchases and rentals fit 320 pixels and work by keyboard', async (t) => {
  const { here, tab, mika, ren, film } = await openFixtures(t)
  const lent = await rentalTitle(here, mika, { copies: 2 })
  const page = await tab(ren, NARROW)
  /** Presses Tab until the wanted element has the focus. */
  const tabTo = async (name: RegExp) => {
    const hasFocus = () =>
      page.evaluate((source) => {
        const one = document.activeElement
        return one?.tagName === 'BUTTON' && new RegExp(source).test(one.textContent)
      }, name.source)
    for (let i = 0; i < 60 && !(await hasFocus()); i++) await page.keyboard.press('Tab')
    equal(await hasFocus(), true, name.source)
    await page.keyboard.press('Enter')
  }
  for (const [path, action, done] of [
    [`purchase/${film.kid}?no=2`, 'Buy', 'No. 2 is yours'],
    [`rental/${lent.kid}?no=1`, 'Rent', 'You are renting No. 1'],
  ] as const) {
    await page.goto(`/payment/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await assertFitsScreen(page)
    await assertAccessible(page)
    await tabTo(/^Use ¥/)
    await tabTo(new RegExp(`^${action} No\\.`))
    await page.getByRole('heading', { name: new RegExp(done) }).waitFor()
    await assertFitsScreen(page)
  }
})

/** Answers the call with this from now on, and counts how often it is sent. */
async function fakeRefusal(page: Page, { path }: Endpoint, status: number, code: string) {
  const sent = { count: 0 }
  const pattern = new RegExp(`${API}${path.replaceAll(/\{\w+\}/g, '[^/?]+')}$`)
  await page.route(pattern, async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    sent.count++
    const error = { code, params: { minimum: 10, reference: 'R-1' } }
    return route.fulfill({ status, json: { error, error_messages: [code] } })
  })
  return sent
}

const refusals = [
  [422, 'price_below_minimum', 'The creator’s lowest price is ¥10. Enter that or more.'],
  [
    403,
    'forbidden',
    'Your account is not allowed to do this. If you think it should be, contact support.',
  ],
  [500, 'bug', 'Something went wrong on our side.'],
  [503, 'unavailable', 'We could not connect.'],
] as const

/** Presses the button for each refusal, and asserts its message in the dialog. */
async function assertRefusalMessages(page: Page, call: Endpoint, action: string) {
  for (const [status, code, words] of refusals) {
    await page.unrouteAll()
    const sent = await fakeRefusal(page, call, status, code)
    const button = dialogOf(page).getByRole('button', { name: action, exact: true })
    await pressTwice(button)
    await dialogOf(page).getByRole('alert').getByText(words).waitFor()
    await eventuallyEqual(() => button.isEnabled(), true)
    equal(await button.getAttribute('aria-busy'), 'false')
    equal(sent.count, 1, `${call.path} ${code}`)
  }
  await page.unrouteAll()
}

test('ST-01 ST-02 each dialog sends a call once, shows the refusal, and can be tried again', async (t) => {
  const { here, mika, film, page } = await openFixtures(t)
  await page.goto(`/asset/${film.kid}/created?status=not_listed`)
  await select(page, '4')
  await page.getByRole('button', { name: 'Sell 1' }).click()
  await dialogOf(page).getByLabel('Price in yen, tax included').fill('3000')
  await assertRefusalMessages(page, listSerialsForSale, 'List No. 4 for ¥3,000')
  await dialogOf(page).getByRole('button', { name: 'List No. 4 for ¥3,000' }).click()
  await page.getByText('No. 4 goes on sale in a moment.').waitFor()

  await page.goto(`/asset/${film.kid}/created?status=buyable`)
  await select(page, '2')
  await page.getByRole('button', { name: 'Stop selling 1' }).click()
  await assertRefusalMessages(page, delistSerials, 'Stop selling')

  await registerBank(here, mika)
  await page.goto('/payout')
  await page.getByRole('textbox', { name: /Amount to receive/ }).fill('5000')
  await page.keyboard.press('Enter')
  await assertRefusalMessages(page, requestPayout, 'Request ¥5,000')
  await dialogOf(page).getByRole('button', { name: 'Request ¥5,000' }).click()
  await page.getByRole('button', { name: 'Cancel the payout' }).click()
  await assertRefusalMessages(page, cancelPayout, 'Cancel the payout')
})

test('ST-01 a button shows that it is busy while its call runs', async (t) => {
  const { tab, ren, film } = await openFixtures(t)
  const page = await tab(ren)
  await page.goto(`/payment/purchase/${film.kid}?no=2`)
  await page.getByRole('button', { name: 'Use ¥1,000' }).click()
  const buy = page.getByRole('button', { name: 'Buy No. 2 for ¥1,000' })
  await eventuallyEqual(() => buy.getAttribute('aria-busy'), 'false')
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  let sent = 0
  await page.route(`**${API}${purchaseForFree.path}`, async (route) => {
    sent++
    await answered
    await route.continue()
  })
  await pressTwice(buy)
  await eventuallyEqual(() => buy.getAttribute('aria-busy'), 'true')
  await buy.click({ force: true })
  answer()
  await page.getByRole('heading', { name: 'No. 2 is yours' }).waitFor()
  equal(sent, 1)
  equal(await ren.balance(), 8_000)
})

test('ER-07 a bank account or a role that cannot be saved says so and keeps what was entered', async (t) => {
  const { here, tab, ren } = await openFixtures(t)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const domains = { company_domains: 'example.test', version: 0, reason: 'ours' }
  equal((await sora.call(changeSettings, domains)).error, undefined)
  const page = await tab(sora)
  await page.goto('/admin/users?q=ren@')
  await page.getByRole('button', { name: 'Make a creator' }).click()
  const reason = dialogOf(page).getByRole('textbox', { name: 'Reason' })
  await reason.fill('makes films')
  await fakeRefusal(page, putUserRole, 503, 'unavailable')
  await dialogOf(page).getByRole('button', { name: 'Make a creator' }).click()
  await dialogOf(page).getByText('We could not connect.').waitFor()
  equal(await reason.inputValue(), 'makes films')

  const own = await tab(ren)
  await own.goto('/bank/register')
  const field = (name: string) => own.getByRole('textbox', { name, exact: true })
  await field('Bank').fill('みずほ')
  await own.getByRole('button', { name: /^0001\s*みずほ/ }).click()
  await eventuallyEqual(() => field('Bank').inputValue(), '0001')
  await field('Branch').fill('100')
  await own.getByText('本店').waitFor()
  await field('Account number').fill('1234567')
  await field('Account holder').fill('オカダ アキ')
  await fakeRefusal(own, putBank, 503, 'unavailable')
  await own.getByRole('button', { name: 'Send me a code' }).click()
  await own.getByLabel('6-digit code').fill(await codeFor(here, ren.email))
  await own.getByText('We could not connect.').waitFor()
  equal((await ren.call(getBank, {})).error?.code, 'not_found')
})

test('ER-01 a dialog whose code cannot be loaded says so, and the page keeps what was typed', async (t) => {
  const { page } = await openFixtures(t)
  await page.goto('/create')
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await title.fill('Night Ferry')
  await page.route(/\/built\/[\w-]+-dialog-/, (route) => route.abort())
  const says = page.getByText('This part of the page could not be loaded.')
  await page.getByRole('button', { name: 'New brand' }).click()
  await eventuallyEqual(() => says.count(), 1)
  equal(await title.inputValue(), 'Night Ferry')

  await page.getByRole('contentinfo').getByRole('link', { name: 'Help centre' }).click()
  await eventuallyEqual(() => says.count(), 2)
  equal(new URL(page.url()).pathname, '/create')
  equal(await title.inputValue(), 'Night Ferry')
})

test('ER-01 a page goes on without a part whose code cannot be loaded, and says so', async (t) => {
  const { tab, ren } = await openFixtures(t)
  const page = await tab(ren)
  await page.route(/\/built\/account-menu-/, (route) => route.abort())
  await page.goto('/')
  await page.mouse.move(50, 50)
  await page.getByText('This part of the page could not be loaded.').waitFor()
  await page.getByRole('link', { name: 'My collection' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'My collection' }).waitFor()
})

test('ER-01 a refusal whose words cannot be loaded says so', async (t) => {
  const { tab, ren, film } = await openFixtures(t)
  const page = await tab(ren)
  await page.route(/\/built\/refusals-/, (route) => route.abort())
  await page.goto(`/payment/purchase/${film.kid}?no=2`)
  await page.getByRole('button', { name: 'Use ¥1,000' }).click()
  await fakeRefusal(page, purchaseForFree, 403, 'forbidden')
  await page.getByRole('button', { name: 'Buy No. 2 for ¥1,000' }).click()
  await page.getByRole('alert').getByText('The reason could not be loaded.').waitFor()
})
