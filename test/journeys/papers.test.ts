import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { type TestContext, test } from 'node:test'
import { extractText, getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { builtPages } from '#src/app.ts'
import { type Locale, locales } from '#src/i18n/locale.ts'
import { putInvoiceRegistration } from '#src/finance/receipt/receipt.shared.ts'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { rentForFree } from '#src/sales/rental/rental.shared.ts'
import { rentalTitle } from '../rentals.ts'
import { listForSale, createTitle } from '../titles.ts'
import { travelTo, testApp } from '../test-app.ts'

const pages = await builtPages()
const { PAPERS } = process.env // a folder to keep the files in, to look at them
const OPERATOR = {
  name: '株式会社連番',
  address: '東京都千代田区1-1',
  invoice_number: 'T8000012010038',
}
/** A title in the letters of all languages. */
const TITLE = 'Été 네무로 说明 說明 根室 بحر'

const FIVE_DAYS: Record<Locale, RegExp> = {
  ar: /5أيام|أيام5/,
  de: /5Tage/,
  en: /5days/,
  es: /5días/,
  fr: /5jours/,
  ja: /5日/,
  ko: /5일/,
  pt: /5dias/,
  'zh-Hans': /5天/,
  'zh-Hant': /5天/,
}

/** Opens a test app in which Ren bought a copy and resold it; returns the addresses of the papers. */
async function openFixtures(t: TestContext, operator = OPERATOR) {
  const here = await testApp(t, { pages })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 9_000, points: 300 })
  const aoi = await here.person('Aoi', { balance: 9_000 })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const registration = { number: 'T7000012050002', name: '岡田映画', valid_from: '2029-01-01' }
  await mika.call(putInvoiceRegistration, registration)
  await sora.call(changeSettings, { version: 0, reason: 'registered', operator })
  await travelTo(here, '2030-02-03T05:00:00Z')
  const film = await createTitle(here, mika, { copies: 100, price: 2_400 })
  await here.app.db.updateTable('asset').set({ title: TITLE }).where('kid', '=', film.kid).execute()
  const { purchase_id } = await ren.call(purchaseForFree, film.order(7, 2_400))
  await listForSale(here, ren, [film.tokens.get(7)!], 3_000)
  const resale = { ...film.order(7, 3_000), asset_sale_price: 3_000 }
  await aoi.call(purchaseForFree, { ...resale, owner_account_id: ren.account_id })
  await travelTo(here, '2030-03-01T00:00:00Z')
  return { here, ren, papers: [`/receipts/${purchase_id}.pdf`, '/statements/2030-02.pdf'] }
}

/** Returns the text of a PDF without blanks, as lines may end anywhere, and its missing letters. */
async function read(bytes: Uint8Array) {
  const { OPS } = await getResolvedPDFJS()
  const file = await getDocumentProxy(bytes)
  let missing = ''
  for (let n = 1; n <= file.numPages; n++) {
    const page = await file.getPage(n)
    const { fnArray, argsArray } = await page.getOperatorList()
    let font = ''
    for (const [i, args] of argsArray.entries()) {
      if (fnArray[i] === OPS.setFont) font = page.commonObjs.get(args[0]).name
      if (fnArray[i] === OPS.showText && !isOwn(font)) missing += lettersOf(args[0])
    }
  }
  const { text } = await extractText(file, { mergePages: true })
  return { text: text.normalize('NFKC').replaceAll(/\s+/g, ''), missing: missing.trim() }
}

/** Tells if a font is in the file. The library sets missing letters in Helvetica, which is not. */
const isOwn = (font: string) => /^[A-Z]{6}\+/.test(font)

const lettersOf = (glyphs: ({ unicode: string } | number)[]) =>
  glyphs.map((glyph) => (typeof glyph === 'number' ? '' : glyph.unicode)).join('')

test('a receipt and a statement are printed in each language, and no letter is missing', async (t) => {
  const { here, ren, papers } = await openFixtures(t)
  const headers = { cookie: `session=${ren.token}` }
  for (const path of papers)
    for (const lang of locales) {
      const response = await fetch(`${here.url}${path}?lang=${lang}`, { headers })
      deepEqual([response.status, response.headers.get('content-language')], [200, lang], path)
      const bytes = new Uint8Array(await response.arrayBuffer())
      const file = `${lang}-${path.includes('receipts') ? 'receipt' : 'statement'}.pdf`
      if (PAPERS) await writeFile(`${PAPERS}/${file}`, bytes)
      const { text, missing } = await read(bytes)
      equal(missing, '', file)
      equal(text.includes('〓'), false, `${file}: ${text}`)
      for (const letter of TITLE.replaceAll(' ', ''))
        ok(text.includes(letter), `${letter} in ${file}: ${text}`)
    }
})

test('an Arabic paper keeps the order of Latin names and addresses, and the marks around them', async (t) => {
  const address = '1-2-3 Kanda, Tokyo 101-0001'
  const { here, ren, papers } = await openFixtures(t, { ...OPERATOR, name: 'Renban Inc.', address })
  await here.app.db.updateTable('asset').set({ title: 'Night train' }).execute()
  const headers = { cookie: `session=${ren.token}` }
  const textIn = async (path: string) => {
    const response = await fetch(`${here.url}${path}?lang=ar`, { headers })
    return (await read(new Uint8Array(await response.arrayBuffer()))).text
  }
  const [receipt, statement] = await Promise.all(papers.map(textIn))
  match(statement!, /من»Nighttrain«،Mika/) // with the marks as they are drawn
  for (const paper of [receipt!, statement!]) {
    match(paper, /RenbanInc\./)
    match(paper, /1-2-3Kanda,Tokyo101-0001/)
  }
})

test('a letter can be copied whose glyph was part of another in an earlier receipt', async (t) => {
  const { here, ren, papers } = await openFixtures(t)
  const headers = { cookie: `session=${ren.token}` }
  for (const title of ['بجر', 'بحر']) {
    await here.app.db.updateTable('asset').set({ title }).execute()
    const response = await fetch(`${here.url}${papers[0]}?lang=de`, { headers })
    const { text } = await read(new Uint8Array(await response.arrayBuffer()))
    for (const letter of title) ok(text.includes(letter), `${letter} in ${text}`)
  }
})

test('a receipt of a rental says its days in each language', async (t) => {
  const here = await testApp(t, { pages })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 9_000 })
  const film = await rentalTitle(here, mika, { copies: 2, days: 5, rental_clock: 'first_play' })
  const { rental_id } = await ren.call(rentForFree, film.rent(1, 300))
  const headers = { cookie: `session=${ren.token}` }
  for (const lang of locales) {
    const response = await fetch(`${here.url}/receipts/${rental_id}.pdf?lang=${lang}`, { headers })
    const { text } = await read(new Uint8Array(await response.arrayBuffer()))
    match(text, FIVE_DAYS[lang], lang)
  }
})

test('an emoji is replaced by 〓 in each language', async (t) => {
  const { here, ren, papers } = await openFixtures(t)
  await here.app.db.updateTable('asset').set({ title: 'Sea 🌊' }).execute()
  const headers = { cookie: `session=${ren.token}` }
  for (const lang of ['en', 'ar', 'ko', 'zh-Hans'] as const) {
    const response = await fetch(`${here.url}${papers[0]}?lang=${lang}`, { headers })
    const { text, missing } = await read(new Uint8Array(await response.arrayBuffer()))
    deepEqual([text.includes('〓'), missing], [true, ''], lang)
  }
})
