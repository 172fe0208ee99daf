import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { builtPages } from '#src/app.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { appWithTab } from '../app-with-tab.ts'
import { eventuallyEqual, assertAccessible, openChromium, PHONE, SEEN_MS } from '../chromium.ts'
import { CARDS } from '../card-fixtures.ts'
import { testApp, waitUntil } from '../test-app.ts'
import { createTitle } from '../titles.ts'

const pages = await builtPages()

test('SH-13 a message stays ten seconds, longer while hovered or focused, and is announced to screen readers', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 3, price: 1_000 })
  const page = await tab(mika)
  await page.clock.install()
  await page.goto(`/asset/${film.kid}/created`)
  const message = page.locator('section[aria-live=polite]').getByText(/no longer for sale/)
  /** Lets the page's clock tick, which otherwise stands still, until so many messages are shown. */
  const tickUntil = (count: number) =>
    eventuallyEqual(async () => {
      await page.clock.runFor(20)
      return message.count()
    }, count)
  const stopSelling = async (number: number) => {
    await page.clock.resume()
    await page.getByLabel(`No. ${number}`, { exact: true }).check()
    await page.getByRole('button', { name: 'Stop selling 1' }).click()
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Stop selling' })
    await confirm.waitFor()
    await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 60_000)
    await confirm.click()
    await tickUntil(1)
    await page.mouse.move(0, 0)
  }
  await stopSelling(1)
  await page.clock.runFor(9_000)
  equal(await message.count(), 1)
  await page.clock.runFor(1_500)
  await tickUntil(0)

  await stopSelling(2)
  await message.hover()
  await page.clock.runFor(60_000)
  equal(await message.count(), 1)
  await page.mouse.move(0, 0)
  await page.keyboard.press('F6') // moves the focus to the messages
  await page.clock.runFor(60_000)
  equal(await message.count(), 1)
  // The closed dialog may have handed the focus on to the message within the region.
  await page.evaluate('document.activeElement.blur()')
  await page.clock.runFor(10_500)
  await tickUntil(0)
})

test('LI-06 a listing is shown as being prepared and then as open, without a reload', async (t) => {
  const here = await testApp(t, { pages, now: new Date(), role: 'web' })
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 3 })
  const page = await (await openChromium(here))(mika)
  await page.goto(`/asset/${film.kid}/created`)
  await page.getByLabel('No. 2', { exact: true }).check()
  await page.getByRole('button', { name: 'Sell 1' }).click()
  await page.getByRole('dialog').getByLabel('Price in yen, tax included').fill('3000')
  await page.keyboard.press('Enter')
  const row = page.locator('tbody tr[data-row]').nth(1)
  await row.getByText('Preparing').waitFor()
  await page.evaluate('window.isSamePage = true')
  await here.app.runDueJobs()
  await row.getByText('For sale').waitFor({ timeout: SEEN_MS })
  equal(await page.evaluate('window.isSamePage'), true)
})

test('CO-03 the marketplace, the collection, created and rented titles refresh every thirty seconds', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH', balance: 1_000 })
  const other = await here.person('Aoi', { role: 'ORH' })
  await createTitle(here, mika, { copies: 1, price: 500 })
  const film = await createTitle(here, other, { copies: 1, price: 500 })
  equal((await mika.call(purchaseForFree, film.order(1, 500))).status, 'settled')
  for (const [path, call] of [
    ['/', 'listed'],
    ['/asset?view=covers', 'owned'],
    ['/created', 'created'],
    ['/asset/rented', 'rented'],
  ] as const) {
    const page = await tab(mika)
    await page.clock.install()
    let asked = 0
    page.on('request', (one) => (asked += Number(one.url().includes(`/assets/${call}?`))))
    await page.goto(path)
    await page.clock.runFor(29_000)
    equal(asked, 0, path)
    await page.clock.runFor(2_000)
    await eventuallyEqual(async () => asked > 0, true)
  }
})

