import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { toJapanInput } from '#src/ui/japan-input.ts'
import { appWithTab } from '../app-with-tab.ts'
import { assertAccessible, eventuallyEqual } from '../chromium.ts'
import { claim, giveOne } from '../gifts.ts'
import { waitUntil } from '../test-app.ts'
import { confirmByCode } from '../enter-code.ts'
import { createTitle, listForSale } from '../titles.ts'

const PHONE = { width: 390, height: 844 }

test('GF-01 an owner gives a copy by link, and somebody without an account claims it on a phone', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 5, price: 1_000, title: 'Snow Plough' })
  const page = await tab(mika)
  await page.goto(`/asset/${film.kid}?no=1`)
  await page.getByRole('button', { name: 'Stop selling' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Stop selling/ })
    .click()
  await page.getByRole('link', { name: 'Give No. 1' }).click()
  await page.getByRole('textbox', { name: 'From' }).fill('Your Mika')
  await page.getByRole('textbox', { name: 'Message' }).fill('Happy birthday!')
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Give No. 1' }).click()
  await page.getByText('Waiting to be claimed').waitFor()
  await assertAccessible(page)
  const link = page.getByRole('link', { name: 'See it as the recipient' })
  const path = (await link.getAttribute('href'))!
  await link.click()
  await page.getByText('This is what the recipient sees.').waitFor()

  const phone = await tab()
  await phone.setViewportSize(PHONE)
  const response = await phone.goto(path)
  equal(response?.headers()['referrer-policy'], 'strict-origin')
  await phone.getByRole('heading', { name: 'Snow Plough' }).waitFor()
  await phone.getByText('Your Mika is giving you No. 1').waitFor()
  await phone.getByText('Happy birthday!').waitFor()
  equal((await phone.locator('main').innerText()).includes('¥'), false)
  await assertAccessible(phone)
  await phone.getByRole('button', { name: 'Sign in to claim your gift' }).click()
  await phone.getByRole('textbox', { name: 'Email' }).fill('guest@example.test')
  await phone.getByRole('button', { name: 'Send the code' }).click()
  const [mail] = await waitUntil(
    () => here.inbox('guest@example.test'),
    (mails) => mails.length > 0,
  )
  await phone.getByLabel('6-digit code').fill(mail!.code!)
  await phone.getByRole('button', { name: 'Claim No. 1' }).click()
  await phone.getByRole('link', { name: 'Open No. 1' }).waitFor()
  await assertAccessible(phone)
  await phone.goto('/gifts?view=received')
  await phone.getByText('From Your Mika').waitFor()
  await phone.goto(path) // whose address is kept from other pages, but not the origin of its forms
  await phone.getByRole('button', { name: /^Account of/ }).click()
  await phone.getByRole('button', { name: 'Sign out' }).click()
  await phone.waitForURL(`${here.url}/`)

  await page.goto('/gifts')
  await page.getByText(/^Claimed by/).waitFor()
})

test('GF-04 copies are given to a list of addresses, and the form names wrong lines by number', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 5 })
  const page = await tab(mika)
  await page.goto(`/asset/${film.kid}/give?numbers=2-3`)
  await page.getByText('By email').click()
  const list = page.getByRole('textbox', { name: 'Email addresses' })
  await list.fill('kai@example.test\nnobody')
  const give = page.getByRole('button', { name: 'Give 2 copies' })
  await give.click()
  await page.getByText('Correct line 2. It needs one email address.').waitFor()
  await list.fill('kai@example.test')
  await give.click()
  await page.getByText('2 needed, 1 entered').waitFor()
  await list.fill('kai@example.test\nnoa@example.test')
  await assertAccessible(page)
  await give.click()
  await page.getByText('To noa@example.test').waitFor()
  await waitUntil(
    () => here.inbox('noa@example.test'),
    (mails) => mails.some(({ subject }) => subject.includes('has a gift for you')),
  )
  await page.getByRole('button', { name: 'Withdraw the gift' }).first().click()
  await page.getByRole('button', { name: 'Withdraw it' }).click()
  await page.getByText('Withdrawn', { exact: true }).waitFor()
})

test('typed addresses stay while the numbers are edited, and the only free copy is given without choosing it', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 2 })
  const page = await tab(mika)
  await page.goto(`/asset/${film.kid}/give?numbers=1-2`)
  await page.getByText('By email').click()
  const numbers = page.getByRole('textbox', { name: 'Numbers' })
  const list = page.getByRole('textbox', { name: 'Email addresses' })
  const one = page.getByRole('textbox', { name: 'Email address of the recipient' })
  await list.fill('kai@example.test\nnoa@example.test')
  await numbers.fill('2')
  equal(await one.inputValue(), 'kai@example.test, noa@example.test')
  await numbers.fill('1-2')
  equal(await list.inputValue(), 'kai@example.test\nnoa@example.test')
  await numbers.fill('2')
  await one.fill('kai@example.test')
  await page.getByRole('button', { name: 'Give No. 2' }).click()
  await page.getByText('To kai@example.test').waitFor()

  await page.goto(`/asset/${film.kid}/give?numbers=2`)
  await page.getByRole('button', { name: 'Give No. 1' }).click()
  await page.getByText('Your gift is ready.').waitFor()
})

