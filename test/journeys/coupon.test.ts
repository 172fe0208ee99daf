import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { getBatch, listBatches } from '#src/sales/coupon/coupon.shared.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import { listSerials } from '#src/catalog/serial/serial.shared.ts'
import { eventuallyEqual, assertAccessible } from '../chromium.ts'
import { codesOf, numberCoupons, pointCoupons } from '../coupons.ts'
import { appWithTab } from '../app-with-tab.ts'
import type { Person } from '../people.ts'
import { signInAt } from '../sign-in.ts'
import { createTitle } from '../titles.ts'
import { type TestApp } from '../test-app.ts'

const UNTIL = '2099-01-01T00:00:00.000Z'
const PHONE = { viewport: { width: 320, height: 640 } }

async function openFixtures(t: TestContext) {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 12 })
  const holderOf = async (who: Person, number: number) =>
    (await who.call(listSerials, { id: film.kid, from: number, to: number })).items[0]!.mine
  const code = async (number: number) => {
    const { id } = await numberCoupons(mika, film, [number], { expires_at: UNTIL })
    return (await codesOf(mika, id))[0]!
  }
  return { here, tab, mika, film, code, holderOf }
}

/** Collects every address and Referer that the browser shows or sends; none may contain the code. */
function recordAddresses(page: Page) {
  const seen: string[] = []
  page.on('framenavigated', (frame) => seen.push(frame.url()))
  page.on('request', (request) => seen.push(request.headers().referer ?? ''))
  return seen
}

test('RT-35 a guest opens a printed code, signs in, and owns the number', async (t) => {
  const { here, tab, code } = await openFixtures(t)
  const printed = await code(7)
  const page = await tab()
  const seen = recordAddresses(page)

  const answer = await page.goto(`/login?code=${printed}`)
  equal(answer?.url(), `${here.url}/login?next=/coupons/occupations`)
  await page.getByRole('dialog', { name: 'Sign in' }).waitFor()
  await assertAccessible(page)
  await signInAt(page, here, 'new@example.test', { stay: true })

  await page.getByText(/^You received No\. 7 of /).waitFor()
  await page
    .getByRole('row', { name: printed })
    .getByText('Used', { exact: true })
    .first()
    .waitFor()
  equal(new URL(page.url()).pathname, '/coupons')
  deepEqual(await numbersOf(here, 'new@example.test'), [7])
  deepEqual(
    seen.filter((text) => text.includes(printed.slice(0, 9))),
    [],
  )
  deepEqual(
    (await page.context().cookies()).filter(({ name }) => name === 'coupon'),
    [],
  )
  await assertAccessible(page)
})

test('a coupon’s code is removed from the address at once and sent nowhere else', async (t) => {
  const { here, code } = await openFixtures(t)
  const printed = await code(1)
  const answer = await fetch(`${here.url}/login?code=${printed}`, { redirect: 'manual' })
  equal(answer.headers.get('location'), '/login?next=/coupons/occupations')
  equal(answer.headers.get('referrer-policy'), 'strict-origin')
  const [cookie] = answer.headers.getSetCookie()
  match(cookie!, /^coupon=[0-9A-Z]{16}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=900$/)
  const body = new URLSearchParams({ code: printed })
  const elsewhere = { method: 'POST', body, headers: { origin: 'https://evil.example' } }
  equal((await fetch(`${here.url}/login`, elsewhere)).status, 403)
})

const numbersOf = async ({ app: { db } }: TestApp, email: string) => {
  const owned = db.selectFrom('serial').innerJoin('account', 'account.id', 'owner')
  const rows = await owned.select('number').where('email', '=', email).execute()
  return rows.map(({ number }) => number)
}

test('RT-21 SH-01 the coupon form asks for a code, explains a wrong one, and accepts a valid one', async (t) => {
  const { here, tab, code, holderOf } = await openFixtures(t)
  const ren = await here.person('Ren')
  const page = await tab(ren, PHONE)
  await page.goto('/')
  await page.getByRole('button', { name: 'Account of Ren' }).click()
  await page.getByRole('link', { name: 'Enter a coupon' }).click()
  const seen = recordAddresses(page)
  const field = page.getByRole('textbox', { name: 'Coupon code' })
  const take = page.getByRole('button', { name: 'Redeem coupon' })
  await field.waitFor()

  await take.click()
  await page.getByText('Enter the code.').waitFor()
  await assertAccessible(page)
  await field.fill('0000-0000-0000-0000')
  await take.click()
  await page.getByText('No coupon has this code.').waitFor()
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Enter another code' }).click()
  const printed = await code(3)
  await field.fill(printed.toLowerCase().replaceAll('-', ' '))
  await page.keyboard.press('Enter')

  await page.getByText(/^You received No\. 3 of /).waitFor()
  ok(await holderOf(ren, 3))
  deepEqual(
    seen.filter((text) => text.toUpperCase().includes(printed.slice(0, 4))),
    [],
  )
})

