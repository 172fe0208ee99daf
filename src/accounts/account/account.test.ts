import { deepEqual, equal, match, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { inTx } from '#core/database/db.ts'
import { DAY, MIKA, MINUTE, signInFixtures } from '../../../test/sign-in-steps.ts'
import { countOutcomes, tenTimes } from '../../../test/test-app.ts'
import {
  chosenName,
  getCurrentAccount,
  hasChosenName,
  initializeAccount,
  updateCurrentAccount,
} from './account.shared.ts'
import { promote, setRole } from './role.ts'

const NEW = 'mika.new@example.test'
const CHANGED = 'Your email address was changed'

test('RO-09 an account is read and changed by cookie and by bearer token', async (t) => {
  const { browser, signIn } = await signInFixtures(t)
  const mika = browser()
  const { as } = await signIn(mika, MIKA)
  const before = await as(getCurrentAccount, {})
  const names = { username: 'mika', first_name: '美香', last_name: '田中' }
  deepEqual(await as(updateCurrentAccount, names), { ...before, ...names })
  deepEqual((await mika.call(getCurrentAccount, {})).body, { ...before, ...names })
  deepEqual((await mika.call(updateCurrentAccount, {})).body, { ...before, ...names })
  equal((await mika.call(getCurrentAccount, { currency: 'USD' })).body.currency, 'USD')
  equal((await mika.call(getCurrentAccount, {})).body.currency, 'JPY')
})

test('mails are in the language of the last sign-in or the last choice', async (t) => {
  const { browser, signIn, passTime, db } = await signInFixtures(t)
  const mika = browser()
  const language = async () =>
    (await db.selectFrom('account').select('lang').executeTakeFirstOrThrow()).lang
  await signIn(mika, MIKA)
  equal(await language(), 'en')

  passTime(MINUTE)
  mika.jar.set('lang', 'ja')
  const { as } = await signIn(mika, MIKA)
  equal(await language(), 'ja')
  equal((await mika.call(updateCurrentAccount, { lang: 'ko' })).status, 200)
  equal(await language(), 'ko')
  await as(updateCurrentAccount, { first_name: 'Aki' })
  equal(await language(), 'ko', 'another change keeps the language')
})

test('RO-05 a username belongs to one person, regardless of case', async (t) => {
  const { browser, signIn } = await signInFixtures(t)
  const people = []
  for (const email of tenTimes((i) => `p${i}@example.test`))
    people.push(await signIn(browser(), email))
  const answers = await Promise.all(
    people.map(({ as }, i) => as(updateCurrentAccount, { username: i % 2 ? 'Mika' : 'mika' })),
  )
  deepEqual(countOutcomes(answers), { done: 1, username_taken: 9 })
})

test('EN-03 a generated username is never shown in public, a chosen one only on request', async (t) => {
  const { browser, signIn } = await signInFixtures(t)
  const { as } = await signIn(browser(), MIKA)
  const { username, has_public_name } = await as(getCurrentAccount, {})
  match(username, /^collector-/)
  equal(has_public_name, false)
  const change = { has_public_name: true }
  equal((await as(updateCurrentAccount, change)).error?.code, 'username_not_chosen')

  const chosen = await as(updateCurrentAccount, { username: 'mika', has_public_name: true })
  equal(chosen.has_public_name, true)
  equal((await as(updateCurrentAccount, { username })).error?.code, 'username_not_chosen')
  equal((await as(updateCurrentAccount, { first_name: 'Aki' })).has_public_name, true)
})

test('AC-02 a person is asked for a username once, and an answer is kept like any other', async (t) => {
  const { browser, signIn } = await signInFixtures(t)
  const { as } = await signIn(browser(), MIKA)
  const opened = await as(getCurrentAccount, {})
  deepEqual([opened.name_asked, hasChosenName(opened), chosenName(opened)], [false, false, ''])
  const asked = await as(updateCurrentAccount, { name_asked: true })
  deepEqual(asked, { ...opened, name_asked: true })
  deepEqual(await as(updateCurrentAccount, { name_asked: true }), asked)
  const named = await as(updateCurrentAccount, { username: 'Mika' })
  deepEqual([named.name_asked, hasChosenName(named), chosenName(named)], [true, true, 'Mika'])
})

test('RO-05 a username that is taken does not use up the code of a new address', async (t) => {
  const { browser, signIn, askCode } = await signInFixtures(t)
  const other = browser()
  await signIn(other, 'other@example.test')
  await other.call(updateCurrentAccount, { username: 'mika' })
  const mika = browser()
  await signIn(mika, MIKA)
  const code = await askCode(mika, NEW, 'email')
  const change = (username: string) =>
    mika.call(updateCurrentAccount, { email: NEW, code, username })
  equal((await change('Mika')).error?.code, 'username_taken')
  equal((await change('mika2')).body.email, NEW)
})

test('RO-05 a new mail address needs its code, and then signs the same person in', async (t) => {
  const { browser, signIn, askCode, passTime, inbox, runDueJobs } = await signInFixtures(t)
  const mika = browser()
  await signIn(mika, MIKA)
  const before = (await mika.call(getCurrentAccount, {})).body
  const change = (code?: string) =>
    mika.call(updateCurrentAccount, { email: NEW, ...(code && { code }) })

  equal((await change()).error?.code, 'email_change_needs_code')
  const code = await askCode(mika, NEW, 'email')
  equal((await change(code === '000000' ? '111111' : '000000')).error?.code, 'code_wrong')
  equal((await mika.call(getCurrentAccount, {})).body.email, MIKA)
  deepEqual((await change(code)).body, { ...before, email: NEW })
  await runDueJobs()
  const told = (await inbox(MIKA)).filter(({ subject }) => subject === CHANGED)
  equal(told.length, 1, 'the former address learns of it once')
  equal((await inbox(NEW)).filter(({ subject }) => subject === CHANGED).length, 0)

  passTime(MINUTE)
  const again = await signIn(browser(), NEW)
  equal((await again.as(getCurrentAccount, {})).account_id, before.account_id)
  const aoi = await signIn(browser(), MIKA)
  const other = await aoi.as(getCurrentAccount, {})
  equal(other.account_id === before.account_id, false, 'the old address is free for another person')
})

test('RO-05 a mail address in use cannot be taken', async (t) => {
  const { browser, signIn, askCode, passTime } = await signInFixtures(t)
  const mika = browser()
  await signIn(browser(), NEW)
  await signIn(mika, MIKA)
  passTime(MINUTE)
  const code = await askCode(mika, NEW, 'email')
  const { status, error } = await mika.call(updateCurrentAccount, { email: NEW, code })
  deepEqual([status, error?.code], [409, 'email_taken'])
  equal((await mika.call(getCurrentAccount, {})).body.email, MIKA)
})

test('RO-05 a wallet that never signed in does not keep its mail address taken', async (t) => {
  const { browser, signIn, askCode, prove, passTime } = await signInFixtures(t)
  const mika = browser()
  const proof = await prove(mika, NEW, await askCode(mika, NEW))
  equal(proof.status, 200)
  await signIn(mika, MIKA)
  passTime(MINUTE)
  const code = await askCode(mika, NEW, 'email')
  equal((await mika.call(updateCurrentAccount, { email: NEW, code })).body.email, NEW)
})

test('RO-05 another browser’s code does not change the address', async (t) => {
  const { browser, signIn, askCode } = await signInFixtures(t)
  const [mika, thief] = [browser(), browser()]
  await signIn(mika, MIKA)
  const code = await askCode(thief, NEW, 'email')
  const { error } = await mika.call(updateCurrentAccount, { email: NEW, code })
  equal(error?.code, 'code_expired')
})

test('SH-09 AP-20 an account is prepared once, and a second call returns the same', async (t) => {
  const { browser, signIn, db, passTime } = await signInFixtures(t)
  const { as } = await signIn(browser(), MIKA)
  const first = await as(initializeAccount, {})
  const at = () => db.selectFrom('account').select('initialized_at').executeTakeFirst()
  const once = await at()
  passTime(DAY)
  deepEqual(await as(initializeAccount, { email: MIKA }), first)
  deepEqual(await at(), once)
  const other = await as(initializeAccount, { email: NEW })
  equal(other.error?.code, 'email_change_needs_code')
})

test('RO-04 a role applies at the next call, and its author and reason are recorded for good', async (t) => {
  const { browser, signIn, db } = await signInFixtures(t)
  const { as } = await signIn(browser(), MIKA)
  const { account_id } = await as(getCurrentAccount, {})
  const now = new Date('2030-01-02T00:00:00Z')
  const change = { role: 'ORH', changed_by: null, reason: 'contract 12', now } as const

  await promote(db, ` ${MIKA.toUpperCase()}\n`, change)
  equal((await as(getCurrentAccount, {})).role, 'ORH')
  await promote(db, MIKA, change)
  await inTx({ db }, (tx) =>
    setRole(tx, account_id, { ...change, role: 'STANDARD_USER', changed_by: account_id }),
  )
  equal((await as(getCurrentAccount, {})).role, 'STANDARD_USER')

  const written = await db.selectFrom('role_change').selectAll().orderBy('id').execute()
  deepEqual(
    written.map(({ from_role, to_role, changed_by }) => [from_role, to_role, changed_by]),
    [
      ['STANDARD_USER', 'ORH', null],
      ['ORH', 'STANDARD_USER', account_id],
    ],
  )
  await rejects(db.deleteFrom('role_change').execute(), /append-only/)
  await rejects(promote(db, 'nobody@example.test', change), { code: 'not_found' })
})
