import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { createTitle } from '../../../test/titles.ts'
import { tenTimes, type TestApp, testApp } from '../../../test/test-app.ts'
import { auditLog } from './audit.ts'
import { checkpointText, logKey } from './log-key.ts'
import { LOG_PATH } from './log.shared.ts'
import { HASH_BYTES, TILE_WIDTH } from './tree.ts'
import { openCheckpoint } from './verify.shared.ts'

/** Opens a test app without a worker, with a title of as many copies, whose issue is recorded. */
async function openFixtures(t: TestContext, copies: number) {
  const here = await testApp(t, { role: 'web' })
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies, price: 500 })
  return { here, mika, film }
}

const run = promisify(execFile)
const get = ({ url }: TestApp, path: string) => fetch(url + LOG_PATH + path)
const textOf = async (here: TestApp, path: string) => (await get(here, path)).text()

/** Returns the checkpoint that the server shows, with its signature checked. */
async function signedTree(here: TestApp) {
  const [note, key] = [await textOf(here, '/checkpoint'), await textOf(here, '/key')]
  const { tree, isSigned } = await openCheckpoint(note, key.trim())
  equal(isSigned, true)
  return tree
}

const indexes = async ({ app }: TestApp) =>
  await app.db
    .selectFrom('provenance_event')
    .select(['id', 'log_index', 'status', 'asset_token_id', 'n'])
    .orderBy('log_index')
    .orderBy('id')
    .execute()

const range = (length: number) => Array.from({ length }, (_, i) => i)

test('OP-12 records enter the log in their order, and an audit finds it as it was signed', async (t) => {
  const { here, film } = await openFixtures(t, 300)
  const ren = await here.person('Ren', { balance: 5_000 })
  equal((await signedTree(here)).size, 0)
  await here.run('provenance.seal')
  const earlier = await textOf(here, '/checkpoint')
  equal((await signedTree(here)).size, 300)
  for (const number of [1, 2]) await ren.call(purchaseForFree, film.order(number, 500))
  await here.run('provenance.seal')
  await here.run('provenance.seal')

  const events = await indexes(here)
  deepEqual(
    events.map(({ log_index }) => log_index),
    range(302),
  )
  const places = Map.groupBy(events, (event) => event.asset_token_id)
  for (const ofCopy of places.values())
    deepEqual(
      ofCopy.map(({ n }) => n),
      range(ofCopy.length).map((n) => n + 1),
    )
  ok(events.every(({ status }) => status === 'sealed'))
  const { size, origin } = await signedTree(here)
  deepEqual([size, origin], [302, `${new URL(here.url).host}${LOG_PATH}`])
  const key = (await textOf(here, '/key')).trim()
  const found = await auditLog(here.url, { key, earlier })
  deepEqual([found.size, found.earlier], [302, 300])
  const checkpoints = await here.app.db.selectFrom('log_checkpoint').select('size').execute()
  deepEqual(
    checkpoints.map(({ size: signed }) => signed),
    [300, 302],
    'a run without new records signs nothing',
  )
})

test('OP-12 ten jobs at once give each index once, and leave no gap', async (t) => {
  const { here } = await openFixtures(t, 700)
  await Promise.all(tenTimes(() => here.run('provenance.seal')))
  deepEqual(
    (await indexes(here)).map(({ log_index }) => log_index),
    range(700),
  )
  const signed = await here.app.db.selectFrom('log_checkpoint').select('size').execute()
  deepEqual(signed, [{ size: 700 }], 'the others found nothing to do')
  equal((await auditLog(here.url)).size, 700)
})

test('OP-12 records that the version before has sealed enter the log, beside new ones', async (t) => {
  const { here, mika } = await openFixtures(t, 20)
  const before = '2029-06-01T00:00:00.000Z'
  const sealAsBefore = () =>
    sql`update provenance_event set status = 'sealed', sealed_at = ${before}::timestamptz
      where status <> 'sealed'`.execute(here.app.db)
  await sealAsBefore()
  await here.run('provenance.seal')
  await createTitle(here, mika, { copies: 5 })
  await sealAsBefore() // it still runs beside the new one
  await createTitle(here, mika, { copies: 5 })
  await Promise.all([sealAsBefore(), here.run('provenance.seal')])
  await here.run('provenance.seal')
  deepEqual(
    (await indexes(here)).map(({ log_index }) => log_index),
    range(30),
  )
  const { sealed_at } = await here.app.db
    .selectFrom('provenance_event')
    .select('sealed_at')
    .where('log_index', '=', 0)
    .executeTakeFirstOrThrow()
  equal(sealed_at, before)
  equal((await auditLog(here.url)).size, 30)
})

