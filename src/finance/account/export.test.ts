import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { readCsv } from '#core/csv.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { requestPayout } from '#src/finance/payout/payout.shared.ts'
import { listNotifications } from '#src/platform/notifications/notification.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { registerBank } from '../../../test/bank-accounts.ts'
import type { Person } from '../../../test/people.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { createTitle } from '../../../test/titles.ts'
import { askForExport, exportAddress, getAccountExport } from './export.shared.ts'
import { exportedTables, notExported } from './exported-tables.ts'

const SECRET = /token_hash|code_hash|key_hash|"hmac"|kek_id|sealed|wrapped/
const json = (files: Record<string, string>, name: string) =>
  JSON.parse(files[`${name}.json`]!) as Record<string, unknown>[]

test('AC-01 every column that refers to an account is exported, or left out with a reason', async (t) => {
  const { app } = await testApp(t, { role: 'web' })
  const { rows } = await sql<{ name: string; references_account: boolean }>`
    select table_name || '.' || column_name as name,
      exists (select from pg_constraint where contype = 'f' and confrelid = 'account'::regclass
        and conrelid = to_regclass(table_name)
        and conkey = array[ordinal_position::smallint]) as references_account
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and udt_name = 'uuid'
    order by 1
  `.execute(app.db)
  const names = new Set(
    rows.filter((row) => row.references_account).map(({ name }) => name.split('.')[1]),
  )
  names.add('actor') // of events, which outlive what they are about
  const referring = rows.map(({ name }) => name).filter((name) => names.has(name.split('.')[1]))
  const exported = exportedTables.map(({ table, of }) => `${table}.${of}`)
  const named = new Set([...exported, ...Object.keys(notExported)])
  deepEqual(
    referring.filter((name) => !named.has(name)),
    [],
  )
  deepEqual(
    Object.keys(notExported).filter((name) => !referring.includes(name)),
    [],
  )
})

test('AC-01 an export holds everything of one person as JSON and CSV, and nothing secret or of others', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const mika = await here.person('Mika', { role: 'ORH', balance: 5_000 })
  const ren = await here.person('Ren', { balance: 5_000 })
  const film = await createTitle(here, mika, { copies: 3, price: 300, title: '=1+1 "=film"' })
  await ren.call(purchaseForFree, film.order(2, 300))
  await registerBank(here, ren)
  await registerBank(here, mika)
  await mika.call(requestPayout, { amount: 2_000 })
  const { asked_at, made_at } = await ren.call(askForExport, {})
  deepEqual([asked_at, made_at], [here.clock.now.toISOString(), null])
  const files = await made(here, ren)
  const [account] = json(files, 'account')
  deepEqual([account!.id, account!.email], [ren.account_id, ren.email])
  const [bought] = json(files, 'purchases')
  deepEqual([bought!.buyer, bought!.seller, bought!.number], [ren.account_id, null, 2])
  equal(json(files, 'copies').length, 1)
  equal(json(files, 'bank_account')[0]!.account_number, '****567')
  ok(json(files, 'ledger').length >= 2)
  for (const [name, text] of Object.entries(files)) {
    ok(!text.includes(mika.account_id) && !text.includes(mika.email), name)
    doesNotMatch(text, SECRET, name)
  }
  const { rows } = readCsv(files['purchases.csv']!.replace('\uFEFF', ''))
  equal(rows.length, 2)
  deepEqual(rows[0]!.cells, Object.keys(bought!))
  const contents = JSON.parse(files['contents.json']!) as { rows: Record<string, number> }
  equal(contents.rows.purchases, 1)
  equal(contents.rows.sales, 0)
  ok(!('sales.json' in files))

  here.clock.now = addSeconds(here.clock.now, DAY_SECONDS)
  await mika.call(askForExport, {})
  const hers = await made(here, mika)
  const [sale] = json(hers, 'sales')
  deepEqual(
    [sale!.seller, 'buyer' in sale!, 'card_amount' in sale!],
    [mika.account_id, false, false],
  )
  equal(json(hers, 'payouts').length, 1)
  for (const [name, text] of Object.entries(hers)) {
    ok(!text.includes(ren.account_id), name)
    doesNotMatch(text, SECRET, name)
  }
})

