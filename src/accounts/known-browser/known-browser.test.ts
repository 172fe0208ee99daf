import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { listNotifications } from '#src/platform/notifications/notification.shared.ts'
import type { Browser } from '../../../test/browser.ts'
import { asPerson } from '../../../test/call.ts'
import { DAY, MIKA, MINUTE, signInFixtures } from '../../../test/sign-in-steps.ts'
import { endSession, listSessions, logIn, logOut } from '#src/accounts/account/account.shared.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'
const NEW = 'New sign-in to your account'

/** Opens a test app in which Mika has an account that was opened in one browser. */
async function newcomer(t: TestContext) {
  const here = await signInFixtures(t)
  const home = here.browser()
  const { as } = await here.signIn(home, MIKA)
  const signIn = async (who: Browser, email = MIKA) => {
    here.passTime(MINUTE)
    const signedIn = await here.signIn(who, email)
    await here.runDueJobs()
    return signedIn
  }
  const warnings = async (email = MIKA) =>
    (await here.inbox(email)).filter(({ subject }) => subject === NEW)
  await here.runDueJobs()
  return { ...here, home, as, signIn, warnings }
}

test('NT-11 the first sign-in of an account is told to nobody', async (t) => {
  const { as, warnings } = await newcomer(t)
  deepEqual(await warnings(), [])
  deepEqual((await as(listNotifications, {})).items, [])
})

test('NT-11 a sign-in from a new browser is told by mail and in the app, with its time and browser', async (t) => {
  const { as, browserWith, clock, signIn, warnings } = await newcomer(t)
  await signIn(browserWith({ 'user-agent': FIREFOX }))
  const [warning, ...more] = await warnings()
  deepEqual(more, [])
  match(warning!.text, /\nFirefox, Windows\n1 January 2030, 09:01 JST\n/)
  match(warning!.text, /\/account\/security\n/)
  equal(clock.now.toISOString(), '2030-01-01T00:01:00.000Z')
  const { items } = await as(listNotifications, {})
  deepEqual(items.map(({ subject, path }) => [subject, path]), [[NEW, '/account/security']]) // oxfmt-ignore
  const { items: sessions } = await as(listSessions, {})
  const strange = sessions.find(({ user_agent }) => user_agent === FIREFOX)!
  equal(await as(endSession, { id: strange.id }), undefined)
})

test('NT-11 a browser that is known is not told of again, after a sign-out either', async (t) => {
  const { browser, home, signIn, warnings } = await newcomer(t)
  await signIn(home)
  equal((await home.call(logOut, {})).status, 204)
  await signIn(home)
  deepEqual(await warnings(), [])
  const other = browser()
  for (let times = 0; times < 3; times++) await signIn(other)
  equal((await warnings()).length, 1)
})

test('NT-11 a browser that is known for one person is new for another', async (t) => {
  const { home, browser, signIn, warnings } = await newcomer(t)
  const aoi = 'aoi@example.test'
  await signIn(browser(), aoi)
  await signIn(home, aoi)
  deepEqual([(await warnings(MIKA)).length, (await warnings(aoi)).length], [0, 1])
})

test('NT-11 three sign-ins at once from one new browser are told of once', async (t) => {
  const { browser, askCode, prove, passTime, runDueJobs, warnings } = await newcomer(t)
  const other = browser()
  const proofs = []
  for (let times = 0; times < 3; times++) {
    passTime(MINUTE)
    proofs.push((await prove(other, MIKA, await askCode(other, MIKA))).body)
  }
  await Promise.all(proofs.map((proof) => other.call(logIn, proof)))
  await runDueJobs()
  equal((await warnings()).length, 1)
})

test('NT-11 a program, which has no cookies, is told of each time', async (t) => {
  const { program, signIn, warnings } = await newcomer(t)
  await signIn(program())
  await signIn(program())
  equal((await warnings()).length, 2)
})

test('NT-11 the mail goes to the address of the sign-in, also if the session has ended', async (t) => {
  const { browser, url, db, prove, askCode, passTime, runDueJobs, warnings } = await newcomer(t)
  const thief = browser()
  passTime(MINUTE)
  const { body } = await thief.call(
    logIn,
    (await prove(thief, MIKA, await askCode(thief, MIKA))).body,
  )
  await asPerson(url, body.token)(logOut, {})
  await db.updateTable('account').set({ email: 'thief@example.test' }).execute()
  await runDueJobs()
  deepEqual([(await warnings(MIKA)).length, (await warnings('thief@example.test')).length], [1, 0])
})

test('NT-11 a browser is known for 180 days after its latest sign-in', async (t) => {
  const { db, home, signIn, purge, passTime, warnings } = await newcomer(t)
  passTime(100 * DAY)
  await signIn(home)
  passTime(179 * DAY)
  await purge()
  await signIn(home)
  deepEqual(await warnings(), [])
  passTime(181 * DAY)
  await purge()
  deepEqual(await db.selectFrom('known_browser').selectAll().execute(), [])
  await signIn(home)
  equal((await warnings()).length, 1)
  const [known] = await db.selectFrom('known_browser').selectAll().execute()
  ok(!known!.browser_hash.includes(home.jar.get('browser')!))
})
