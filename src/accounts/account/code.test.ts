import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Browser } from '../../../test/browser.ts'
import { DAY, HOUR, MIKA, MINUTE, signInFixtures } from '../../../test/sign-in-steps.ts'
import { countOutcomes, tenTimes } from '../../../test/test-app.ts'
import { sendSignInCode, signAccountProof } from './account.shared.ts'

test('SH-07 five wrong tries lock a code, even against the right digits', async (t) => {
  const { browser, askCode, prove } = await signInFixtures(t)
  const mika = browser()
  const code = await askCode(mika, MIKA)
  for (const tries_left of [4, 3, 2, 1, 0]) {
    const { status, error } = await prove(mika, MIKA, wrong(code))
    equal(status, 422)
    deepEqual(error, { code: 'code_wrong', params: { tries_left } })
  }
  equal((await prove(mika, MIKA, code)).error?.code, 'code_locked')
})

test('SH-07 of ten guesses at once only five count', async (t) => {
  const { browser, askCode, nonce } = await signInFixtures(t)
  const mika = browser()
  const code = await askCode(mika, MIKA)
  const value = await nonce(mika)
  const guess = (digits: string) =>
    mika.call(signAccountProof, { email: MIKA, code: digits, nonce: value })

  const answers = await Promise.all(tenTimes(() => guess(wrong(code))))

  deepEqual(countOutcomes(answers), { code_wrong: 5, code_locked: 5 })
  equal((await guess(code)).error?.code, 'code_locked')
})

test('SH-07 the right code sent ten times at once works once', async (t) => {
  const { browser, askCode, nonce } = await signInFixtures(t)
  const mika = browser()
  const input = { email: MIKA, code: await askCode(mika, MIKA), nonce: await nonce(mika) }
  const answers = await Promise.all(tenTimes(() => mika.call(signAccountProof, input)))
  deepEqual(countOutcomes(answers), { done: 1, code_expired: 9 })
})

test('SH-07 a code expires after ten minutes', async (t) => {
  const { browser, askCode, prove, passTime } = await signInFixtures(t)
  const [mika, aoi] = [browser(), browser()]
  const [hers, his] = [await askCode(mika, MIKA), await askCode(aoi, 'aoi@example.test')]
  passTime(10 * MINUTE - 1)
  equal((await prove(aoi, 'aoi@example.test', his)).status, 200)
  passTime(1)
  equal((await prove(mika, MIKA, hers)).error?.code, 'code_expired')
})

test('SH-07 only the newest code counts', async (t) => {
  const { browser, askCode, prove, passTime } = await signInFixtures(t)
  const mika = browser()
  const first = await askCode(mika, MIKA)
  passTime(MINUTE)
  const second = await askCode(mika, MIKA)
  if (first !== second) equal((await prove(mika, MIKA, first)).error?.code, 'code_wrong')
  equal((await prove(mika, MIKA, second)).status, 200)
})

test('SH-07 another code can be requested after a minute, six an hour and ten a day', async (t) => {
  const { browser, passTime } = await signInFixtures(t)
  const mika = browser()
  const ask = async (who: Browser) => {
    const { status, error } = await who.call(sendSignInCode, { email: MIKA })
    return status === 204 ? 'sent' : `${status} after ${error?.params.seconds}`
  }
  equal(await ask(mika), 'sent')
  passTime(1)
  equal(await ask(mika), '429 after 59')
  passTime(59)
  const inAnHour = []
  for (let i = 0; i < 5; i++, passTime(MINUTE)) inAnHour.push(await ask(mika))
  deepEqual(inAnHour, Array(5).fill('sent'))
  equal(await ask(browser()), `429 after ${HOUR - 6 * MINUTE}`)
  passTime(HOUR)
  for (let i = 0; i < 4; i++, passTime(MINUTE)) equal(await ask(mika), 'sent')
  equal(await ask(browser()), `429 after ${DAY - HOUR - 10 * MINUTE}`)
})

test('SH-07 ten requests for a code at once send one mail', async (t) => {
  const { browser, inbox, runDueJobs, nonce } = await signInFixtures(t)
  const mika = browser()
  await nonce(mika)
  const answers = await Promise.all(tenTimes(() => mika.call(sendSignInCode, { email: MIKA })))
  deepEqual(countOutcomes(answers), { done: 1, code_too_soon: 9 })
  await runDueJobs()
  equal((await inbox(MIKA)).length, 1)
})

