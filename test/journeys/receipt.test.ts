import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { builtPages } from '#src/app.ts'
import { purchaseForFree, purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import {
  getInvoiceRegistration,
  getReceipt,
  putInvoiceRegistration,
} from '#src/finance/receipt/receipt.shared.ts'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import { controlProvider, payAt, releaseUnasked } from '../card-purchase.ts'
import { CARDS } from '../card-fixtures.ts'
import { eventuallyEqual, assertFitsScreen, assertAccessible, openChromium } from '../chromium.ts'
import { createTitle } from '../titles.ts'
import { waitUntil, tenTimes, travelTo, testApp, type TestApp } from '../test-app.ts'

const pages = await builtPages()
const PLATFORM = {
  name: '株式会社連番',
  address: '東京都千代田区1-1',
  invoice_number: 'T8000012010038',
}
const SELLER = { number: 'T7000012050002', name: '岡田映画合同会社', valid_from: '2029-01-01' }

/** Opens a test app with Mika's title of 100 copies at ¥2,400, and Ren with balance and points. */
async function openFixtures(t: TestContext) {
  const here = await testApp(t, { pages })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 9_000, points: 300 })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const film = await createTitle(here, mika, { copies: 100, price: 2_400 })
  const buy = async () => (await ren.call(purchaseForFree, film.order(7, 2_400))).purchase_id
  const register = async () => {
    await mika.call(putInvoiceRegistration, SELLER)
    await sora.call(changeSettings, { version: 0, reason: 'registered', operator: PLATFORM })
    await travelTo(here, '2030-02-03T05:00:00Z')
  }
  const name = (words: string) =>
    here.app.db.updateTable('asset').set({ title: words }).where('kid', '=', film.kid).execute()
  return { here, mika, ren, film, buy, register, name }
}

/** Fetches a receipt; returns the response, its text with single blanks, and its metadata. */
async function fetchReceipt({ url }: TestApp, token: string, path: string, headers = {}) {
  const init = { headers: { cookie: `session=${token}`, ...headers }, redirect: 'manual' } as const
  const response = await fetch(url + path, init)
  const bytes = Buffer.from(await response.arrayBuffer())
  equal(response.status, 200)
  const file = await getDocumentProxy(new Uint8Array(bytes))
  const { text } = await extractText(file, { mergePages: true })
  const { info } = await getMeta(file)
  return { response, bytes, text: text.replaceAll(/\s+/g, ' '), info }
}

const assertContains = (text: string, ...all: string[]) => {
  for (const words of all) ok(text.includes(words), `${words} is not in: ${text}`)
}

test('a Japanese receipt has everything that a qualified invoice of an intermediary requires', async (t) => {
  const { here, ren, register, buy, name } = await openFixtures(t)
  await name('根室行き最終列車')
  await register()
  const { response, text, info } = await fetchReceipt(
    here,
    ren.token,
    `/receipts/${await buy()}.pdf?lang=ja`,
  )

  assertContains(
    text,
    '領収書 兼 適格請求書',
    'R-000001',
    '取引年月日 2030年2月3日',
    'Ren 様',
    '¥2,400',
  )
  assertContains(
    text,
    '根室行き最終列車',
    'No. 7',
    '番号付きの1部を視聴するライセンス',
    '10%',
    '¥218',
  )
  assertContains(
    text,
    PLATFORM.name,
    PLATFORM.address,
    PLATFORM.invoice_number,
    SELLER.name,
    SELLER.number,
  )
  assertContains(
    text,
    '売上残高 ¥2,100',
    'ポイント ¥300',
    '媒介者交付特例',
    '電子発行につき印紙不要',
  )
  deepEqual([info.Language, info.Author], ['ja', PLATFORM.name])
  match(info.Title, /^領収書 兼 適格請求書 R-000001$/)

  equal(response.headers.get('content-type'), 'application/pdf')
  equal(response.headers.get('cache-control'), 'private, no-store')
  const named = response.headers.get('content-disposition')!
  match(named, /filename="receipt-R-000001\.pdf"/)
  match(decodeURIComponent(named), /filename\*=UTF-8''領収書 R-000001\.pdf$/)
})