test('SH-11 if the server fails or does not answer, the page says what happened and what to do', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 1, price: 500 })
  const page = await tab()
  const cases = ['silence', 500, 503] as const
  for (const status of cases) {
    await page.goto('/')
    const card = page.locator(`.card a[href*="${film.kid}"]`).first()
    await card.waitFor()
    await page.route('**/*.data*', (route) =>
      status === 'silence' ? route.abort() : route.fulfill({ status, body: 'down' }),
    )
    await card.click()
    await page
      .getByRole('heading', { level: 1, name: /could not be opened|be back soon/ })
      .waitFor()
    equal(await page.locator('.card').count(), 0)
    await assertAccessible(page)
    await page.unrouteAll()
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.getByRole('link', { name: /^Buy No\. 1/ }).waitFor()
  }
})

test('SH-11 an open page says when it can no longer be refreshed, without an answer or by a failure, until it can', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 1, price: 500 })
  const page = await tab()
  await page.clock.install()
  await page.goto(`/asset/${film.kid}`)
  await page.mouse.move(9, 9) // the notices are loaded now
  await page.route('**/api/2.0/**', (route) => route.abort())
  const notice = page.getByText('Renban does not answer.')
  await eventuallyEqual(async () => {
    await page.clock.runFor(31_000)
    return notice.count()
  }, 1)
  await assertAccessible(page)

  await page.unrouteAll()
  const again = page.getByRole('button', { name: 'Try again' })
  await again.click()
  await eventuallyEqual(() => notice.count(), 0)

  const error = { code: 'bug', params: { reference: 'R-1' } }
  const failure = { status: 500, json: { error, error_messages: ['bug'] } }
  await page.route('**/api/2.0/**', (route) => route.fulfill(failure))
  const words = page.getByText(/send us this code: R-1\. What you see may be out of date\./)
  await eventuallyEqual(async () => {
    await page.clock.runFor(31_000)
    return words.count()
  }, 1)
  await page.unrouteAll()
  await again.click()
  await eventuallyEqual(() => words.count(), 0)
})

test('SH-11 without a network an open page says that it may be out of date, and refreshes once there is one', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 1, price: 500 })
  const page = await tab()
  await page.clock.install()
  await page.goto(`/asset/${film.kid}`)
  await page.mouse.move(9, 9)
  await page.locator('output.fixed').first().waitFor({ state: 'attached' }) // loads the notices
  await page.context().setOffline(true)
  const notice = page.getByText('Renban does not answer.')
  await eventuallyEqual(async () => {
    await page.clock.runFor(31_000)
    return notice.count()
  }, 1)
  await page.context().setOffline(false)
  await eventuallyEqual(() => notice.count(), 0)
})

/** The entries of the menus by address. The page's heading starts with the entry's name. */
const GUEST = { '/dvt': 'How it works', '/login': 'Sign in' }
const EVERYBODY = {
  '/': 'Marketplace',
  '/help': 'Help centre',
  '/support': 'Support',
  '#language': 'Language',
}
// oxfmt-ignore
const MEMBER = {
  '/asset': 'My collection', '/asset/rented': 'Rented', '/coupons/occupations/new': 'Enter a coupon',
  '/coupons': 'My coupons', '/account/points': 'Balance and points', '/payout': 'Payouts',
  '/bank/register': 'Bank account', '/account/notifications': 'Notifications', '/account/settings': 'Account settings',
  '/account/security': 'Security', '/sign-out': 'Sign out',
}
const TRADER = {
  '/account/trade_offer_histories': 'Trade offers',
  '/account/following': 'Following',
  '/account/searches': 'Saved searches',
  '/account/wanted': 'Wanted',
  '/account/trading_histories': 'Trades',
  '/gifts': 'Gifts',
  '/loans': 'Loans',
}
// oxfmt-ignore
const CREATOR = {
  '/create': 'Publish a title', '/uploads': 'Uploads', '/created': 'Your titles',
  '/brand/create': 'Create a brand', '/group/create': 'Create a group',
  '/statistics': 'Sales statistics', '/coupons/batches': 'Give coupons',
  '/account/api_keys': 'API keys', '/account/webhooks': 'Webhooks', '/asset/distributions': 'Free distributions', '/asset/free_rentals': 'Free rentals',
}
// oxfmt-ignore
const ADMIN = {
  '/admin': 'Administration', '/admin/jobs': 'Background jobs', '/admin/audit': 'Audit log', '/admin/moderation': 'Reports', '/admin/verifications': 'Verified brands', '/admin/payout': 'All payouts', '/admin/accountings': 'Accounting',
  '/admin/disputes': 'Disputed payments', '/admin/users': 'People', '/admin/campaigns': 'Campaigns',
  '/admin/settings': 'Platform settings', '/coupons/batches': 'Give coupons',
}