test('GF-02 a day of delivery that has passed or is too far ahead, and a wrong address, are refused at their fields', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 5 })
  const page = await tab(mika)
  await page.goto(`/asset/${film.kid}/give?numbers=2`)
  await page.getByText('Choose a day').click()
  await page.getByText('By email').click()
  const give = page.getByRole('button', { name: 'Give No. 2' })
  const day = page.getByLabel('Delivery (Japan time)')
  const address = page.getByRole('textbox', { name: 'Email address of the recipient' })
  const outOfReach = page.getByText('Choose a time within the next 365 days.')
  const wrong = page.getByText('Enter one email address.')
  const inDays = (days: number) =>
    toJapanInput(addSeconds(new Date(), days * DAY_SECONDS).toISOString())
  for (const [days, typed] of [
    [-1, 'nobody'],
    [366, 'kai@example.test, noa@example.test'],
  ] as const) {
    await day.fill(inDays(days))
    await address.fill(typed)
    await give.click()
    await outOfReach.waitFor()
    await wrong.waitFor()
    equal(await day.getAttribute('aria-invalid'), 'true')
    equal(await address.getAttribute('aria-invalid'), 'true')
    await day.fill(inDays(1))
    await address.fill('kai@example.test')
    await page.getByLabel('Days to claim it').fill('x')
    await give.click()
    await eventuallyEqual(async () => (await outOfReach.count()) + (await wrong.count()), 0)
    await page.getByLabel('Days to claim it').fill('7')
  }
  await assertAccessible(page)
  await give.click()
  await page.getByText('To kai@example.test').waitFor()
  equal((await here.inbox('kai@example.test')).length, 0)
})

test('a recipient declines, and later visitors learn that the gift is gone', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const film = await createTitle(here, mika, { copies: 2 })
  const [one, two] = [await giveOne(mika, film, 1), await giveOne(mika, film, 2)]
  const page = await tab()
  await page.goto(one.path!)
  await page.getByRole('button', { name: 'Not for me' }).click()
  await page.getByRole('button', { name: 'Decline it' }).click()
  await page.getByText('This gift can no longer be claimed.').waitFor()
  await claim(ren, two)
  await page.goto(two.path!)
  await page.getByText('This gift has already been claimed.').waitFor()
  deepEqual(await page.getByRole('button', { name: /^Claim/ }).count(), 0)

  const own = await tab(mika)
  await own.goto(two.path!)
  await own.getByText('This gift has already been claimed.').waitFor()
  await own.goto(one.path!)
  await own.getByText('No one can use this link any more.').waitFor()
  await own.getByRole('link', { name: 'See your gifts' }).waitFor()
  equal(await own.getByRole('button', { name: /^Report/ }).count(), 0)
  await assertAccessible(own)
})

test('GF-05 a buyer makes a purchase a gift, pays from balance and passes the link on', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 5_000 })
  const film = await createTitle(here, mika, { copies: 2, price: 1_000, title: 'Snow Plough' })
  const page = await tab(ren)
  await page.goto(`/payment/purchase/${film.kid}?no=1`)
  await page.getByText('This is a gift').click()
  const from = page.getByRole('textbox', { name: 'From' })
  await from.fill('')
  const buy = page.getByRole('button', { name: 'Buy No. 1 for ¥1,000' })
  await page.getByRole('button', { name: 'Use ¥1,000' }).click()
  await buy.click()
  await page.getByText('Enter your name as the recipient knows it.').waitFor()
  await from.fill('Your Ren')
  await page.getByRole('textbox', { name: 'Message' }).fill('Enjoy!')
  await assertAccessible(page)
  await buy.click()
  await page.getByRole('heading', { name: 'Your gift is ready' }).waitFor()
  await assertAccessible(page)
  await page.getByRole('link', { name: 'See your gifts' }).click()
  const link = page.getByRole('link', { name: 'See it as the recipient' })
  const path = (await link.getAttribute('href'))!

  const phone = await tab(await here.person('Kai'))
  await phone.setViewportSize(PHONE)
  await phone.goto(path)
  await phone.getByRole('button', { name: 'Claim No. 1' }).click()
  await phone.getByRole('link', { name: 'Open No. 1' }).click()
  await phone.getByText('Gift', { exact: true }).waitFor()
})

test('GF-06 a gift that is worth a lot is confirmed with a code, and keeps what was typed', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 5 })
  await listForSale(here, mika, [film.tokens.get(5)!], 20_000)
  const page = await tab(mika)
  await page.goto(`/asset/${film.kid}/give?numbers=1`)
  await page.getByRole('textbox', { name: 'From' }).fill('Your Mika')
  await page.getByRole('button', { name: 'Give No. 1' }).click()
  await page.getByText('These copies are worth a lot.').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  equal(await page.getByRole('textbox', { name: 'From' }).inputValue(), 'Your Mika')
  const give = page.getByRole('button', { name: 'Give No. 1' })
  await eventuallyEqual(() => give.evaluate((one) => one === document.activeElement), true)
  await give.click()
  await page.getByText('These copies are worth a lot.').waitFor()
  await page.route('**/gifts', (route) => route.abort(), { times: 1 })
  await confirmByCode(here, page, mika)
  await page.getByText('We could not connect.').waitFor()
  await page.getByLabel('6-digit code').press('Enter')
  await page.getByText('Your gift is ready.').waitFor()
  await page.getByText('Waiting to be claimed').waitFor()
})
