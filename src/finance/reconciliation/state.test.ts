import { equal, match } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createTitle } from '../../../test/titles.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { newestCheck } from './checks.ts'

/** Runs `npm run books` beside a running app, as an operator would. */
async function books(here: TestApp, ...words: string[]) {
  const { connectionString } = here.app.pool.options
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    DATABASE_URL: connectionString,
    DATA_DIR: here.config.dataDir,
  }
  const child = spawn(process.execPath, ['bin/books.mjs', ...words], { env })
  const [out, error] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    child.exitCode ?? once(child, 'exit'),
  ])
  return { out, error, code: child.exitCode }
}

test('npm run books shows every invariant, every sum and the rows that break an invariant', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 2_400 })
  const film = await createTitle(here, mika, { copies: 3, price: 2_400 })
  await ren.call(purchaseForFree, film.order(2, 2_400))

  const fine = await books(here)

  equal(fine.code, 0, fine.error)
  match(fine.out, /^ok {6}a stored balance is the sum of its transfers$/m)
  match(fine.out, /^platform fees +1 +240 +-$/m)
  match(fine.out, /^people sales +2 +2,160 +2,160$/m)
  match(fine.out, /^no checks yet\npayouts are not held$/m)

  await sql`update ledger_account set balance = 2161 where balance = 2160`.execute(here.app.db)
  await here.run('books.check')
  const broken = await books(here)

  equal(broken.code, 1)
  match(broken.out, /^BROKEN {2}a stored balance is the sum of its transfers\n {8}\{"id":\d+\}$/m)
  match(broken.out, /^people sales +2 +2,160 +2,161$/m)
  match(broken.out, /^BROKEN {2}2030-\S+, internal$/m)
  match(broken.out, /^payouts are held$/m)
  await sql`update ledger_account set balance = 2160 where balance = 2161`.execute(here.app.db)
})

test('npm run books -- check has a worker check and compare the books at once', async (t) => {
  const here = await testApp(t, { role: 'web' })

  const started = await books(here, 'check')

  equal(started.code, 0, started.error)
  await here.app.runDueJobs()
  for (const kind of ['self', 'card'] as const)
    equal((await newestCheck(here.app.db, kind))?.differences.length, 0)
  match((await books(here)).out, /^ok {6}2030-\S+, against the card provider, up to 2029-/m)
  equal((await books(here, 'repair')).code, 2)
})