test('AC-01 long tables are exported whole', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const ren = await here.person('Ren')
  await sql`insert into notification (account_id, message_id, kind, lang, subject, path, at)
    select ${ren.account_id}, n, 'order', 'en', '', '/', now() from generate_series(1, 2500) n
  `.execute(here.app.db)
  await ren.call(askForExport, {})
  const files = await made(here, ren)
  const ids = json(files, 'notifications').map(({ message_id }) => Number(message_id))
  deepEqual(ids.toSorted((a, b) => a - b).slice(-2), [2499, 2500])
  equal(readCsv(files['notifications.csv']!).rows.length, 2501)
})

test('AC-01 a person is told once of an export that is ready, and downloads it for seven days', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const ren = await here.person('Ren')
  const aoi = await here.person('Aoi')
  equal((await download(here, ren)).status, 404)
  await ren.call(askForExport, {})
  equal((await download(here, ren)).status, 404)
  await here.app.runDueJobs()
  const [mail, ...more] = await here.inbox(ren.email)
  equal(mail!.subject, 'Your data is ready to download')
  equal(more.length, 0)
  const { items } = await ren.call(listNotifications, {})
  deepEqual(
    items.map(({ path }) => path),
    ['/account/security'],
  )
  const own = await download(here, ren)
  deepEqual(
    ['content-type', 'cache-control'].map((name) => own.headers.get(name)),
    ['application/zip', 'no-store'],
  )
  match(own.headers.get('content-disposition')!, /^attachment; filename="renban-2030-01-01\.zip"$/)
  equal((await download(here, aoi)).status, 404)
  equal((await fetch(here.url + exportAddress)).status, 401)

  const { ends_at } = await ren.call(getAccountExport, {})
  here.clock.now = addSeconds(new Date(ends_at!), -1)
  await here.run('account.purge_exports')
  equal((await download(here, ren)).status, 200)
  here.clock.now = new Date(ends_at!)
  equal((await download(here, ren)).status, 404)
  equal((await ren.call(getAccountExport, {})).asked_at, null)
  await here.run('account.purge_exports')
  deepEqual(await here.app.db.selectFrom('account_export').selectAll().execute(), [])
})

test('AC-01 ten requests at once ask for one export, and the next is possible a day later', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const ren = await here.person('Ren')
  const answers = await Promise.all(Array.from({ length: 10 }, () => ren.call(askForExport, {})))
  const codes = answers.map(({ error }) => error?.code ?? 'done')
  deepEqual(codes.toSorted(), ['done', ...Array.from({ length: 9 }, () => 'export_too_soon')])
  await here.app.runDueJobs()
  here.clock.now = addSeconds(here.clock.now, DAY_SECONDS - 1)
  equal((await ren.call(askForExport, {})).error?.code, 'export_too_soon')
  here.clock.now = addSeconds(here.clock.now, 1)
  equal((await ren.call(askForExport, {})).error, undefined)
  equal((await download(here, ren)).status, 404)
  await here.app.runDueJobs()
  equal((await download(here, ren)).status, 200)
  equal((await here.inbox(ren.email)).length, 2)
})

/** Runs the jobs and returns the texts in the person's zip. */
async function made(here: TestApp, person: Person): Promise<Record<string, string>> {
  await here.app.runDueJobs()
  const zip = new Uint8Array(await (await download(here, person)).arrayBuffer())
  return Object.fromEntries(
    Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]),
  )
}

const download = ({ url }: TestApp, { token }: Person) =>
  fetch(url + exportAddress, { headers: { authorization: `Bearer ${token}` } })
