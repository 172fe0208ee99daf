import { deepEqual, equal, match, notEqual } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { countOutcomes } from '../../../test/test-app.ts'
import { DAY, MIKA, MINUTE, signInFixtures } from '../../../test/sign-in-steps.ts'
import { endSession, getCurrentAccount, listSessions, logOut } from './account.shared.ts'

test('SH-08 the session cookie is hidden from scripts, and signing out ends it', async (t) => {
  const { browser, signIn } = await signInFixtures(t)
  const mika = browser()
  const { token, lines } = await signIn(mika, MIKA)
  const cookie = lines.find((line) => line.startsWith('session='))
  match(cookie!, /; Path=\/; HttpOnly; SameSite=Lax; Max-Age=7776000$/)
  equal((await mika.call(getCurrentAccount, {})).status, 200)

  equal((await mika.call(logOut, {})).status, 204)
  equal(mika.jar.has('session'), false)
  mika.jar.set('session', token)
  equal((await mika.call(getCurrentAccount, {})).error?.code, 'session_expired')
})

test('SH-08 signing in again ends the browser’s former session', async (t) => {
  const { browser, signIn, passTime } = await signInFixtures(t)
  const mika = browser()
  const first = await signIn(mika, MIKA)
  passTime(MINUTE)
  const second = await signIn(mika, MIKA)
  notEqual(first.token, second.token)
  equal((await first.as(getCurrentAccount, {})).error?.code, 'session_expired')
  equal((await second.as(getCurrentAccount, {})).email, MIKA)
})

test('SH-08 a session that somebody put into a browser is not the one of who signs in there', async (t) => {
  const { browser, signIn } = await signInFixtures(t)
  const thief = browser()
  const { token: known } = await signIn(thief, 'thief@example.test')
  const invented = randomBytes(32).toString('base64url')
  for (const given of [known, invented]) {
    const mika = browser()
    mika.jar.set('session', given)
    const { token } = await signIn(mika, `mika${given.slice(0, 4).toLowerCase()}@example.test`)
    notEqual(token, given)
    equal(mika.jar.get('session'), token)
    const holder = browser()
    holder.jar.set('session', given)
    equal((await holder.call(getCurrentAccount, {})).error?.code, 'session_expired')
  }
})

test('SH-08 a session ends after 30 days without a visit', async (t) => {
  const { browser, signIn, passTime } = await signInFixtures(t)
  const { as } = await signIn(browser(), MIKA)
  passTime(30 * DAY - 1)
  equal((await as(getCurrentAccount, {})).email, MIKA)
  passTime(30 * DAY - 1)
  equal((await as(getCurrentAccount, {})).email, MIKA, 'a visit extends the session')
  passTime(30 * DAY)
  const { error } = await as(getCurrentAccount, {})
  equal(error?.code, 'session_expired')
})

test('SH-08 a session ends after 90 days, however often it is used', async (t) => {
  const { browser, signIn, passTime } = await signInFixtures(t)
  const { as } = await signIn(browser(), MIKA)
  for (let days = 0; days < 90; days += 15, passTime(15 * DAY))
    equal((await as(getCurrentAccount, {})).email, MIKA)
  equal((await as(getCurrentAccount, {})).error?.code, 'session_expired')
})

test('SH-08 a guest is refused as not signed in', async (t) => {
  const { browser } = await signInFixtures(t)
  const { status, error } = await browser().call(getCurrentAccount, {})
  deepEqual([status, error?.code], [401, 'not_signed_in'])
})

test('SH-08 people see their own sessions, and end one of them', async (t) => {
  const { browser, signIn, passTime } = await signInFixtures(t)
  const here = await signIn(browser(), MIKA)
  passTime(MINUTE)
  const there = await signIn(browser(), MIKA)
  const aoi = await signIn(browser(), 'aoi@example.test')

  const { items } = await here.as(listSessions, {})
  equal(items.filter((one) => one.is_current).length, 1)
  equal(items.length, 2)
  const { id } = items.find((one) => !one.is_current)!
  equal(countOutcomes([await aoi.as(endSession, { id })]).not_found, 1)
  equal(await here.as(endSession, { id }), undefined)
  equal((await there.as(getCurrentAccount, {})).error?.code, 'session_expired')
  equal((await here.as(listSessions, {})).total, 1)
})

test('expired codes, nonces and sessions are deleted, and usable ones are kept', async (t) => {
  const { db, browser, signIn, passTime, purge } = await signInFixtures(t)
  await signIn(browser(), MIKA)
  const counts = () =>
    Promise.all(
      (['nonce', 'sign_in_code', 'session'] as const).map(async (table) => {
        const rows = await db.selectFrom(table).selectAll().execute()
        return rows.length
      }),
    )
  await purge()
  deepEqual(await counts(), [1, 1, 1])
  passTime(3 * DAY)
  await purge()
  deepEqual(await counts(), [0, 1, 1], 'the code marks a known browser')
  equal((await db.selectFrom('sign_in_code').select('ip').executeTakeFirstOrThrow()).ip, '')
  passTime(180 * DAY)
  await purge()
  deepEqual(await counts(), [0, 0, 0])
})
