import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test, type TestContext } from 'node:test'
import { unzipSync } from 'fflate'
import { readCsv } from '#core/csv.ts'
import { builtPages } from '#src/app.ts'
import { addSeconds } from '#core/clock.ts'
import { requestOf } from '#core/http/endpoint.ts'
import {
  addPeople,
  createAllowlist,
  exportPeople,
} from '#src/catalog/allowlist/allowlist.shared.ts'
import { auditFile } from '#src/admin/audit/audit.shared.ts'
import { csvAddress as couponsAddress } from '#src/sales/coupon/batch-address.shared.ts'
import {
  askForExport,
  exportAddress,
  getAccountExport,
} from '#src/finance/account/export.shared.ts'
import { putPayee } from '#src/finance/payout/payee.shared.ts'
import { payoutTable } from '#src/finance/payout/export-table.ts'
import { exportRenters } from '#src/sales/free-rental/free-rental.shared.ts'
import { exportClaims } from '#src/sales/distribution/distribution.shared.ts'
import { exportGifts } from '#src/sales/gift/gift.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { listTemplate } from '#src/studio/bulk-publish/title-list.shared.ts'
import { csvAddress as statisticsAddress } from '#src/finance/statistics/statistics.shared.ts'
import { yearAddress } from '#src/finance/statement/statement.shared.ts'
import { numberCoupons } from './coupons.ts'
import { deleteWithCode } from './deletions.ts'
import { claim, distribute } from './distributions.ts'
import { lentForFree } from './free-rentals.ts'
import { claim as claimGift, giveOne } from './gifts.ts'
import type { Person } from './people.ts'
import { createTitle } from './titles.ts'
import { testApp, type TestApp, waitUntil } from './test-app.ts'

// Cells that spreadsheets run as formulas (OWASP, “CSV Injection”).
const RUNS = /^[=+\-@\t\r\n＝＋－＠]/
const NUMBER = /^-?\d+(\.\d+)?$/
const NAMES = ['=1+1', '+1', '-1', '@x', '\t=1', '\r=1', '\n=1', '＝1', '=A1,"b"', '=1;2']

/** Opens a test app with titles sold, given by coupon, reserved for people and given away, an audited change, and the people who may export its data. */
async function openFixtures(t: TestContext) {
  const here = await testApp(t, { now: new Date('2030-01-10T00:00:00Z') })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 1_000 })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const film = await createTitle(here, mika, { copies: 5, price: 300 })
  await ren.call(purchaseForFree, film.order(1, 300))
  const rest = await createTitle(here, mika, { copies: 5 })
  const batch = await numberCoupons(mika, rest, [1])
  const reserved = { kid: rest.kid, asset_token_ids: [rest.tokens.get(5)!] }
  const list = await mika.call(createAllowlist, { ...reserved, name: 'Friends' })
  await mika.call(addPeople, { id: list.id, text: ren.account_id })
  const distribution = await distribute(mika, rest, [2])
  await claim(ren, distribution)
  await claimGift(ren, await giveOne(mika, rest, 3))
  const free = await lentForFree(mika, rest, [4], { allowed_asset_renters: [ren.name] })
  const payee = { account_id: ren.account_id, withholding: 'domestic_individual' } as const
  await sora.call(putPayee, { ...payee, reason: 'a writer' })
  return { here, mika, ren, sora, batch, list, distribution, free }
}
type Fixtures = Awaited<ReturnType<typeof openFixtures>>

async function fileOf({ here }: Fixtures, { token }: Person, address: string) {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(here.url + address, { headers })
  equal(response.status, 200, address)
  return Buffer.from(await response.arrayBuffer()).toString()
}

/** Every CSV export by its source file, with the number of cells that hold a user's text. */
const files: Record<
  string,
  [names: number, ask: (fixtures: Fixtures, name: string) => Promise<string>]
> = {
  'admin/audit/audit.ts': [1, (s) => fileOf(s, s.sora, auditFile())],
  'catalog/allowlist/people.ts': [
    1,
    (s) => fileOf(s, s.mika, requestOf(exportPeople, { id: s.list.id }).url),
  ],
  'finance/account/export-zip.ts': [1, accountFile],
  'finance/payout/export-table.ts': [4, (_, name) => payoutFile(name)],
  'finance/statement/year-csv.ts': [2, (s) => fileOf(s, s.mika, yearAddress('2030'))],
  'finance/statistics/titles-file.ts': [2, (s) => fileOf(s, s.sora, statisticsAddress('2030-01'))],
  'sales/coupon/batch.ts': [1, (s) => fileOf(s, s.mika, couponsAddress(s.batch.id))],
  'sales/distribution/distribution.ts': [
    1,
    (s) => fileOf(s, s.mika, requestOf(exportClaims, { id: s.distribution }).url),
  ],
  'sales/free-rental/free-rental.ts': [
    1,
    (s) => fileOf(s, s.mika, requestOf(exportRenters, { id: s.free.id }).url),
  ],
  'sales/gift/rows.ts': [2, (s) => fileOf(s, s.mika, requestOf(exportGifts, {}).url)],
  'studio/bulk-publish/title-list.shared.ts': [0, async () => listTemplate()],
}

