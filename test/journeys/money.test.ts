import { deepEqual, equal, match } from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { builtPages } from '#src/app.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import { CARDS } from '../card-fixtures.ts'
import { eventuallyEqual, assertFitsScreen, assertAccessible, openChromium } from '../chromium.ts'
import type { Person } from '../people.ts'
import { createTitle } from '../titles.ts'
import { waitUntil, travelTo, type TestApp, testApp } from '../test-app.ts'

const pages = await builtPages()
const PHONE = { viewport: { width: 390, height: 844 } }
const REASON = 'The bank’s results of 6 February'

test('MN-10 MN-11 RT-32 two sellers request payouts: the bank pays one, and returns the other', async (t) => {
  const { here, tab, mika, yui, ren, aoi } = await openFixtures(t)
  const [mikas, yuis] = [await tab(mika), await tab(yui, { ...PHONE, locale: 'ja' })]
  const film = await createTitle(here, mika, { copies: 10, price: 12_345 })
  const song = await createTitle(here, yui, { copies: 10, price: 3_333 })
  await buyByCard(await tab(aoi), film.kid, { number: 1, yen: '¥12,345' })
  await buyFromBalance(await tab(ren), film.kid, { number: 7, yen: '¥12,345' })
  for (const number of [2, 3])
    await buyFromBalance(await tab(ren), song.kid, { number, yen: '¥3,333' })
  deepEqual(await moneyOf(mika), [22_222, 0]) // 2 × (12,345 − 1,234)
  deepEqual(await moneyOf(yui), [6_000, 0]) // 2 × (3,333 − 333)

  await assertEarnings(mikas, { total: '¥22,222', rows: ['+¥11,111', '+¥11,111'] })
  await registerBankByForm(here, mika, mikas, { holder: 'カ)ミカ', account_number: '1234567' })
  await requestPayout(mikas, { amount: '20000', leaves: '¥20,200' })
  await assertEarnings(yuis, { total: '¥6,000', rows: ['+¥3,000', '+¥3,000'] })
  await registerBankByForm(here, yui, yuis, { holder: 'カ)ユイ', account_number: '7654321' })
  await requestPayout(yuis, { amount: '5000', leaves: '¥5,200' })
  deepEqual(await moneyOf(mika), [2_022, 20_200])
  deepEqual(await moneyOf(yui), [800, 5_200])

  await travelTo(here, '2030-02-01T00:00:00Z')
  const admin = await tab(await here.person('Sora', { role: 'ADMIN' }))
  await cancelPreview(admin)
  const sent = await downloadFile(admin)
  const results = await processAtBank(admin, sent)
  deepEqual(
    [await moneyOf(mika), await moneyOf(yui)],
    [
      [2_022, 20_200],
      [800, 5_200],
    ],
  )
  await travelTo(here, '2030-02-06T06:00:00Z')
  await importResults(admin, results)

  deepEqual(await moneyOf(mika), [2_022, 0])
  deepEqual(await moneyOf(yui), [6_000, 0])
  await assertOutcome(mikas, {
    balance: '¥2,022',
    amount: '¥20,000',
    says: /was sent to your bank account/,
  })
  await assertOutcome(yuis, { balance: '¥6,000', amount: '¥5,000', says: new RegExp(REASON) })
  await assertEarnings(mikas, { total: '¥2,022', rows: ['−¥20,200', '+¥11,111'] })
  await assertEarnings(yuis, { total: '¥6,000', rows: ['+¥3,000', '+¥3,000'] })
  await assertMails(here, { mika, yui })
})

/** Opens a test app with two sellers and two buyers, and the platform's bank account set. */
async function openFixtures(t: TestContext) {
  const here = await testApp(t, { pages, now: new Date('2030-01-10T03:00:00Z') })
  const value = JSON.stringify({ bank_sender: { client_code: '0001234567' } })
  await here.app.db.insertInto('setting').values({ value, reason: 'opened' }).execute()
  const mika = await here.person('Mika', { role: 'ORH' })
  const yui = await here.person('Yui', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 50_000 })
  const aoi = await here.person('Aoi')
  return { here, mika, yui, ren, aoi, tab: await openChromium(here) }
}

const moneyOf = async (who: Person) => {
  const { sales_balance, reserved_for_payout } = await who.call(getBalance, {})
  return [sales_balance, reserved_for_payout]
}

interface Wish {
  number: number
  yen: string
}

async function buyByCard(page: Page, kid: string, { number, yen }: Wish) {
  await page.goto(`/payment/purchase/${kid}?no=${number}`)
  await page.getByRole('button', { name: `Buy No. ${number} for ${yen}` }).click()
  await page.getByLabel(/card number/i).fill(CARDS.pays)
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.getByRole('heading', { name: `No. ${number} is yours` }).waitFor()
}

async function buyFromBalance(page: Page, kid: string, { number, yen }: Wish) {
  await page.goto(`/payment/purchase/${kid}?no=${number}`)
  await page.getByRole('button', { name: `Use ${yen}` }).click()
  await page.getByRole('button', { name: `Buy No. ${number} for ${yen}` }).click()
  await page.getByRole('heading', { name: `No. ${number} is yours` }).waitFor()
}

/** Asserts the total of the statement and the amounts of its newest rows. */
async function assertEarnings(page: Page, { total, rows }: { total: string; rows: string[] }) {
  await page.goto('/account/points')
  const main = page.locator('main')
  await main.getByText(total).first().waitFor()
  const amounts = async () => (await main.innerText()).match(/[+−]¥[\d,]+/g) ?? []
  await eventuallyEqual(async () => (await amounts()).slice(0, rows.length), rows)
  await assertLayout(page)
}