test('SH-07 a code is valid only for the purpose it was requested for', async (t) => {
  const { browser, askCode, prove, inbox } = await signInFixtures(t)
  const mika = browser()
  for (const purpose of ['bank', 'email'] as const) {
    const code = await askCode(mika, MIKA, purpose)
    equal((await prove(mika, MIKA, code)).error?.code, 'code_expired', purpose)
  }
  const code = await askCode(mika, MIKA) // the minute's wait applies to each purpose separately
  equal((await prove(mika, MIKA, code)).status, 200)
  const subjects = (await inbox(MIKA)).map(({ subject }) => subject.replace(/^\d{6} · /, ''))
  deepEqual(subjects.toSorted(), [
    'Your code for a new email address',
    'Your code for your bank account',
    'Your sign-in code',
  ])
})

test('SH-07 a known and an unknown address get the same answer', async (t) => {
  const { browser, signIn, passTime } = await signInFixtures(t)
  await signIn(browser(), MIKA)
  passTime(MINUTE)
  const answers = await Promise.all(
    [MIKA, 'unknown@example.test'].map(async (email) => {
      const visitor = browser()
      const { status, body } = await visitor.call(sendSignInCode, { email })
      return { status, body, cookies: visitor.lines.map((line) => line.replace(/=[^;]*/, '')) }
    }),
  )
  deepEqual(answers[0], answers[1])
  equal(answers[0]?.status, 204)
})

test('SH-07 a few guesses at each of many addresses are stopped', async (t) => {
  const { browser, askCode, prove } = await signInFixtures(t)
  const thief = browser()
  const codes = new Set<string | undefined>()
  for (let i = 0; i < 13; i++) {
    const email = `victim${i}@example.test`
    const code = await askCode(thief, email)
    for (let tries = 0; tries < 5; tries++)
      codes.add((await prove(thief, email, wrong(code))).error?.code)
  }
  deepEqual([...codes], ['code_wrong', 'too_many_requests'])
})

/** The wrong tries of other networks for one address. */
const wrongElsewhere = (email: string, tries: number, created_at: string) =>
  Array.from({ length: tries / 5 }, (_, i) => {
    const from = { email, browser: `b${i}`, ip: `198.51.100.${i}`, purpose: 'sign_in' }
    return { ...from, hmac: 'none', tries: 5, created_at, expires_at: created_at }
  })

for (const [whose, tries, email] of [
  ['everybody', 300, 'victim@example.test'],
  ['an address', 50, MIKA],
] as const)
  test(`SH-07 wrong tries of others for ${whose} do not keep out who has the code`, async (t) => {
    const { browser, askCode, prove, db, clock } = await signInFixtures(t)
    const others = wrongElsewhere(email, tries, clock.now.toISOString())
    await db.insertInto('sign_in_code').values(others).execute()

    const mika = browser()
    const code = await askCode(mika, MIKA)
    equal((await prove(mika, MIKA, wrong(code))).error?.code, 'code_wrong')
    equal((await prove(mika, MIKA, code)).status, 200)

    const [thief, target] = [browser(), 'other@example.test']
    const sought = await askCode(thief, whose === 'everybody' ? target : MIKA)
    const outcomes = []
    for (let i = 0; i < 3; i++)
      outcomes.push(
        (await prove(thief, whose === 'everybody' ? target : MIKA, wrong(sought))).error?.code,
      )
    deepEqual(outcomes, ['code_wrong', 'code_wrong', 'too_many_requests'])
  })

test('SH-07 requests from another network do not keep a person from asking for a code', async (t) => {
  const { browser, askCode, db, clock } = await signInFixtures(t)
  const created_at = clock.now.toISOString()
  await db
    .insertInto('sign_in_code')
    .values(wrongElsewhere(MIKA, 50, created_at))
    .execute()
  match(await askCode(browser(), MIKA), /^\d{6}$/)
})

test('SH-07 the mail is in the requested language, and no table holds the code', async (t) => {
  const { browser, inbox, runDueJobs, db } = await signInFixtures(t)
  await browser().call(sendSignInCode, { email: MIKA, lang: 'ja' })
  const waiting = await db.selectFrom('sign_in_code').selectAll().execute()
  const jobs = await sql`select payload from graphile_worker._private_jobs`.execute(db)
  await runDueJobs()
  const [mail] = await inbox(MIKA)
  match(mail!.subject, /ログインコード/)
  match(mail!.text, /有効期限は10分です/)
  ok(jobs.rows.length > 0)
  ok(!JSON.stringify([waiting, jobs.rows]).includes(`"${mail!.code}"`))
})

const wrong = (code: string) => (code === '000000' ? '111111' : '000000')
