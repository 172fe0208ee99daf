import { deepEqual, equal } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { builtPages } from '#src/app.ts'
import { API } from '#core/http/endpoint.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import { cancelPayout, requestPayout } from '#src/finance/payout/payout.shared.ts'
import { registerBank } from '../bank-accounts.ts'
import { assertAccessible, eventuallyEqual, openChromium } from '../chromium.ts'
import { appWithTab } from '../app-with-tab.ts'
import { testApp } from '../test-app.ts'
import type { Person } from '../people.ts'

const PHONE = { viewport: { width: 320, height: 640 } }

async function openFixtures(t: TestContext) {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH', balance: 20_000, points: 300 })
  return { here, tab, mika }
}

const moneyOf = async (who: Person) => {
  const { sales_balance, reserved_for_payout } = await who.call(getBalance, {})
  return [sales_balance, reserved_for_payout]
}

async function submitRequest(page: Page, amount: string) {
  await page.getByRole('textbox', { name: /Amount to receive/ }).fill(amount)
  await page.keyboard.press('Enter')
}

test('RT-32 MD-06 MD-07 a seller requests a payout, cancels it, and requests it again', async (t) => {
  const { here, tab, mika } = await openFixtures(t)
  const page = await tab(mika)
  await page.goto('/payout')
  await page.getByRole('link', { name: 'Register a bank account' }).waitFor()
  await assertAccessible(page)

  await registerBank(here, mika)
  await page.reload()
  await submitRequest(page, '999')
  await page.getByText('The minimum payout is ¥1,000.').waitFor()
  await submitRequest(page, '１２,０００')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('****567').waitFor()
  await dialog.getByText('¥12,200').waitFor()
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Request ¥12,000' }).click()

  await page.getByRole('heading', { name: 'Payout of ¥12,000' }).waitFor()
  await page.getByText('You already requested a payout this month.').waitFor()
  await eventuallyEqual(
    () => page.evaluate<string>('document.activeElement.textContent.slice(0, 42)'),
    'You already requested a payout this month.',
  )
  deepEqual(await moneyOf(mika), [7_800, 12_200])
  await assertAccessible(page)
  await page.goto('/account/points') // its steps also stand above the statement
  const underWay = page.getByRole('region', { name: 'Payout of ¥12,000' })
  for (const step of ['Requested', 'You can cancel', 'Sent to the bank', 'In your account'])
    await underWay.getByText(step, { exact: true }).first().waitFor()
  await assertAccessible(page)
  await underWay.getByRole('link', { name: 'Payout of ¥12,000' }).click()

  const late = Promise.withResolvers<void>()
  await page.route(`**${API}${cancelPayout.path}`, async (route) => {
    await late.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Cancel the payout' }).click()
  await dialog.getByRole('button', { name: 'Cancel the payout' }).click()
  const keep = dialog.getByRole('button', { name: 'Keep the payout', disabled: true })
  await keep.waitFor() // the dialog stays until the answer comes
  await page.keyboard.press('Escape')
  await keep.waitFor()
  equal(await dialog.getByRole('button', { name: 'Close' }).count(), 0)
  late.resolve()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Cancelled', { exact: true }).waitFor()
  deepEqual(await moneyOf(mika), [20_000, 0])

  await page.getByRole('button', { name: 'Use maximum: ¥19,800' }).click()
  await page.getByRole('button', { name: 'Request ¥19,800' }).click()
  await dialog.getByRole('button', { name: 'Request ¥19,800' }).click()
  await page.getByRole('heading', { name: 'Payout of ¥19,800' }).waitFor()
  deepEqual(await moneyOf(mika), [0, 20_000])
})

test('RT-36 MD-08 an administrator sets the outcome of payouts in two steps, and sees each result', async (t) => {
  const { here, tab, mika } = await openFixtures(t)
  const ren = await here.person('Ren', { balance: 5_000 })
  for (const who of [mika, ren]) {
    await registerBank(here, who)
    equal((await who.call(requestPayout, { amount: 4_000 })).error, undefined)
  }
  const page = await tab(await here.person('Sora', { role: 'ADMIN' }))
  await page.goto('/admin/payout')
  await page.getByText('2 payouts, ¥8,000').waitFor()
  await assertAccessible(page)

  await page.getByRole('searchbox', { name: 'Username or email' }).fill('ren@')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByText('1 payout, ¥4,000').waitFor()
  await page.getByRole('link', { name: 'Requested' }).click()
  await page.waitForURL('**status=reserved**')
  await page.getByRole('checkbox', { name: 'Ren ¥4,000' }).check()
  const change = page.getByRole('button', { name: 'Change the status of 1' })
  const dialog = page.getByRole('dialog')
  for (const leave of ['Escape', 'Cancel']) {
    await change.click()
    await dialog.locator(':focus').waitFor()
    if (leave === 'Escape') await page.keyboard.press(leave)
    else await dialog.getByRole('button', { name: leave }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('1 payout selected').waitFor()
  }
  await change.click()

  await dialog.getByRole('radio', { name: /^Failed, fee charged/ }).check()
  await dialog.getByRole('button', { name: 'Review changes' }).click()
  await dialog.getByText('Enter a reason.').waitFor()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The account is closed.')
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Review changes' }).click()
  await dialog.getByText('ren@example.test').waitFor()
  await dialog.getByText('Renban keeps ¥200 in fees.').waitFor()
  await assertAccessible(page)
  deepEqual(await moneyOf(ren), [800, 4_200])
  await dialog.getByRole('button', { name: 'Change 1 payout, ¥4,000' }).click()
  await dialog.getByText('1 payout was changed.').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await eventuallyEqual(() => page.getByText('1 payout selected').count(), 0)

  deepEqual(await moneyOf(ren), [4_800, 0])
  deepEqual(await moneyOf(mika), [15_800, 4_200])
  const rens = await tab(ren, PHONE)
  await rens.goto('/payout')
  await rens.getByText('Failed, fee charged').click()
  await rens.getByText('The account is closed.').waitFor()
  await assertAccessible(rens)
})

test('RT-36 RO-04 only administrators can open the administration of payouts', async (t) => {
  const { tab, mika } = await openFixtures(t)
  const page = await tab(mika)
  equal((await page.goto('/admin/payout'))?.status(), 403)
  const guest = await tab()
  equal((await guest.goto('/payout'))?.status(), 401)
  await guest.getByRole('dialog').waitFor()
})

test('MN-08 a fee that rose while the dialog was open is shown before anything is charged', async (t) => {
  const { here, tab, mika } = await openFixtures(t)
  await registerBank(here, mika)
  const page = await tab(mika)
  await page.goto('/payout')
  await submitRequest(page, '10000')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('¥10,200').waitFor()
  const value = JSON.stringify({ payout_fee: 500 })
  await here.app.db.insertInto('setting').values({ value, reason: 'test' }).execute()

  await dialog.getByRole('button', { name: 'Request ¥10,000' }).click()

  await dialog.getByText('The fee, the tax or the month of this payout has changed.').waitFor()
  await dialog.getByText('¥10,500').waitFor()
  deepEqual(await moneyOf(mika), [20_000, 0])
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Request ¥10,000' }).click()
  await page.getByRole('heading', { name: 'Payout of ¥10,000' }).waitFor()
  deepEqual(await moneyOf(mika), [9_500, 10_500])
})

test('MN-12 the page names a payout that can be requested before the deadline, or says that none can', async (t) => {
  const { here, tab, mika } = await openFixtures(t)
  const poor = await here.person('Poor', { balance: 900 })
  for (const who of [mika, poor]) await registerBank(here, who)
  const value = JSON.stringify({ payout_deadline_days: 20 })
  await here.app.db.insertInto('setting').values({ value, reason: 'test' }).execute()
  const page = await tab(mika)
  await page.goto('/payout')
  await page.getByText(/^Request a payout of ¥19,800 by .*, or it becomes points\.$/).waitFor()
  const other = await tab(poor)
  await other.goto('/payout')
  await other.getByText(/^¥900 cannot be paid out now\. You can spend it until/).waitFor()
  const aoi = await here.person('Aoi', { balance: 5_000 })
  const without = await tab(aoi)
  await without.goto('/payout')
  const note = without.getByText(/^Register a bank account and request a payout of ¥4,800 by .*/)
  await note.filter({ hasText: 'or ¥5,000 becomes points.' }).waitFor()
  equal(await without.getByRole('link', { name: 'Register a bank account' }).count(), 2)
  await assertAccessible(without)
})

test('MN-12 while a payout can be cancelled, the page says to request more for what it leaves out', async (t) => {
  const here = await testApp(t, {
    pages: await builtPages(),
    now: new Date('2030-01-10T03:00:00Z'),
  })
  const tab = await openChromium(here)
  const mika = await here.person('Mika', { role: 'ORH', balance: 20_000 })
  await registerBank(here, mika)
  const value = JSON.stringify({ payout_deadline_days: 10 })
  await here.app.db.insertInto('setting').values({ value, reason: 'test' }).execute()
  equal((await mika.call(requestPayout, { amount: 10_000 })).error, undefined)
  const page = await tab(mika)
  await page.goto('/payout')
  await page.getByText(/^Your payout of ¥10,000 leaves out ¥9,800, .* Cancel it and/).waitFor()
})
