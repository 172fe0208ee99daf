import { deepEqual, equal, match } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { CODE_AGAIN_SECONDS } from '#src/accounts/account/account.shared.ts'
import { getPayoutTerms, requestPayout } from '#src/finance/payout/payout.shared.ts'
import { registerBank } from '../bank-accounts.ts'
import { eventuallyEqual, assertAccessible } from '../chromium.ts'
import { appWithTab } from '../app-with-tab.ts'
import { waitUntil, travelTo } from '../test-app.ts'

async function openFixtures(t: TestContext) {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH', balance: 50_000 })
  await registerBank(here, mika)
  return { here, tab, mika }
}

test('RT-36 an administrator sets withholding tax for a seller, and the seller sees each amount', async (t) => {
  const { here, tab, mika } = await openFixtures(t)
  const ren = await here.person('Ren', { balance: 5_000 })
  await registerBank(here, ren)
  await ren.call(requestPayout, { amount: 1_000 })
  const first = await mika.call(requestPayout, { amount: 1_000 })
  equal(first.withheld, 0)
  const office = await tab(await here.person('Sora', { role: 'ADMIN' }))
  await office.goto('/admin/payout')
  const row = office.getByRole('row').filter({ hasText: 'mika@example.test' })
  await row.getByRole('button', { name: 'Withholding tax' }).click()
  const dialog = office.getByRole('dialog')
  await dialog.getByRole('radio', { name: /^Individual living in Japan/ }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Enter a reason.').waitFor()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Lives in Otaru.')
  await assertAccessible(office)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await row.getByRole('button', { name: 'Withholding tax' }).click()
  await dialog.getByText('Lives in Otaru.').waitFor()
  await eventuallyEqual(() => dialog.getByRole('radio', { name: /^Individual/ }).isChecked(), true)

  const page = await tab(mika)
  await page.goto('/payout')
  await page.getByRole('button', { name: 'Cancel the payout' }).click()
  const asked = page.getByRole('dialog')
  await asked.getByRole('button', { name: 'Cancel the payout' }).click()
  await asked.waitFor({ state: 'detached' })
  await page.getByRole('textbox', { name: 'Amount before tax (yen)' }).fill('40000')
  await page.getByText('¥35,916').waitFor()
  await page.getByRole('button', { name: 'Request ¥40,000' }).click()
  await asked.getByText('¥4,084').waitFor()
  await asked.getByText('¥35,916').waitFor()
  await assertAccessible(page)
  await asked.getByRole('button', { name: 'Request ¥40,000' }).click()
  await page.getByText('¥4,084 is withheld as income tax.').waitFor()
  await assertAccessible(page)

  await office.reload()
  await office.getByText('¥4,084 tax, ¥35,916 to the bank').waitFor()
  await assertAccessible(office)
})

test('a seller turns monthly payouts on and off, and gets mail about it in the chosen language', async (t) => {
  const { here, tab, mika } = await openFixtures(t)
  const page = await tab(mika, { viewport: { width: 320, height: 640 } })
  await page.goto('/payout')
  const monthly = page.getByRole('checkbox', { name: /^Request a payout automatically each month/ })
  const isOn = async () => (await mika.call(getPayoutTerms, {})).auto.enabled
  await monthly.check()
  await page.getByText('Automatic payouts are on.').waitFor()
  equal(await isOn(), true)
  await assertAccessible(page)
  await page.reload()
  await eventuallyEqual(() => monthly.isChecked(), true)
  await monthly.uncheck()
  await page.getByText('Automatic payouts are off.').waitFor()
  equal(await isOn(), false)

  await page.getByRole('button', { name: '日本語' }).last().click()
  await page.getByRole('heading', { name: '出金', exact: true }).waitFor()
  await travelTo(here, addSeconds(here.clock.now, CODE_AGAIN_SECONDS))
  await registerBank(here, mika, { account_number: '7654321' })
  const mails = await waitUntil(
    () => here.inbox(mika.email),
    (letters) => letters.some(({ subject }) => subject === '振込先口座が変更されました'),
  )
  match(mails[0]!.text, /24時間/)
  deepEqual(mails.filter(({ subject }) => subject.includes('口座が変更')).length, 1)
})