test('SH-01 the menus show each role its entries, and each entry leads to the page it names', async (t) => {
  const { here, tab } = await appWithTab(t)
  const people = {
    guest: [undefined, GUEST],
    ren: [await here.person('Ren'), { ...MEMBER, ...TRADER }],
    mika: [await here.person('Mika', { role: 'ORH' }), { ...MEMBER, ...TRADER, ...CREATOR }],
    sora: [await here.person('Sora', { role: 'ADMIN' }), { ...MEMBER, ...ADMIN }],
  } as const
  for (const [name, [who, own]] of Object.entries(people)) {
    const page = await tab(who)
    await page.goto('/')
    const entries = page.locator('#site-menu :is(a, form), #account-menu :is(a, form)')
    const shown = await entries.evaluateAll((all) =>
      all.map((one) => [one.getAttribute('href') ?? one.getAttribute('action')!, one.textContent]),
    )
    deepEqual(Object.fromEntries(shown), { ...EVERYBODY, ...own }, name)
    for (const [path, label] of shown) {
      if (!path!.startsWith('/') || path === '/sign-out') continue
      const response = await fetch(here.url + path!, {
        headers: who ? { authorization: `Bearer ${who.token}` } : {},
      })
      equal(response.status, 200, `${name} ${path}`)
      const [, heading = ''] = /<h1[^>]*>(.*?)<\/h1>/.exec(await response.text()) ?? []
      ok(heading.startsWith(label!), `${name} ${path}: “${label}” leads to “${heading}”`)
    }
  }
})

/** Removes what Safari lacks: 17.5, the oldest that vite.config.ts builds for, or every Safari. */
const likeSafari = `
  delete window.requestIdleCallback
  delete window.cancelIdleCallback
  for (const [of, names] of [
    [URL, ['parse']],
    [Promise, ['try']],
    [RegExp, ['escape']],
    [Uint8Array, ['fromBase64', 'fromHex']],
    [Uint8Array.prototype, ['toBase64', 'toHex']],
    [Response.prototype, ['bytes']],
    [Blob.prototype, ['bytes']],
    [Iterator.prototype, ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find']],
    [Document.prototype, ['startViewTransition']],
    [window, ['scheduler', 'navigation', 'cookieStore', 'URLPattern', 'Notification', 'PushManager', 'MediaSource']],
    [Navigator.prototype, ['connection', 'deviceMemory', 'userAgentData']],
  ])
    for (const name of names) if (name in of) delete of[name]
`

test('pages come alive, and people sign in and buy, without what Safari lacks', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 3, price: 1_000 })
  const page = await tab(undefined, { ...PHONE, userAgent: 'like Safari on an iPhone' })
  await page.addInitScript(likeSafari)
  for (const path of ['/', '/about', '/help']) {
    await page.goto(path)
    await page.locator('html[data-alive]').waitFor()
  }
  equal(await page.evaluate('typeof requestIdleCallback + typeof URL.parse'), 'undefinedundefined')
  await page.goto(`/login?next=/asset/${film.kid}`)
  await page.getByRole('textbox', { name: 'Email' }).fill('kai@example.test')
  await page.getByRole('button', { name: 'Send the code' }).click()
  const [mail] = await waitUntil(
    () => here.inbox('kai@example.test'),
    ([newest]) => newest?.code != null,
  )
  await page.getByLabel('6-digit code').fill(mail!.code!)
  await page.waitForURL(`**/asset/${film.kid}`)
  await page.getByRole('link', { name: 'Buy No. 1 for ¥1,000' }).click()
  await page.getByRole('button', { name: 'Buy No. 1 for ¥1,000' }).click()
  await page.getByLabel(/card number/i).fill(CARDS.pays)
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.getByRole('heading', { name: 'No. 1 is yours' }).waitFor()
})