/** Returns a file of everything that is kept with Ren's account, which he may ask for once a day. */
async function accountFile({ here, ren }: Fixtures) {
  here.clock.now = addSeconds(here.clock.now, 86_400)
  await ren.call(askForExport, {})
  await waitUntil(
    () => ren.call(getAccountExport, {}),
    ({ made_at }) => made_at !== null,
  )
  const headers = { authorization: `Bearer ${ren.token}` }
  const response = await fetch(here.url + exportAddress, { headers })
  const zip = unzipSync(new Uint8Array(await response.arrayBuffer()))
  return Buffer.from(zip['account.csv']!).toString()
}

async function payoutFile(name: string) {
  const payout = {
    id: '6f1c',
    status: 'processed',
    amount: 12_000,
    withheld: 0,
    sent: 12_000,
    fee: 200,
    created_at: '2030-01-31T14:59:59.000Z',
    processed_at: null,
    wallet_address: '0x1',
    username: name,
    email: name,
    reason: name,
    bank: {
      bank_code: '0001',
      bank_name: 'みずほ',
      bank_kana: 'ﾐｽﾞﾎ',
      branch_code: '001',
      branch_name: '東京',
      branch_kana: 'ﾄｳｷﾖｳ',
      deposit_type: 'savings' as const,
      account_number: '0012345',
      holder: name,
      zengin_holder: '-ﾅﾏｴ',
      changed_at: '2030-01-01T00:00:00.000Z',
      replaced_at: null,
    },
  }
  const response = payoutTable('en', '2030-01', [payout])
  return Buffer.from(await response.arrayBuffer()).toString() // Response.text() drops the byte order mark
}

/** Stores names that the forms refuse, as another client or an older version may have done. */
async function renameAll({ app: { db } }: TestApp, { ren }: Fixtures, name: string) {
  await db.updateTable('asset').set({ title: name }).execute()
  await db.updateTable('brand').set({ name }).execute()
  await db.updateTable('account').set({ username: name }).where('id', '=', ren.account_id).execute()
}

test('every CSV export is in the table', () => {
  const sources = globSync('src/**/*.{ts,tsx}', { exclude: ['**/*.test.ts', 'src/core/csv.ts'] })
  const writers = sources.filter((path) => {
    const text = readFileSync(path, 'utf8')
    return /import \{[^}]*\bcsv(File|Stream)?\b[^}]*\} from '#core\/csv\.ts'/.test(text)
  })
  deepEqual(writers.map((path) => path.replace('src/', '')).toSorted(), Object.keys(files))
  // Contracts (`.shared.ts`) name the type of a reply; only the writers may write one.
  const others = sources.filter(
    (path) => !path.endsWith('.shared.ts') && /['"]text\/csv/.test(readFileSync(path, 'utf8')),
  )
  deepEqual(others, [])
})

test('MN-16 no name runs as a formula in any CSV export', async (t) => {
  const all = await openFixtures(t)
  for (const name of NAMES) {
    await renameAll(all.here, all, name)
    for (const [place, [names, ask]] of Object.entries(files)) {
      const where = `${place}: ${JSON.stringify(name)}`
      const text = await ask(all, name)
      match(text, /^\uFEFF/, where)
      const { rows, broken } = readCsv(text.slice(1))
      equal(broken, undefined, where)
      const cells = rows.flatMap((row) => row.cells)
      deepEqual(
        cells.filter((cell) => RUNS.test(cell) && !NUMBER.test(cell)),
        [],
        where,
      )
      equal(cells.filter((cell) => cell === `'${name}`).length, names, where)
      ok(
        rows.every((row) => row.cells.length === rows[0]!.cells.length),
        where,
      )
    }
  }
})

test('MN-16 a deleted account is named in the files of others as on pages, in the reader’s language', async (t) => {
  const here = await testApp(t, { pages: await builtPages() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 300 })
  const film = await createTitle(here, mika, { copies: 3, price: 300 })
  const rest = await createTitle(here, mika, { copies: 3 })
  await ren.call(purchaseForFree, film.order(1, 300))
  const distribution = await distribute(mika, rest, [2])
  await claim(ren, distribution)
  await claimGift(ren, await giveOne(mika, rest, 3))
  equal((await deleteWithCode(here, ren, 3)).error, undefined)
  const year = here.clock.now.toISOString().slice(0, 4)
  for (const address of [
    yearAddress(year),
    requestOf(exportGifts, {}).url,
    requestOf(exportClaims, { id: distribution }).url,
  ]) {
    const headers = { authorization: `Bearer ${mika.token}`, cookie: 'lang=de' }
    const text = await (await fetch(here.url + address, { headers })).text()
    match(text, /,Gelöschtes Konto,/, address)
    ok(!text.includes('deleted-'), address)
  }
})