test('OP-12 a tile is served whole or by its first hashes, for ever; all else is not found', async (t) => {
  const { here } = await openFixtures(t, 300)
  await here.run('provenance.seal')
  const { hash } = await here.app.db
    .selectFrom('provenance_event')
    .select('hash')
    .where('log_index', '=', 0)
    .executeTakeFirstOrThrow()
  const sizes = { '0/000': 256, '0/000.p/1': 1, '0/000.p/255': 255, '0/001.p/44': 44, '0/001.p/3': 3, '1/000.p/1': 1 } // oxfmt-ignore
  for (const [path, width] of Object.entries(sizes)) {
    const response = await get(here, `/tile/${path}`)
    const bytes = Buffer.from(await response.arrayBuffer())
    equal(bytes.length, width * HASH_BYTES, path)
    if (path.startsWith('0/000')) ok(bytes.subarray(0, HASH_BYTES).equals(hash))
    deepEqual(
      ['content-type', 'cache-control'].map((name) => response.headers.get(name)),
      ['application/octet-stream', 'public, max-age=31536000, immutable'],
    )
  }
  const missing = `
    0/001 0/001.p/45 0/002 1/000 1/000.p/2 2/000.p/1 7/000 x001/000
    0/000.p/0 0/000.p/256 0/000.p/01 0/000.p/1x 0/0 0/0000 0/x000/000
    8/000 00/000 -1/000 0/x001 0/001/000 0/x001/x000 entries/000 0/
    0/x999/x999/x999/x999/x999/999 0/x999/x999/x999/x999/999 0/000.p/1/2 0/000/`
  for (const path of missing.trim().split(/\s+/)) {
    const response = await get(here, `/tile/${path}`)
    equal(response.status, 404, path)
    match(response.headers.get('cache-control')!, /no-store/)
  }
  const checkpoint = await get(here, '/checkpoint')
  deepEqual(
    ['content-type', 'cache-control'].map((name) => checkpoint.headers.get(name)),
    ['text/plain; charset=utf-8', 'public, max-age=5'],
  )
})

test('OP-12 a new key signs the log as it is, and audits with the old one stop', async (t) => {
  const { here } = await openFixtures(t, 3)
  await here.run('provenance.seal')
  const [old, before] = [(await textOf(here, '/key')).trim(), await signedTree(here)]
  here.config.logKey = Buffer.alloc(32, 7).toString('base64')
  await here.run('provenance.seal')
  notEqual((await textOf(here, '/key')).trim(), old)
  deepEqual(await signedTree(here), before)
  await rejects(auditLog(here.url, { key: old }), /signature/)
})

test('OP-12 an audit notices a changed hash, a shorter log and another past', async (t) => {
  const { here, mika } = await openFixtures(t, 256)
  const { origin, sign } = logKey(here.config)
  await here.run('provenance.seal')
  const full = await auditLog(here.url)
  await createTitle(here, mika, { copies: 4 })
  await here.run('provenance.seal')
  const partial = await auditLog(here.url)
  await createTitle(here, mika, { copies: 1 })
  await here.run('provenance.seal')
  const later = await auditLog(here.url)
  equal(later.size, 261)
  for (const { checkpoint: earlier, size } of [full, partial, later]) {
    equal((await auditLog(here.url, { earlier })).earlier, size)
    const another = sign(checkpointText(origin, size, Buffer.alloc(HASH_BYTES)))
    await rejects(auditLog(here.url, { earlier: another }), /are not those that were signed/)
  }

  const { db } = here.app
  await sql`alter table log_tile disable trigger user`.execute(db)
  const forged = Buffer.alloc(TILE_WIDTH * HASH_BYTES)
  await db.updateTable('log_tile').set({ hashes: forged }).where('level', '=', 0).where('number', '=', 0).execute() // oxfmt-ignore
  await rejects(auditLog(here.url), /does not follow/)
  await rejects(auditLog(here.url, { earlier: later.checkpoint.replace('\n261\n', '\n262\n') }), /signature/) // oxfmt-ignore
})

test('OP-12 an auditor’s command prints what it found, and keeps a checkpoint for the next time', async (t) => {
  const { here } = await openFixtures(t, 5)
  await here.run('provenance.seal')
  const folder = mkdtempSync(join(tmpdir(), 'renban-audit-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'checkpoint')
  const audit = (...given: string[]) =>
    run(process.execPath, ['bin/audit-log.mjs', here.url, ...given], { timeout: 60_000 })
  match((await audit('--save', file)).stdout, /^ok: .* has 5 entries, signed with /)
  match((await audit('--earlier', file)).stdout, /^ok: its first 5 are as they were$/m)
  writeFileSync(file, readFileSync(file, 'utf8').replace('\n5\n', '\n4\n'))
  await rejects(audit('--earlier', file), /BROKEN: the signature/)
  await rejects(audit('--unknown'), /npm run audit-log -- URL/)
})

test('OP-12 the log names no title, copy or person', async (t) => {
  const { here, mika, film } = await openFixtures(t, 2)
  await here.run('provenance.seal')
  await here.app.db
    .updateTable('asset')
    .set({ hidden_at: here.clock.now.toISOString() })
    .where('kid', '=', film.kid)
    .execute()
  const answers = ['/checkpoint', '/key', '/tile/0/000.p/2']
  const served = await Promise.all(
    answers.map(async (path) => Buffer.from(await (await get(here, path)).arrayBuffer())),
  )
  const bytes = Buffer.concat(served)
  for (const id of [film.kid, mika.account_id, ...film.tokens.values()]) {
    equal(bytes.includes(id), false)
    equal(bytes.includes(Buffer.from(id.replaceAll('-', ''), 'hex')), false)
  }
})
