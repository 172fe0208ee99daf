import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Browser } from '../../../test/browser.ts'
import { DAY, HOUR, MIKA, MINUTE, signInFixtures } from '../../../test/sign-in-steps.ts'
import { countOutcomes, tenTimes } from '../../../test/test-app.ts'
import { luckyWork } from '../../../test/lucky-work.ts'
import { captureLog } from '../../../test/log-capture.ts'
import { codePurposes, createNonce, sendSignInCode, signAccountProof } from './account.shared.ts'
import { solveWork } from './solve-work.shared.ts'

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

test('SH-07 the settings say how long a code works, and how many wrong tries lock it', async (t) => {
  const { browser, askCode, prove, passTime, db, inbox } = await signInFixtures(t)
  const value = JSON.stringify({ code_seconds: 120, code_tries: 2 })
  await db
    .insertInto('setting')
    .values({ value, reason: 'a trial', changed_at: '2030-01-01T00:00:00Z' })
    .execute()
  const [mika, aoi] = [browser(), browser()]
  const [hers, his] = [await askCode(mika, MIKA), await askCode(aoi, 'aoi@example.test')]
  match((await inbox(MIKA))[0]!.text, /2 minutes/)
  for (const tries_left of [1, 0])
    deepEqual((await prove(mika, MIKA, wrong(hers))).error?.params, { tries_left })
  equal((await prove(mika, MIKA, hers)).error?.code, 'code_locked')
  passTime(2 * MINUTE)
  equal((await prove(aoi, 'aoi@example.test', his)).error?.code, 'code_expired')
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
  const { browser, signIn, passTime } = await signInFixtures(t)
  const mika = browser()
  const ask = async (who: Browser) => {
    const { status, error } = await who.call(sendSignInCode, { email: MIKA })
    return status === 204 ? 'sent' : `${status} after ${error?.params.seconds}`
  }
  await signIn(mika, MIKA)
  passTime(1)
  equal(await ask(mika), '429 after 59')
  passTime(59)
  const inAnHour = []
  for (let i = 0; i < 5; i++, passTime(MINUTE)) inAnHour.push(await ask(mika))
  deepEqual(inAnHour, Array(5).fill('sent'))
  const askNew = async () => (await browser().call(sendSignInCode, { email: MIKA })).error?.code
  equal(await askNew(), 'code_needs_work')
  equal(await ask(mika), `429 after ${HOUR - 6 * MINUTE}`)
  passTime(HOUR)
  for (let i = 0; i < 4; i++, passTime(MINUTE)) equal(await ask(mika), 'sent')
  equal(await askNew(), 'code_needs_work')
  equal(await ask(mika), `429 after ${DAY - HOUR - 10 * MINUTE}`)
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

/** Unused codes that others asked for, one from each network unless `ip` names one. */
const ofOthers = (count: number, created_at: string, { email = '', ip = '', tries = 5 } = {}) =>
  Array.from({ length: count }, (_, i) => ({
    email: email || `v${i}@example.test`,
    browser: `b${i}`,
    ip: ip || `n${i}`,
    purpose: 'sign_in',
    hmac: 'none',
    tries,
    created_at,
    expires_at: created_at,
  }))

test('SH-07 a correct code works, however many codes were requested meanwhile, and guessed less often than 800 times', async (t) => {
  const { browser, askCode, prove, db, clock } = await signInFixtures(t)
  const mika = browser()
  const code = await askCode(mika, MIKA)
  const at = clock.now.toISOString()
  const attack = [
    ...ofOthers(3_000, at, { tries: 0 }),
    ...ofOthers(158, at, { email: MIKA, ip: '127.0.0.1' }),
  ]
  await db.insertInto('sign_in_code').values(attack).execute()
  for (const tries_left of [4, 3, 2, 1])
    equal((await prove(mika, MIKA, wrong(code))).error?.params.tries_left, tries_left)
  equal((await prove(mika, MIKA, code)).status, 200)
})

test('SH-07 nobody can use up the codes of a browser that has signed in before', async (t) => {
  const { browser, signIn, purge, passTime, db, clock } = await signInFixtures(t)
  const mika = browser()
  await signIn(mika, MIKA)
  passTime(100 * DAY)
  await purge()
  const at = clock.now.toISOString()
  const attack = [...ofOthers(3_000, at), ...ofOthers(300, at, { email: MIKA, ip: '127.0.0.1' })]
  await db.insertInto('sign_in_code').values(attack).execute()

  const ask = async (who: Browser) => (await who.call(sendSignInCode, { email: MIKA })).error?.code
  equal(await ask(browser()), 'code_needs_work')
  equal(await ask(mika), undefined)
  const ofAnother = await mika.call(sendSignInCode, { email: 'aoi@renban.test' })
  equal(ofAnother.error?.code, 'code_needs_work', 'known for its own address only')
  passTime(100 * DAY)
  await purge()
  await db
    .insertInto('sign_in_code')
    .values(ofOthers(40, clock.now.toISOString(), { email: MIKA }))
    .execute()
  equal(await ask(mika), 'code_needs_work', 'forgotten after half a year')
})

for (const [whose, free, atMost, one] of [
  ['an address', 6, 40, { email: MIKA, tries: 0 }],
  ['a network', 30, 300, { ip: '127.0.0.1', tries: 0 }],
  ['everybody', 1_000, 3_000, { tries: 0 }],
] as const)
  test(`SH-07 past ${free} unused codes of ${whose} a further one costs work, past ${atMost} as much as ever`, async (t) => {
    const { browser, db, clock } = await signInFixtures(t)
    const at = clock.now.toISOString()
    const codes = db.insertInto('sign_in_code')
    const ask = async () => {
      const { error } = await browser().call(sendSignInCode, { email: MIKA })
      const task = error?.params.challenge
      return task ? JSON.parse(String(task)).parameters.data.price : error?.code
    }
    const used = ofOthers(atMost, at, { ...one, ip: 'ip' in one ? one.ip : 'elsewhere' })
    await codes
      .values(used.map((row) => ({ ...row, email: 'x@example.test', used_at: at })))
      .execute()
    await codes.values(ofOthers(free - 1, at, one)).execute()
    equal(await ask(), undefined, 'the last free one')
    equal(await ask(), 1)
    const rest = atMost - free
    await codes.values(ofOthers(Math.ceil(rest / 2), at, one)).execute()
    equal(await ask(), 8)
    await codes.values(ofOthers(Math.floor(rest / 2) - 1, at, one)).execute()
    equal(await ask(), 32)
    await codes.values(ofOthers(1, at, one)).execute()
    equal(await ask(), 32)
  })

test('SH-07 nobody can use up the codes of a person whose browser is new', async (t) => {
  const { browser, inbox, prove, runDueJobs, passTime, db, clock, config } = await signInFixtures(t)
  const attack = () =>
    db
      .insertInto('sign_in_code')
      .values(ofOthers(40, clock.now.toISOString(), { email: MIKA }))
      .execute()
  await attack()
  const mika = browser()
  await mika.call(createNonce, {}) // binds the browser
  const ask = (more: object = {}, who = mika) => who.call(sendSignInCode, { email: MIKA, ...more })
  const askLink = async (who: Browser) =>
    ask({ work: await luckyWork(await ask({}, who), config) }, who)
  equal((await askLink(mika)).error?.code, 'code_by_link')
  const thief = browser()
  await thief.call(createNonce, {})
  equal((await askLink(thief)).error?.code, 'code_by_link')
  await runDueJobs()
  const mails = await inbox(MIKA)
  equal(mails.length, 1, 'one link in ten minutes')
  const [, hash] = /\/login#(\S+)/.exec(mails[0]!.text)!
  const { email, pass } = Object.fromEntries(new URLSearchParams(hash)) as Record<string, string>
  equal(email, MIKA)

  equal((await ask({ pass })).status, 204)
  await runDueJobs()
  const code = (await inbox(MIKA))[0]!.code!
  equal((await prove(mika, MIKA, code)).status, 200)
  equal((await ask({ pass: 'no' }, thief)).error?.code, 'code_needs_work')
  const other = await thief.call(sendSignInCode, { email: 'aoi@example.test', pass: pass! })
  equal(other.error, undefined, 'the pass of another address counts for nothing, nor does it harm')

  const spent = ofOthers(20, clock.now.toISOString(), { email: MIKA })
  await db
    .insertInto('sign_in_code')
    .values(spent.map((row) => ({ ...row, pass: true })))
    .execute()
  equal((await ask({ pass }, thief)).error?.code, 'code_too_soon', 'a stolen pass has its limit')
  passTime(2 * DAY)
  await attack()
  equal((await ask({ pass }, thief)).error?.code, 'code_needs_work', 'a pass ends')
})

test('SH-07 work pays for one code, of the browser and address that it was set for', async (t) => {
  const { browser, passTime, db, clock, config } = await signInFixtures(t)
  const six = ofOthers(6, clock.now.toISOString(), { email: MIKA })
  await db.insertInto('sign_in_code').values(six).execute()
  const mika = browser()
  await mika.call(createNonce, {}) // binds the browser
  const ask = async (more: object = {}, who = mika) =>
    who.call(sendSignInCode, { email: MIKA, ...more })
  const taskOf = ({ error }: Awaited<ReturnType<typeof ask>>) => String(error?.params.challenge)
  const task = taskOf(await ask())
  const work = await solveWork(task)
  const { challenge, solution } = JSON.parse(work)
  const cheaper = structuredClone(challenge)
  cheaper.parameters.data.price = 32
  const unsolved = { ...solution, derivedKey: '00'.repeat(32) }
  for (const forged of [
    'none',
    '{}',
    JSON.stringify({ challenge, solution: unsolved }),
    JSON.stringify({ challenge: cheaper, solution }),
  ])
    match(taskOf(await ask({ work: forged })), /^\{/, forged)
  match(taskOf(await ask({ work }, browser())), /^\{/, 'another browser')

  const purposes = tenTimes((i) => codePurposes[i % codePurposes.length]!)
  const answers = await Promise.all(purposes.map((purpose) => ask({ work, purpose })))
  equal(countOutcomes(answers).done, 1)
  passTime(MINUTE)
  match(taskOf(await ask({ work })), /^\{/, 'it has paid already')
  const late = await luckyWork(await ask(), config)
  passTime(10 * MINUTE)
  match(taskOf(await ask({ work: late })), /^\{/, 'it is too old')
})

test('SH-07 work at half the price pays, because the price may rise meanwhile, and less does not', async (t) => {
  const { browser, db, clock, config } = await signInFixtures(t)
  const codes = (count: number) =>
    db
      .insertInto('sign_in_code')
      .values(ofOthers(count, clock.now.toISOString(), { email: MIKA }))
      .execute()
  await codes(6)
  const [mika, ren] = [browser(), browser()]
  const work = []
  for (const who of [mika, ren])
    work.push(await luckyWork(await who.call(sendSignInCode, { email: MIKA }), config))
  await codes(6)
  equal((await mika.call(sendSignInCode, { email: MIKA, work: work[0]! })).status, 204)
  await codes(6)
  const { error } = await ren.call(sendSignInCode, { email: MIKA, work: work[1]! })
  equal(error?.code, 'code_needs_work')
})

test('SH-07 the operator is told once a day that codes are being guessed', async (t) => {
  const { browser, askCode, prove, inbox, runDueJobs, passTime, db, clock } =
    await signInFixtures(t)
  const lines = captureLog(t)
  const value = JSON.stringify({ operator: { email: 'operator@example.test' } })
  await db.insertInto('setting').values({ value, reason: 'test' }).execute()
  const told = async () => {
    await runDueJobs()
    return (await inbox('operator@example.test')).map(({ subject }) => subject)
  }
  const guess = async (email: string) => {
    const thief = browser()
    await prove(thief, email, wrong(await askCode(thief, email)))
  }
  const attack = () => ofOthers(60, clock.now.toISOString())
  await db.insertInto('sign_in_code').values(attack().slice(1)).execute()
  await guess(MIKA)
  deepEqual(await told(), [])
  await db.insertInto('sign_in_code').values(attack().slice(1)).execute()
  await guess('aoi@example.test')
  await guess('ren@example.test')
  const subject =
    'Renban: Sign-in codes are being guessed / ログインコードの総当たりが試みられています'
  deepEqual(await told(), [subject])
  ok(lines.some((line) => line.includes('sign-in codes are being guessed')))
  passTime(DAY)
  await db.insertInto('sign_in_code').values(attack()).execute()
  await guess(MIKA)
  deepEqual(await told(), [subject, subject])
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