test('RT-21 the coupon form works without scripts, and is closed to guests', async (t) => {
  const { here, tab, code, holderOf } = await openFixtures(t)
  const ren = await here.person('Ren')
  const page = await tab(ren, { javaScriptEnabled: false })
  await page.goto('/coupons/occupations/new')
  await page.getByRole('button', { name: 'Redeem coupon' }).click()
  await page.getByText('Enter the code.').waitFor()
  await page.getByRole('textbox', { name: 'Coupon code' }).fill(await code(5))
  await page.getByRole('button', { name: 'Redeem coupon' }).click()
  await page.getByText(/^You received No\. 5 of /).waitFor()
  ok(await holderOf(ren, 5))

  const guest = await tab()
  equal((await guest.goto('/coupons/occupations/new'))?.status(), 401)
  await guest.getByRole('dialog', { name: 'Sign in' }).waitFor()
})

test('MD-09 the dialog shows what a code gives before it is used', async (t) => {
  const { here, tab } = await openFixtures(t)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const ren = await here.person('Ren')
  const { id } = await pointCoupons(sora, 500, 1, UNTIL)
  const [printed] = await codesOf(sora, id)
  const page = await tab(ren, PHONE)
  await page.goto('/coupons')
  await assertAccessible(page)
  const open = page.getByRole('button', { name: 'Enter a coupon' })
  const dialog = page.getByRole('dialog', { name: 'Enter a coupon' })
  await open.click()
  await dialog.getByRole('textbox', { name: 'Coupon code' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await eventuallyEqual(() => open.evaluate((button) => button === document.activeElement), true)
  await open.click()
  await dialog.locator('input:focus').waitFor()

  await page.keyboard.press('Enter')
  await dialog.getByText('Enter the code.').waitFor()
  await page.keyboard.type(printed!)
  await page.keyboard.press('Enter')
  await dialog.getByText('¥500 in points').waitFor()
  await assertAccessible(page)
  equal((await ren.call(getBalance, {})).points, 0)
  await dialog.getByRole('button', { name: 'Redeem coupon' }).click()

  await dialog.waitFor({ state: 'detached' })
  await page.getByText('You received ¥500 in points.').waitFor()
  equal((await ren.call(getBalance, {})).points, 500)
})

test('a creator makes coupons for unsold numbers, prints their sheet, and revokes them', async (t) => {
  const { tab, mika, film, code } = await openFixtures(t)
  await code(2) // already reserved
  const page = await tab(mika)
  await page.goto('/coupons/batches')
  await page.getByRole('button', { name: 'Create coupons' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create coupons' })
  await dialog.getByRole('button', { name: 'Create coupons' }).click()
  await dialog.getByText('Enter a name.').waitFor()
  await assertAccessible(page)
  await dialog.getByRole('textbox', { name: 'Batch name' }).fill('Closing night')
  await dialog.getByRole('combobox', { name: 'Title' }).selectOption(film.kid)
  await dialog.getByRole('textbox', { name: 'Numbers' }).fill('1-4')
  await dialog.getByText('3 of these numbers are available. Each gets a code.').waitFor()
  const lastDay = dialog.getByLabel('Last day (Japan time)')
  await lastDay.fill('234567-12-31')
  await dialog.getByRole('button', { name: 'Create 3 coupons' }).click()
  await dialog.getByText('Enter a four-digit year.').waitFor()
  await lastDay.fill('2098-12-31')
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Create 3 coupons' }).click()
  await dialog.waitFor({ state: 'detached' })

  const row = page.getByRole('row', { name: 'Closing night' })
  await row.getByText('3 valid').waitFor()
  await assertAccessible(page)
  const { items } = await mika.call(listBatches, {})
  const batch = items.find(({ name }) => name === 'Closing night')
  const file = page.waitForEvent('download')
  await row.getByRole('link', { name: 'CSV' }).click()
  equal((await file).suggestedFilename(), `coupons-${batch!.id}.csv`)
  await row.getByRole('link', { name: 'Printable sheet' }).click()
  await page.getByRole('heading', { name: 'Closing night' }).waitFor()
  const printed = (await mika.call(getBatch, { id: batch!.id })).items.map((one) => one.code)
  for (const one of printed) await page.getByRole('img', { name: `QR code of ${one}` }).waitFor()
  await assertAccessible(page)

  await page.getByRole('link', { name: 'All batches' }).click()
  await page.getByRole('button', { name: 'Cancel 3 unused' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel 3 unused' }).click()
  await row.getByText('3 expired').waitFor()
})
