import { equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { claimCoupon, getBatch } from '#src/sales/coupon/coupon.shared.ts'
import { appWithTab } from '../app-with-tab.ts'
import { assertAccessible, eventuallyEqual } from '../chromium.ts'
import { codesOf, numberCoupons } from '../coupons.ts'
import { makePlayable } from '../playback-fixtures.ts'
import { waitUntil } from '../test-app.ts'
import { createTitle } from '../titles.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }
const VISITOR = 'visitor@example.test'

test('MN-13 a festival: from the large sheet to playback on a phone, with the network cut during the claim', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 3, title: 'Snow Plough' })
  await makePlayable(here, film.kid)

  const desk = await tab(mika)
  await desk.goto('/coupons/batches')
  await desk.getByRole('button', { name: 'Create coupons' }).first().click()
  await desk.getByRole('textbox', { name: 'Batch name' }).fill('Opening night')
  await desk.getByRole('combobox', { name: 'Title' }).selectOption(film.kid)
  await desk.getByRole('textbox', { name: 'Numbers' }).fill('1-2')
  await desk.getByText('2 of these numbers are available.').waitFor()
  await desk.getByLabel('Last day (Japan time)').fill('2098-12-31')
  await desk.getByRole('checkbox', { name: /^For a festival/ }).check()
  await assertAccessible(desk)
  await desk.getByRole('button', { name: 'Create 2 coupons' }).click()
  await desk.getByRole('link', { name: 'Desk' }).click()
  await desk.getByText('No one has claimed a code yet.').waitFor()
  await assertAccessible(desk)
  const id = /batches\/([^/]+)\/desk/.exec(desk.url())![1]!
  await desk.getByRole('link', { name: 'Large codes to print' }).click()
  await desk
    .getByRole('img', { name: /^QR code of/ })
    .first()
    .waitFor()
  await assertAccessible(desk)
  const { items } = await mika.call(getBatch, { id })
  await desk.goto(`/coupons/batches/${id}/desk`)

  const phone = await tab(undefined, PHONE)
  const began = Date.now()
  await phone.goto(items[0]!.address!)
  equal(new URL(phone.url()).search, '')
  await phone.getByRole('heading', { name: 'No. 1 of “Snow Plough”' }).waitFor()
  await assertAccessible(phone)
  await phone.getByRole('button', { name: 'Claim it' }).click()
  await phone.getByText('Enter an email address').waitFor()
  await phone.getByRole('textbox', { name: 'Email' }).fill(VISITOR)
  await phone.context().setOffline(true)
  await phone.getByRole('button', { name: 'Claim it' }).click()
  await phone.getByText('The connection is weak.').waitFor()
  await phone.context().setOffline(false)
  await phone.getByText(`Reserved for ${VISITOR}.`).waitFor()
  await assertAccessible(phone)
  await desk.getByText('Waiting for a sign-in').nth(1).waitFor()

  await phone.getByRole('button', { name: 'Get the 6-digit code' }).click()
  const [mail] = await waitUntil(
    () => here.inbox(VISITOR),
    (mails) => mails.length > 0,
  )
  ok(mail, await phone.locator('body').innerText())
  await phone.getByLabel('6-digit code').fill(mail.code!)
  await phone.getByText('You received No. 1 of “Snow Plough”.').waitFor()
  const took = Date.now() - began
  await phone.getByRole('link', { name: 'Open No. 1' }).click()
  await phone.getByRole('link', { name: 'Watch', exact: true }).first().click()
  await phone.locator('video').waitFor()
  t.diagnostic(`from the scan to the copy: ${took} ms`)

  await desk.getByText('Handed over').nth(1).waitFor()
  const claims = here.app.db.selectFrom('event').select('id').where('act', '=', 'claim')
  equal((await claims.execute()).length, 1)

  const second = await tab(undefined, PHONE)
  await second.goto(items[0]!.address!)
  await second.getByText('This coupon has already been used.').waitFor()
  await assertAccessible(second)
})

