import { execFileSync } from 'node:child_process'
import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { appendFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { promote } from '#src/accounts/account/role.ts'
import { inTx } from '#core/database/db.ts'
import { lockBalances, post } from '#src/ledger/ledger.ts'
import { CARDS } from '../card-fixtures.ts'
import { eventuallyEqual, openChromium } from '../chromium.ts'
import { signInAt } from '../sign-in.ts'
import { builtPages } from '#src/app.ts'
import { listSerials } from '#src/catalog/serial/serial.shared.ts'
import { waitUntil, type TestApp, testApp } from '../test-app.ts'

const SECONDS = 4
const FREE_BYTES = 5_500_000
const MB = 1_048_576
const PRICE = 2_400
const RESALE = 3_333

test('UP-05 SL-04 AS-13 a film is published, No. 7 is bought by card, and resold for balance', async (t) => {
  const here = await testApp(t, { pages: await builtPages(), now: new Date() })
  const tab = await openChromium(here)
  const signedIn = async (email: string) => {
    const page = await tab(undefined, { viewport: { width: 1_280, height: 900 } })
    await signInAt(page, here, email)
    return page
  }
  const film = makeFilm(t)
  ok(statSync(film).size > 5 * MB)

  const mika = await signedIn('mika@example.test')
  await makeCreator(here, 'mika@example.test')
  await createBrand(mika)
  const kid = await publish(mika, film)
  await listAll(mika, here, kid)

  const ren = await signedIn('ren@example.test')
  await pickNumber(ren, kid, 7)
  await ren.getByRole('link', { name: 'Buy No. 7 for ¥2,400' }).first().click()
  await ren.getByRole('button', { name: /Buy No\. 7/ }).click()
  await payByCard(ren)
  await ren.getByRole('heading', { name: 'No. 7 is yours' }).waitFor()

  const guest = await tab()
  await guest.goto(`/asset/${kid}?no=7`)
  await eventuallyEqual(() => guest.getByRole('link', { name: 'Watch' }).count(), 0)

  const shown = await resell(ren, kid)
  const aoi = await signedIn('aoi@example.test')
  await giveBalance(here, 'aoi@example.test', RESALE)
  await pickNumber(aoi, kid, 7)
  await aoi.getByRole('link', { name: 'Buy No. 7 for ¥3,333' }).first().click()
  await aoi.getByRole('button', { name: 'Use ¥3,333' }).click()
  await aoi.getByRole('button', { name: /Buy No\. 7 for ¥3,333/ }).click()
  await aoi.getByRole('heading', { name: 'No. 7 is yours' }).waitFor()

  deepEqual(await sharesOfResale(here, kid), shown)
})

async function makeCreator({ app, clock }: TestApp, email: string) {
  const reason = 'makes films'
  await promote(app.db, email, { role: 'ORH', changed_by: null, reason, now: clock.now })
}

async function createBrand(page: Page) {
  await page.goto('/brand/create')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Kita Eiga')
  await page.getByRole('button', { name: 'Create the brand' }).click()
  await page.waitForURL('**/brand/kita-eiga**')
}

/** Publishes the film through the form, and waits until its copies are numbered. */
async function publish(page: Page, film: string): Promise<string> {
  await page.goto('/create')
  await page.locator('input[type=file]').first().setInputFiles(film)
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Last Train to Nemuro')
  await page.getByRole('textbox', { name: 'Description' }).fill('Seven people, **one** night.')
  await page.getByRole('textbox', { name: 'Number of copies' }).fill('10')
  await page.getByRole('checkbox', { name: 'List at once' }).uncheck()
  await page.getByRole('button', { name: 'Publish 10 copies' }).click()
  await page.waitForURL('**/create/*')
  await page.getByRole('link', { name: 'List copies' }).waitFor({ timeout: 120_000 })
  await page.getByRole('link', { name: 'List copies' }).click()
  await page.waitForURL('**/asset/**')
  return /[0-9a-f-]{36}/.exec(page.url())![0]
}

async function listAll(page: Page, here: TestApp, kid: string) {
  await page.goto(`/asset/${kid}/created`)
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('button', { name: 'Sell 10' }).click()
  await page.getByRole('textbox', { name: /Price per copy/ }).fill(String(PRICE))
  await page.getByRole('button', { name: 'List 10 copies for ¥2,400 each' }).click()
  const board = () => here.call(listSerials, { id: kid, status: 'buyable' })
  equal((await waitUntil(board, ({ total }) => total === 10)).total, 10)
}

async function pickNumber(page: Page, kid: string, number: number) {
  await page.goto(`/asset/${kid}`)
  await page.getByRole('link', { name: new RegExp(`^No\\. ${number},`) }).click()
  await page.waitForURL(`**no=${number}**`)
}

/** Pays on the provider's page. */
async function payByCard(page: Page) {
  await page.waitForURL('**/dev/card/**')
  await page.locator('[name=card_number]').fill(CARDS.pays)
  await page.locator('form button[type=submit], form button:not([type])').first().click()
  await page.waitForURL('**/payment/purchase/success/**')
}

/** Lists No. 7 for resale, and returns the shares that the dialog showed. */
async function resell(page: Page, kid: string) {
  await page.goto(`/asset/${kid}?no=7`)
  await page.getByRole('button', { name: 'Sell No. 7' }).first().click()
  await page.getByRole('textbox', { name: /Price in yen/ }).fill(String(RESALE))
  const dialog = page.getByRole('dialog')
  await dialog.getByText('¥2,834').waitFor()
  const text = (await dialog.innerText()).replaceAll(',', '')
  const yen = (name: RegExp) => Number(name.exec(text)?.[1])
  const shown = {
    net: yen(/(?:You|Seller)\D*¥(\d+)/),
    royalty: yen(/Creator\D*¥(\d+)/),
    platform_fee: yen(/Renban\D*¥(\d+)/),
  }
  await dialog.getByRole('button', { name: 'List No. 7 for ¥3,333' }).click()
  await dialog.waitFor({ state: 'detached' })
  return shown
}

/** Posts an opening transfer as initial balance. */
async function giveBalance({ app, clock }: TestApp, email: string, amount: number) {
  await inTx(app, async (tx) => {
    const { id } = await tx
      .selectFrom('account')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const gift = { reason: 'opening', subject_id: id, amount } as const
    const sides = { debit: { kind: 'opening' }, credit: { account_id: id, kind: 'sales' } } as const
    await post(tx, await lockBalances(tx, [id]), [{ ...gift, ...sides }], clock.now)
  })
}

/** Returns the ledger transfers of the resale. */
async function sharesOfResale({ app }: TestApp, kid: string) {
  const { id } = await app.db
    .selectFrom('purchase')
    .select('id')
    .where('kid', '=', kid)
    .where('kind', '=', 'secondary')
    .executeTakeFirstOrThrow()
  const rows = await app.db
    .selectFrom('ledger_transfer')
    .select(['reason', 'amount'])
    .where('subject_id', '=', id)
    .execute()
  const of = (reason: string) => rows.find((row) => row.reason === reason)?.amount
  return { net: of('sale'), royalty: of('royalty'), platform_fee: of('fee') }
}

/** Makes a film with sound that exceeds 5 MB by a box of bytes that mean nothing (ISO/IEC 14496-12, 8.1.2). */
function makeFilm(t: { after(f: () => void): void }): string {
  const folder = mkdtempSync(join(tmpdir(), 'renban-film-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'night train.mp4')
  const video = `testsrc2=size=640x360:rate=24:duration=${SECONDS}`
  const sound = `sine=frequency=330:duration=${SECONDS}`
  const inputs = ['-f', 'lavfi', '-i', video, '-f', 'lavfi', '-i', sound]
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
  execFileSync('ffmpeg', ['-v', 'error', ...inputs, ...codecs, '-g', '48', path])
  const box = randomBytes(FREE_BYTES)
  box.writeUInt32BE(FREE_BYTES)
  box.write('free', 4, 'latin1')
  appendFileSync(path, box)
  return path
}
