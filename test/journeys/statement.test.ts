import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { extractText, getDocumentProxy } from 'unpdf'
import { builtPages } from '#src/app.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import {
  eventuallyEqual,
  assertFitsScreen,
  assertAccessible,
  openChromium,
  SEEN_MS,
} from '../chromium.ts'
import { postTransfers } from '../ledger.ts'
import { listForSale, createTitle } from '../titles.ts'
import { travelTo, testApp, type TestApp } from '../test-app.ts'

const pages = await builtPages()

/** Opens a test app in which Ren bought No. 1 from Mika and resold it to Aoi. */
async function openFixtures(here: TestApp) {
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 5_000, points: 300 })
  const aoi = await here.person('Aoi', { balance: 2_000 })
  const film = await createTitle(here, mika, { copies: 1, price: 1_000 })
  await ren.call(purchaseForFree, film.order(1, 1_000))
  await listForSale(here, ren, [film.tokens.get(1)!], 2_000)
  const again = { ...film.order(1, 2_000), asset_sale_price: 2_000 }
  await aoi.call(purchaseForFree, { ...again, owner_account_id: ren.account_id })
  return ren
}

test('MN-01 MN-03 a seller reads the statement and opens a row to see its shares', async (t) => {
  const here = await testApp(t, { pages })
  const ren = await openFixtures(here)
  const tab = await openChromium(here)
  const page = await tab(ren)
  await page.goto('/account/points')
  await page.getByText('¥6,000').first().waitFor()
  await assertAccessible(page)

  await page.getByRole('button', { name: /^Sold No\. 1/ }).click()
  const dialog = page.getByRole('dialog')
  for (const yen of ['¥2,000', '¥181', '−¥200', '−¥100', '+¥1,700'])
    await dialog.getByText(yen).first().waitFor()
  await assertAccessible(page)
  await page.keyboard.press('Escape')

  await page.getByLabel('Type').selectOption('buy')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL(/kind=buy/)
  await page.getByText('1 entry').waitFor()
  await page.goto('/account/points?month=2029-12')
  await page.locator('main').getByText('No matching entries').waitFor()
})

test('MN-01 CO-02 an open statement shows a new sale and the balance within seconds', async (t) => {
  const here = await testApp(t, { pages })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 5_000 })
  const film = await createTitle(here, mika, { copies: 1, price: 1_000 })
  const page = await (await openChromium(here))(ren)
  await page.goto('/account/points')
  await page.getByText('¥5,000').first().waitFor()
  await ren.call(purchaseForFree, film.order(1, 1_000))
  await page.getByText('¥4,000').first().waitFor({ timeout: SEEN_MS })
  await page.getByRole('button', { name: /^Bought No\. 1/ }).waitFor({ timeout: SEEN_MS })
})

test('MN-01 the statement fits a phone and is in its reader’s language', async (t) => {
  const here = await testApp(t, { pages })
  const ren = await openFixtures(here)
  const tab = await openChromium(here)
  const viewport = { width: 320, height: 720 }
  const page = await tab(ren, { viewport, locale: 'ja', colorScheme: 'dark' })
  await page.goto('/account/points')
  await page.getByRole('heading', { name: '残高とポイント' }).waitFor()
  await assertFitsScreen(page)
  await assertAccessible(page)
})

test('RT-08 the account has exactly these pages, and none for guests', async (t) => {
  const here = await testApp(t, { pages })
  const ren = await here.person('Ren')
  const answer = async (type: string, cookie?: string) =>
    (await fetch(`${here.url}/account/${type}`, cookie ? { headers: { cookie } } : {})).status
  const own = `session=${ren.token}`
  equal(await answer('points', own), 200)
  equal(await answer('settings', own), 200)
  equal(await answer('security', own), 200)
  equal(await answer('elsewhere', own), 404)
  equal(await answer('points'), 401)
})