test('without both registrations the receipt is no qualified invoice and shows no registration number', async (t) => {
  const { here, mika, ren, buy } = await openFixtures(t)
  await mika.call(putInvoiceRegistration, SELLER)
  const { text, info } = await fetchReceipt(here, ren.token, `/receipts/${await buy()}.pdf?lang=en`)
  assertContains(text, 'Receipt', '1 January 2030', 'To Ren', 'No. 7 of 100', 'Seller Mika', '¥218')
  assertContains(
    text,
    'licence to view a numbered copy. It includes no rights in the work',
    'no revenue stamp',
  )
  equal(/qualified|T7000/.test(text), false)
  equal(info.Language, 'en')
})

test('a receipt is made out to the name that the buyer enters, in the language of the page or the requested one', async (t) => {
  const { here, ren, buy } = await openFixtures(t)
  const path = `/receipts/${await buy()}.pdf`
  const to = encodeURIComponent('株式会社ネムロ 経理部')
  const ja = await fetchReceipt(here, ren.token, `${path}?name=${to}`, { 'accept-language': 'ja' })
  assertContains(ja.text, '株式会社ネムロ 経理部 様')
  const fr = await fetchReceipt(here, ren.token, `${path}?name=%20`, { 'accept-language': 'fr' })
  assertContains(fr.text, 'À l’attention de Ren')
  const cookie = `session=${ren.token}`
  const long = await fetch(`${here.url}${path}?name=${'x'.repeat(61)}`, { headers: { cookie } })
  equal(long.status, 422)
})

test('the same receipt is the same file, byte for byte', async (t) => {
  const { here, ren, buy } = await openFixtures(t)
  const path = `/receipts/${await buy()}.pdf`
  const first = await fetchReceipt(here, ren.token, `${path}?lang=ja`)
  await travelTo(here, '2030-06-01T00:00:00Z')
  const again = await fetchReceipt(here, ren.token, `${path}?lang=ja`)
  equal(first.bytes.equals(again.bytes), true)
  const other = await fetchReceipt(here, ren.token, `${path}?lang=ja&name=Aoi`)
  equal(first.bytes.equals(other.bytes), false)
})

test('ten receipts requested at once are each made out to their own buyer', async (t) => {
  const { here, ren, buy } = await openFixtures(t)
  const path = `/receipts/${await buy()}.pdf`
  const papers = await Promise.all(
    tenTimes((i) => fetchReceipt(here, ren.token, `${path}?lang=en&name=P${i}P`)),
  )
  deepEqual(
    papers.map(({ text }) => /To (P\dP)/.exec(text)?.[1]),
    tenTimes((i) => `P${i}P`),
  )
})

// Names that the fonts can print, and the replacement of characters that they lack.
const titles: [words: string, printed: string][] = [
  ['Été à Łódź – Ωκεανός, Нэмуро', 'Été à Łódź – Ωκεανός, Нэмуро'],
  ['龍の骨と髙﨑①', '龍の骨と髙﨑①'],
  ['네무로', '네무로'],
  ['说明', '说明'],
  ['Sea 🌊️', 'Sea 〓'],
]
for (const [words, printed] of titles)
  test(`"${words}" is printed as "${printed}", and missing characters are reported`, async (t) => {
    const { here, ren, buy, name } = await openFixtures(t)
    await name(words)
    const { text } = await fetchReceipt(here, ren.token, `/receipts/${await buy()}.pdf?lang=en`)
    assertContains(text.normalize('NFC'), printed)
    equal(text.includes('〓 replaces a character'), printed.includes('〓'))
  })

test('the receipt of a late payment says that it was refunded in full', async (t) => {
  const { here, ren, film } = await openFixtures(t)
  const { purchase_id, url } = await ren.call(purchaseSerial, film.order(7, 0))
  await controlProvider(here, { do: 'pause' })
  await payAt(url, CARDS.pays)
  await releaseUnasked(here, { purchase_id }, ren)
  await controlProvider(here, { do: 'resume' })
  const refunded = () => ren.call(getReceipt, { purchase_id })
  await waitUntil(refunded, ({ refunded_at }) => Boolean(refunded_at))
  const en = await fetchReceipt(here, ren.token, `/receipts/${purchase_id}.pdf?lang=en`)
  assertContains(en.text, 'refunded in full on 1 January 2030', 'Nothing was sold', 'Card ¥2,400')
  equal(en.text.includes('consumption tax'), false)
  assertContains(
    (await fetchReceipt(here, ren.token, `/receipts/${purchase_id}.pdf?lang=ja`)).text,
    '全額返金',
  )
})

