import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { endSession, listSessions, logIn } from '#src/accounts/account/account.shared.ts'
import * as passkeys from '#src/accounts/account/passkey.shared.ts'
import { openAuthenticator } from '../../../test/authenticator.ts'
import { DAY, MIKA, MINUTE, signInFixtures } from '../../../test/sign-in-steps.ts'
import { ONE_KEY, signWith } from '../../../test/wallets.ts'
import { listSignIns } from './sign-ins.shared.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'

test('RO-16 each way to sign in is in the history, with its browser, and nothing of other people', async (t) => {
  const { browser, browserWith, signIn, askCode, nonce, passTime, clock, db, config } =
    await signInFixtures(t)
  const home = browser()
  await signIn(home, MIKA)
  await signIn(browser(), 'aoi@example.test')
  const { origin } = new URL(config.publicUrl)
  const at = [clock.now.toISOString()]
  const aMinutePasses = () => {
    passTime(MINUTE)
    at.unshift(clock.now.toISOString())
  }

  passTime(MINUTE)
  const device = openAuthenticator(origin)
  const code = await askCode(home, MIKA, 'passkey')
  const begun = (await home.call(passkeys.beginPasskey, { code })).body
  const made = device.make(begun)
  equal((await home.call(passkeys.addPasskey, { name: 'Phone', ...made })).status, 200)
  aMinutePasses()
  const { body: challenge } = await home.call(passkeys.createPasskeyChallenge, {
    purpose: 'sign_in',
  })
  const passkey = device.prove(challenge)
  equal((await home.call(passkeys.logInWithPasskey, { passkey })).status, 200)

  aMinutePasses()
  const { id: account_id } = await db
    .selectFrom('account')
    .select('id')
    .where('email', '=', MIKA)
    .executeTakeFirstOrThrow()
  const linked = { account_id, address: ONE_KEY, created_at: clock.now.toISOString() }
  await db.insertInto('linked_wallet').values(linked).execute()
  const office = browserWith({ 'user-agent': FIREFOX })
  const proof = await signWith({ address: ONE_KEY, nonce: await nonce(office), origin })
  equal((await office.call(logIn, proof)).status, 200)

  const { items, total } = (await home.call(listSignIns, {})).body
  equal(total, 3)
  deepEqual(
    items.map((one) => [one.way, one.created_at, one.is_new_browser, one.is_current]),
    [
      ['wallet', at[0], true, false],
      ['passkey', at[1], false, true],
      ['code', at[2], true, false],
    ],
  )
  equal(items[0]!.user_agent, FIREFOX)
  deepEqual(
    items.map(({ is_signed_in }) => is_signed_in),
    [true, true, false],
    'the passkey’s sign-in ended the browser’s former session',
  )
  const sessions = (await home.call(listSessions, {})).body.items
  const other = sessions.find(({ is_current }) => !is_current)!
  await home.call(endSession, { id: other.id })
  equal((await home.call(listSignIns, {})).body.items[0]!.is_signed_in, false)
})

test('RO-16 sign-ins are forgotten after 180 days', async (t) => {
  const { browser, signIn, passTime, purge, db } = await signInFixtures(t)
  await signIn(browser(), MIKA)
  const count = async () => (await db.selectFrom('sign_in').select('id').execute()).length
  passTime(179 * DAY)
  await purge()
  equal(await count(), 1)
  passTime(2 * DAY)
  await purge()
  equal(await count(), 0)
})
