import { equal, match } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { requestOf } from '#core/http/endpoint.ts'
import { promote } from '#src/accounts/account/role.ts'
import { builtPages } from '#src/app.ts'
import { exportPayouts, requestPayout } from '#src/finance/payout/payout.shared.ts'
import { changeSettings, getSettings } from '#src/platform/settings/settings.shared.ts'
import { registerBank } from '../bank-accounts.ts'
import { eventuallyEqual, assertAccessible, openChromium } from '../chromium.ts'
import type { Person } from '../people.ts'
import { signInAt } from '../sign-in.ts'
import { createTitle } from '../titles.ts'
import { waitUntil, travelTo, type TestApp, testApp } from '../test-app.ts'

const pages = await builtPages()
const LINE = 122

async function openFixtures(t: TestContext) {
  const here = await testApp(t, { pages, now: new Date('2030-01-10T03:00:00Z') })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  return { here, sora, tab: await openChromium(here) }
}

const openSettings = (page: Page) => page.goto('/admin/settings')
const pressReview = (page: Page) => page.getByRole('button', { name: 'Review changes' }).click()

/** Returns the decoded header record of January's bank file. */
async function headerOfFile({ url }: TestApp, { token }: Person): Promise<string> {
  const { url: path } = requestOf(exportPayouts, { format: 'zengin', month: '2030-01' })
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
  const bytes = Buffer.from(await response.arrayBuffer()).subarray(0, LINE)
  return new TextDecoder('shift_jis').decode(bytes)
}