test('only its buyer can open a receipt: other people find nothing, guests are asked to sign in', async (t) => {
  const { here, mika, buy } = await openFixtures(t)
  const id = await buy()
  const get = (path: string, cookie = '') =>
    fetch(here.url + path, { headers: { cookie }, redirect: 'manual' })
  for (const path of [`/receipts/${id}`, `/receipts/${id}.pdf`])
    equal((await get(path, `session=${mika.token}`)).status, 404, path)
  const guest = await get(`/receipts/${id}.pdf`)
  deepEqual([guest.status, guest.headers.get('location')], [302, `/receipts/${id}`])
  equal((await get(`/receipts/${id}`)).status, 401)
})

test('a buyer finds the receipt after the purchase, in the statement and in the mail, and downloads it', async (t) => {
  const { here, ren, buy } = await openFixtures(t)
  const id = await buy()
  const tab = await openChromium(here)
  const page = await tab(ren, { locale: 'ja' })
  await page.goto(`/payment/purchase/success/any?purchase=${id}`)
  await page.getByRole('link', { name: '領収書' }).click()
  await page.getByRole('heading', { name: '領収書', level: 1 }).waitFor()
  await assertAccessible(page)
  const form = page.locator('main form')
  await eventuallyEqual(() => form.getByLabel('宛名').inputValue(), 'Ren')
  await form.getByLabel('宛名').fill('株式会社ネムロ')
  const asked = await form.evaluate((node) => {
    const { action } = node as HTMLFormElement
    return `${action}?${new URLSearchParams(new FormData(node as HTMLFormElement) as never)}`
  })
  const { text } = await fetchReceipt(here, ren.token, asked.slice(here.url.length))
  assertContains(text, '株式会社ネムロ 様')

  await page.goto('/account/points')
  await page.getByRole('button', { name: /No\. 7/ }).click()
  await page.getByRole('dialog').getByRole('link', { name: '領収書' }).click()
  await page.waitForURL(`**/receipts/${id}`)
  const mail = await waitUntil(
    () => here.inbox(ren.email),
    (letters) => letters.length > 0,
  )
  assertContains(mail[0]!.text, `${here.url}/receipts/${id}`)
})

test('a seller enters an invoice registration in the settings, and ends it later', async (t) => {
  const { here, mika } = await openFixtures(t)
  const tab = await openChromium(here)
  const page = await tab(mika, { viewport: { width: 390, height: 800 } })
  await page.goto('/account/settings')
  const number = page.getByLabel('Registration number')
  await number.fill('T70000120500020')
  await page.getByRole('button', { name: 'Save registration' }).click()
  await page.getByText('This is not a registration number').waitFor()
  await page.getByText('Enter the name').waitFor()
  await number.fill('T7000012050003')
  await page.getByText('This is not the number of a company').waitFor()
  await number.fill('7000012050002')
  await page.getByLabel('Registered name').fill('Okada Film')
  await page.getByLabel('Registration date').fill('2024-04-01')
  await page.getByRole('button', { name: 'Save registration' }).click()
  await page.getByText('Your registration is saved.').waitFor()
  await assertAccessible(page)
  await page.reload()
  await eventuallyEqual(() => number.inputValue(), 'T7000012050002')

  await page.getByRole('button', { name: 'End registration' }).click()
  const dialog = page.getByRole('dialog', { name: 'End your registration?' })
  await dialog.getByText('will not get qualified invoices later').waitFor()
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Keep the registration' }).click()
  await dialog.waitFor({ state: 'detached' })
  equal((await mika.call(getInvoiceRegistration, {})).number, 'T7000012050002')
  await page.getByRole('button', { name: 'End registration' }).click()
  await dialog.getByRole('button', { name: 'End registration' }).click()
  await page.getByText('Your registration has ended.').waitFor()
  await page.getByRole('button', { name: 'End registration' }).waitFor({ state: 'detached' })
  await assertFitsScreen(page)
})
