import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { requestOf } from '#core/http/endpoint.ts'
import { registerBank } from '../../../test/bank-accounts.ts'
import { type TestApp, testApp } from '../../../test/test-app.ts'
import { exportPayouts, requestPayout } from '#src/finance/payout/payout.shared.ts'
import { check } from './self-check.ts'

/** Returns the error of exporting January, a month without payouts. */
async function refusal(here: TestApp, token: string) {
  const { url } = requestOf(exportPayouts, { format: 'zengin', month: '2030-01' })
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(here.url + url, { headers })
  return ((await response.json()) as { error: { code: string } }).error.code
}

test('while the books differ, payouts can be neither requested nor exported', async (t) => {
  const here = await testApp(t, { role: 'web', now: new Date('2030-02-10T00:00:00Z') })
  const { db } = here.app
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const ren = await here.person('Ren', { balance: 50_000 })
  const checkNow = () => check(here.app.jobCtx('books.check'), { at_once: true })
  const ask = async () => (await ren.call(requestPayout, { amount: 2_000 })).error?.code
  await registerBank(here, ren)
  equal(await refusal(here, sora.token), 'nothing_to_send')

  await sql`update ledger_account set balance = 50001 where balance = 50000`.execute(db)
  await checkNow()

  deepEqual([await refusal(here, sora.token), await ask()], ['payouts_held', 'payouts_held'])
  await sql`update ledger_account set balance = 50000 where balance = 50001`.execute(db)
  await checkNow()
  deepEqual([await refusal(here, sora.token), await ask()], ['nothing_to_send', undefined])
})