test('an administrator sets the operator and the platform’s bank account, and the bank file contains them', async (t) => {
  const { here, sora, tab } = await openFixtures(t)
  const mika = await here.person('Mika', { role: 'ORH', balance: 50_000 })
  await registerBank(here, mika)
  await mika.call(requestPayout, { amount: 2_000 })
  const page = await tab(sora)
  await page.goto('/')
  await page.getByRole('button', { name: 'Account of Sora' }).click()
  await page.getByRole('link', { name: 'Platform settings' }).click()
  await page.getByText('The client code is not set up.', { exact: false }).waitFor()
  equal(await page.getByText(/offline|auction/i).count(), 0, 'they are not built')
  await assertAccessible(page)

  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Renban K.K.')
  await page.getByLabel('Client code').fill('01234')
  await page.getByLabel('Client name').fill('カ）れんばん')
  await pressReview(page)
  await page
    .getByRole('alert')
    .getByRole('link', { name: 'Client code: Enter ten digits.' })
    .waitFor()
  await assertAccessible(page)
  await page.getByLabel('Bank code').fill('')
  await page.getByLabel('Bank code').pressSequentially('12x') // a further fault
  await page
    .getByRole('alert')
    .getByRole('link', { name: /^Bank code/ })
    .waitFor()
  equal(await page.getByLabel('Bank code').inputValue(), '12x', 'the field has kept the focus')
  await page.getByRole('button', { name: 'Use ｶ)ﾚﾝﾊﾞﾝ' }).click()
  await page.getByLabel('Client code').fill('0123456789')
  await page.getByLabel('Bank code').fill('0005')
  await page.getByLabel('Account number').fill('7654321')
  await pressReview(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Renban K.K.').waitFor()
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Change 5 settings' }).click()
  await dialog.getByText('Enter a reason.').waitFor()
  await dialog.getByLabel('Reason').fill('The contract with the bank of 8 January.')
  await dialog.getByRole('button', { name: 'Change 5 settings' }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.getByText('The contract with the bank of 8 January.').waitFor()
  await eventuallyEqual(
    () => page.getByText('The client code is not set up.', { exact: false }).count(),
    0,
  )
  await assertAccessible(page)
  await travelTo(here, '2030-01-31T15:00:00Z')
  const head = await headerOfFile(here, sora)
  match(head, /^12100123456789ｶ\)ﾚﾝﾊﾞﾝ {33}\d{4}0005ﾐﾂﾋﾞｼﾕ-ｴﾌｼﾞｴｲ +001.{15}27654321/)
  await page.goto('/legal')
  await page.getByText('Renban K.K.').first().waitFor()
})

test('settings changed by another administrator meanwhile are not overwritten, and a change can be reverted', async (t) => {
  const { here, sora, tab } = await openFixtures(t)
  const kei = await here.person('Kei', { role: 'ADMIN' })
  const page = await tab(sora)
  await openSettings(page)
  await page.getByLabel(/^Payout fee/).fill('３３０')
  await page.getByLabel(/^First-sale fee/).fill('12,5')
  await pressReview(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('12.5%').waitFor()
  const reason = 'Costs of the bank.'
  await kei.call(changeSettings, { version: 0, reason, points_days: 365 })
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Change 2 settings' }).click()
  await dialog.getByText('Another administrator changed the settings.', { exact: false }).waitFor()
  await dialog.getByRole('button', { name: 'Review the settings again' }).click()
  await page.getByText('· Kei').waitFor()

  await pressReview(page)
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Change 2 settings' }).click()
  await page.getByText('· Sora').waitFor()
  const set = async () => {
    const all = await sora.call(getSettings, {})
    return 'version' in all && [all.payout_fee, all.platform_fee_primary_bp, all.points_days].join()
  }
  equal(await set(), '330,1250,365')

  const versions = page.getByRole('region', { name: 'History' }).getByRole('listitem')
  await versions
    .filter({ hasText: 'Kei' })
    .getByRole('button', { name: 'Restore these values' })
    .click()
  await dialog.getByLabel('Reason').fill('It was too long.')
  await dialog.getByRole('button', { name: 'Change 1 setting' }).click()
  await dialog.waitFor({ state: 'detached' }) // its own field holds the same words
  await page.getByText('It was too long.').waitFor()
  equal(await set(), '330,1250,180')
})

test('SH-12 ER-01 during maintenance every page says so, except to administrators, who can still sign in', async (t) => {
  const { here, sora, tab } = await openFixtures(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 3, price: 300 })
  const page = await tab(sora)
  await openSettings(page)
  await page.getByLabel('Closed for maintenance').check()
  await page.getByLabel('Maintenance notice').fill('Until noon.')
  await pressReview(page)
  await page.getByLabel('Reason').fill('The database moves.')
  await page.getByRole('button', { name: 'Change 2 settings' }).click()
  await page.getByRole('listitem').filter({ hasText: 'The database moves.' }).waitFor()

  const statusOf = async (path: string, token?: string) => {
    const cookie: Record<string, string> = token ? { cookie: `session=${token}` } : {}
    const headers = { accept: 'text/html', ...cookie }
    return (await fetch(here.url + path, { headers, redirect: 'manual' })).status
  }
  const closed = [
    '/',
    `/asset/${film.kid}`,
    '/payout',
    '/legal',
    '/create',
    '/admin/payout',
    '/none',
  ]
  for (const path of closed) {
    equal(await statusOf(path), 503, path)
    equal(await statusOf(path, mika.token), 503, path)
  }
  equal(await statusOf('/', sora.token), 200)
  equal(await statusOf('/support'), 200)
  equal(await statusOf('/recovery'), 200)
  const call = () => statusOf('/api/2.0/assets/listed')
  equal(await waitUntil(call, (status) => status === 503), 503)

  const guest = await tab()
  await guest.goto(`/asset/${film.kid}`)
  await guest.getByRole('heading', { name: 'We will be back soon' }).waitFor()
  await guest.getByText('Until noon.').waitFor()
  await assertAccessible(guest)
  equal(
    await guest.getByRole('link', { name: 'Back to the marketplace' }).getAttribute('href'),
    '/',
  )
  await guest.getByRole('link', { name: 'Maintenance and support' }).click()
  await guest.getByRole('heading', { name: 'Support', exact: true }).waitFor()
  await guest.getByRole('heading', { name: 'We will be back soon' }).waitFor()
  await guest.getByText('Until noon.').waitFor()

  const japanese = await tab(undefined, { locale: 'ja' })
  await japanese.goto('/')
  await japanese.getByRole('link', { name: 'メンテナンスとサポート' }).waitFor()

  await signInAt(guest, here, 'kei@example.test')
  const promotion = {
    role: 'ADMIN',
    changed_by: null,
    reason: 'test',
    now: here.clock.now,
  } as const
  await promote(here.app.db, 'kei@example.test', promotion)
  await openSettings(guest)
  await guest.getByLabel('Closed for maintenance').uncheck()
  await pressReview(guest)
  await guest.getByLabel('Reason').fill('It is done.')
  await guest.getByRole('button', { name: 'Change 1 setting' }).click()
  await guest.getByRole('listitem').filter({ hasText: 'It is done.' }).waitFor()
  const again = () => statusOf(`/asset/${film.kid}`)
  equal(await waitUntil(again, (status) => status === 200), 200)
})

test('only administrators can open the settings', async (t) => {
  const { here, tab } = await openFixtures(t)
  const page = await tab(await here.person('Mika', { role: 'ORH' }))
  const response = await page.goto('/admin/settings')
  equal(response!.status(), 403)
})
