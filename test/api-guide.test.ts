import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { testApp } from './test-app.ts'
import { createTitle } from './titles.ts'

const guide = readFileSync(new URL('../docs/api.md', import.meta.url), 'utf8')

test('AP-08 the purchase in docs/api.md works as printed, and takes ten lines', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const { kid } = await createTitle(here, mika, { copies: 3, price: 1_800 })
  const script = /^## A purchase in ten lines\n.*?```bash\n(.*?)```/ms.exec(guide)![1]!
  const [, steps] = script.split('\n\n')
  equal(steps!.trim().split('\n').length, 10)
  const path = `${dirname(process.execPath)}:${process.env.PATH}`
  const env = { PATH: path, API: `${here.url}/api/2.0` }
  const { stdout } = await promisify(execFile)('bash', ['-uc', script], { env, timeout: 60_000 })
  match(stdout, /"title":"Title .*"status":"settled"/)
  const { owner, email } = await here.app.db
    .selectFrom('serial')
    .innerJoin('account', 'account.id', 'serial.owner')
    .select(['owner', 'email'])
    .where('kid', '=', kid)
    .where('owner', '!=', mika.account_id)
    .executeTakeFirstOrThrow()
  equal(email, 'you@example.com', owner)
})