test('MN-01 a seller downloads a month as PDF and a year as CSV', async (t) => {
  const here = await testApp(t, { pages })
  const ren = await openFixtures(here)
  await travelTo(here, '2030-02-01T00:00:00Z')
  const tab = await openChromium(here)
  const page = await tab(ren)
  await page.goto('/account/points')
  const statements = page.getByRole('region', { name: 'Statements' })
  const [months, saving] = [statements.getByRole('listitem'), page.waitForEvent('download')]
  await eventuallyEqual(() => months.allInnerTexts(), ['January'])
  await statements.getByRole('link', { name: 'Download 2030 as CSV' }).click()
  const file = await saving
  equal(file.suggestedFilename(), 'renban-2030.csv')
  const rows = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  match(rows.at(-1)!, /^2030-02-01 09:00:00,Closing balance,.*,6000,0,,$/)

  const link = statements.getByRole('link', { name: 'January 2030 as PDF' })
  const { type, text } = await fetchText(here, (await link.getAttribute('href'))!, ren.token)
  equal(type, 'application/pdf')
  for (const said of [
    'Monthly statement',
    'January 2030',
    '1 January 2030 – 31 January 2030',
    'Ren',
    'Opening balance ¥0 ¥0',
    'Closing balance ¥6,000 ¥0',
    'Platform fee ¥100',
    'Total at 10% ¥100',
    'Includes consumption tax at 10% ¥9',
    '”, Aoi ¥2,000 ¥100 ¥200 +¥1,700',
  ])
    equal(text.includes(said), true, `${said} in ${text}`)
})

test('MN-01 a downloaded statement is in its reader’s language, and closed to other people', async (t) => {
  const here = await testApp(t, { pages })
  const ren = await openFixtures(here)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const { text } = await fetchText(here, '/statements/2030-01.pdf?lang=ja', ren.token)
  for (const said of [
    '月次明細書',
    '2030年1月（途中経過）',
    '期末残高 ¥6,000',
    'うち消費税額（10%） ¥9',
  ])
    equal(text.includes(said), true, `${said} in ${text}`)
  const headers = { authorization: `Bearer ${ren.token}`, 'accept-language': 'ja' }
  const file = await (await fetch(`${here.url}/api/2.0/statements/2030/csv`, { headers })).text()
  match(file, /^\uFEFF?日時（日本時間）,種類,作品名,.*\r\n2030-01-01 00:00:00,期首残高,/)

  equal((await fetchText(here, '/statements/2030-01.pdf', sora.token)).status, 404)
  equal((await fetchText(here, '/statements/2030-13.pdf', ren.token)).status, 422)
  const guest = await fetch(`${here.url}/statements/2030-01.pdf`)
  deepEqual([guest.status, new URL(guest.url).pathname], [401, '/account/points'])
})

test('MN-01 each page of a long statement has its number at the foot', async (t) => {
  const here = await testApp(t, { pages })
  const { account_id, token } = await openFixtures(here)
  const royalty = { debit: { kind: 'card' }, credit: { account_id, kind: 'sales' } } as const
  const transfers = Array.from({ length: 30 }, () => ({
    ...royalty,
    amount: 1,
    reason: 'royalty' as const,
    subject_id: randomUUID(),
  }))
  await postTransfers(here, [{ account_id }], transfers)
  const headers = { cookie: `session=${token}` }
  const file = await (await fetch(`${here.url}/statements/2030-01.pdf`, { headers })).arrayBuffer()
  const paper = await getDocumentProxy(new Uint8Array(file))
  ok(paper.numPages > 1)
  for (let n = 1; n <= paper.numPages; n++) {
    const { items } = await (await paper.getPage(n)).getTextContent()
    const texts = items.filter((item) => 'str' in item)
    const foot = texts.find(({ str }) => str === `Page ${n} of ${paper.numPages}`)
    const height = foot?.transform[5] // in points from the lower edge
    ok(height > 20 && height < 60, `${n}: ${height}`)
  }
})

/** Fetches an address as a person, and extracts the text if it is a PDF. */
async function fetchText({ url }: TestApp, address: string, token: string) {
  const response = await fetch(url + address, { headers: { cookie: `session=${token}` } })
  const type = response.headers.get('content-type')
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (type !== 'application/pdf') return { status: response.status, type, text: '' }
  const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true })
  return { status: response.status, type, text: text.replaceAll(/\s+/g, ' ') }
}
