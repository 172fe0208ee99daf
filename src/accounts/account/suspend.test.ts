import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { inTx } from '#core/database/db.ts'
import { MIKA, MINUTE, signInFixtures } from '../../../test/sign-in-steps.ts'
import { whileLocked } from '../../../test/row-locks.ts'
import { logIn } from '#src/accounts/account/account.shared.ts'
import { setSuspended } from './suspend.ts'

test('SU-01 a suspended person cannot sign in until the suspension is lifted', async (t) => {
  const { browser, askCode, prove, passTime, clock, db } = await signInFixtures(t)
  const mika = browser()
  const signIn = async () => {
    passTime(MINUTE)
    const { body } = await prove(mika, MIKA, await askCode(mika, MIKA))
    return () => mika.call(logIn, body)
  }
  equal((await (await signIn())()).status, 200)
  const { id } = await db.selectFrom('account').select('id').executeTakeFirstOrThrow()
  const put = (suspended: boolean) =>
    inTx({ db }, (tx) =>
      setSuspended(tx, id, { suspended, changed_by: id, reason: 'a trial', at: clock.now }),
    )
  const sessions = async () => (await db.selectFrom('session').select('id').execute()).length

  equal(await put(true), true)
  equal(await sessions(), 0)
  const refused = await (await signIn())()
  deepEqual([refused.status, refused.error?.code], [403, 'account_suspended'])
  equal(await put(false), true)
  equal(await put(false), false)

  // A sign-in that waits for the suspension is refused, too.
  const waiting = await whileLocked(db, {
    lock: sql`select from account where id = ${id} for no key update`,
    action: await signIn(),
    change: (tx) => sql`update account set suspended_at = now() where id = ${id}`.execute(tx),
  })
  equal(waiting.error?.code, 'account_suspended')
  equal(await sessions(), 0)
  await put(false)
  equal((await (await signIn())()).status, 200)
})