/** Fills in the form by the names of its fields, so in any language. */
async function registerBankByForm(
  here: TestApp,
  who: Person,
  page: Page,
  { holder, account_number }: { holder: string; account_number: string },
) {
  await page.goto('/bank/register')
  await page.locator('[name=bank_code]').fill('みずほ')
  await page.getByRole('button', { name: /^0001\s*みずほ/ }).click()
  await page.locator('[name=branch_code]').fill('100')
  await page.getByText('本店').first().waitFor()
  await page.locator('[name=account_number]').fill(account_number)
  await page.locator('[name=holder]').fill(holder)
  await assertLayout(page)
  await page.locator('main form button[type=submit]').last().click()
  const codes = await waitUntil(
    async () => (await here.inbox(who.email)).filter(({ code }) => code !== null),
    ({ length }) => length > 0,
  )
  await page.locator('input[autocomplete="one-time-code"]').fill(codes[0]!.code!)
  await page.getByText(`****${account_number.slice(-3)}`).waitFor()
  await assertLayout(page)
}

/** Requests a payout, and asserts the amount shown before. */
async function requestPayout(page: Page, { amount, leaves }: { amount: string; leaves: string }) {
  await page.goto('/payout')
  await page.locator('[name=amount]').fill(amount)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText(leaves).waitFor()
  await assertLayout(page)
  await dialog.getByRole('button', { name: /¥/ }).click()
  await dialog.waitFor({ state: 'detached' })
  await assertLayout(page)
}

/** Takes the first step of a change by hand and cancels it; nothing changes. */
async function cancelPreview(page: Page) {
  await page.goto('/admin/payout')
  await page.getByText('2 payouts, ¥25,000').waitFor()
  for (const name of ['Mika ¥20,000', 'Yui ¥5,000'])
    await page.getByRole('checkbox', { name }).check()
  await page.getByRole('button', { name: 'Change the status of 2' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(REASON)
  await dialog.getByRole('button', { name: 'Review changes' }).click()
  await dialog.getByText('¥25,000 counts as paid out. Renban keeps ¥400 in fees.').waitFor()
  await assertAccessible(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

/** Downloads the bank transfer file (総合振込) of January. */
async function downloadFile(page: Page): Promise<string> {
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Zengin file for the bank' }).click()
  const download = await file
  equal(download.suggestedFilename(), 'payouts-2030-01.txt')
  const path = await download.path()
  const [header, , , trailer] = (await readFile(path, 'latin1')).split('\r\n')
  match(header!, /^12100001234567/)
  match(trailer!, /^8000002000000025000/)
  await page.getByText('Processing', { exact: true }).first().waitFor()
  await assertAccessible(page)
  return path
}

/** Lets the bank settle one transfer and return the other, and downloads its result file. */
async function processAtBank(page: Page, sent: string): Promise<string> {
  await page.goto('/dev/bank')
  await page.getByLabel('Transfer file').setInputFiles(sent)
  await page.getByRole('button', { name: 'Upload the file' }).click()
  await page.getByRole('heading', { name: '2 transfers, ¥25,000' }).waitFor()
  const transferOf = (yen: string) => page.getByRole('row').filter({ hasText: yen })
  await transferOf('¥20,000').getByRole('button', { name: /^Pay:/ }).click()
  await transferOf('¥5,000')
    .getByRole('button', { name: /^Return:/ })
    .click()
  const results = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the result file' }).click()
  return (await results).path()
}

async function importResults(page: Page, results: string) {
  await page.goto('/admin/payout')
  await page.getByRole('button', { name: 'Import bank results' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles(results)
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(REASON)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Import results' }).click()
  await dialog.getByText('The file has the results of 2 payouts.').waitFor()
  const changed = dialog.getByText('1 payout was changed.')
  await changed.nth(1).waitFor()
  for (const state of ['Paid out', 'Failed'])
    await dialog.getByText(state, { exact: true }).waitFor()
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  for (const state of ['Paid out', 'Failed'])
    await page.getByRole('row').getByText(state, { exact: true }).waitFor()
  await assertAccessible(page)
}

/** Asserts the balance and the outcome on the page of payouts. */
async function assertOutcome(
  page: Page,
  { balance, amount, says }: { balance: string; amount: string; says: RegExp },
) {
  await page.goto('/payout')
  const main = page.locator('main')
  await main.getByText(balance, { exact: true }).first().waitFor()
  await main.locator('summary').filter({ hasText: amount }).click()
  await main.getByText(says).waitFor()
  await assertLayout(page)
}

async function assertMails(here: TestApp, { mika, yui }: { mika: Person; yui: Person }) {
  const mailsOf = async (who: Person) =>
    (await here.inbox(who.email)).filter(({ subject }) => subject.includes('¥'))
  const [paid, asked] = await mailsOf(mika)
  equal(paid!.subject, '¥20,000 is on its way to your bank account')
  match(paid!.text, /¥20,000[^]*¥200/)
  equal(asked!.subject, 'Payout of ¥20,000 requested')
  match(asked!.text, /6 February 2030/)
  const [failed, received] = await mailsOf(yui)
  match(failed!.subject, /^¥5,000の振込ができません/)
  match(failed!.text, new RegExp(REASON))
  match(received!.subject, /^¥5,000の出金申請/)
  match(received!.text, /¥5,000[^]*¥200[^]*2030年2月6日/)
}

/** Asserts that the page fits the screen, and on a phone that it is accessible (wide pages have their own tests). */
async function assertLayout(page: Page) {
  const { width } = page.viewportSize()!
  if (width === PHONE.viewport.width) await assertAccessible(page)
  await assertFitsScreen(page)
}