test('a claim survives a reload of the page, and its address can be corrected', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 1, title: 'Snow Plough' })
  const until = { expires_at: '2099-01-01T00:00:00.000Z', festival: true }
  const [code] = await codesOf(mika, (await numberCoupons(mika, film, [1], until)).id)
  const phone = await tab(undefined, PHONE)
  await phone.goto(`/coupons/claim?code=${code}`)
  await phone.getByRole('textbox', { name: 'Email' }).fill('wrong@example.test')
  await phone.route('**/claims', (route) => route.abort())
  await phone.getByRole('button', { name: 'Claim it' }).click()
  await phone.getByText('The connection is weak.').waitFor()
  await phone.unroute('**/claims')
  await phone.reload()
  await phone.getByText('Reserved for wrong@example.test.').waitFor()
  await phone.reload()
  await phone.getByText('Reserved for wrong@example.test.').waitFor()

  await phone.getByRole('button', { name: 'Correct the address' }).click()
  const field = phone.getByRole('textbox', { name: 'Email' })
  await eventuallyEqual(() => field.evaluate((one) => one === document.activeElement), true)
  await field.fill(VISITOR)
  await phone.getByRole('button', { name: 'Claim it' }).click()
  await phone.locator('output:focus').getByText(VISITOR).waitFor()

  // Later: the code's cookie is gone, but the browser is still known when it scans the code again.
  await phone.context().clearCookies({ name: /coupon/ })
  await phone.goto('/coupons/claim')
  await phone.getByText('You are not signed in').waitFor() // the sign-in dialog may cover it
  await phone.goto(`/coupons/claim?code=${code}`)
  await phone.getByText(`Reserved for ${VISITOR}.`).waitFor()
  await phone.getByRole('button', { name: 'Correct the address' }).waitFor()
  const other = await tab(undefined, PHONE)
  await other.goto(`/coupons/claim?code=${code}`)
  await other.getByText('Someone else has already claimed this coupon.').waitFor()
  equal(await other.getByRole('button', { name: 'Correct the address' }).count(), 0)
})

test('MN-13 at the desk a claim of a wrong address is taken back, and the code is claimed again', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 3, title: 'Snow Plough' })
  const until = { expires_at: '2099-01-01T00:00:00.000Z', festival: true }
  const { id } = await numberCoupons(mika, film, [1, 2, 3], until)
  const [code, other] = await codesOf(mika, id)
  await here.call(claimCoupon, { id: code!, email: 'wrong@example.test' })
  await here.call(claimCoupon, { id: other!, email: 'kei@example.test' })

  const desk = await tab(mika, PHONE)
  await desk.goto(`/coupons/batches/${id}/desk`)
  await desk.getByRole('heading', { name: 'Waiting for a sign-in' }).waitFor()
  equal(await desk.getByText('wrong@example.test').count(), 0)
  await assertAccessible(desk)
  const first = code!.slice(0, 4)
  await desk.getByRole('button', { name: `Take back the claim of code ${first}` }).click()
  await desk.getByRole('dialog').getByText('The code can be claimed again').waitFor()
  await assertAccessible(desk)
  await desk.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
  await desk.getByText('was taken back.').waitFor()
  await desk.getByRole('button', { name: `Take back the claim of code ${first}` }).waitFor({
    state: 'detached',
  })
  equal(await desk.getByRole('button', { name: 'Take back the claim' }).count(), 1)

  const phone = await tab(undefined, PHONE)
  await phone.goto(`/coupons/claim?code=${code}`)
  await phone.getByRole('textbox', { name: 'Email' }).fill(VISITOR)
  await phone.getByRole('button', { name: 'Claim it' }).click()
  await phone.getByText(`Reserved for ${VISITOR}.`).waitFor()
  await desk.getByRole('button', { name: `Take back the claim of code ${first}` }).waitFor()
})
