import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { enqueue } from '#core/jobs.ts'
import * as accounts from '#src/accounts/account/account.shared.ts'
import { moveAddresses } from '#src/accounts/recovery/recovery.ts'
import * as own from '#src/accounts/recovery/recovery.shared.ts'
import { listAuditLog } from '#src/admin/audit/audit.shared.ts'
import { getOverview } from '#src/admin/overview/overview.shared.ts'
import { listNotifications, putSchedule } from '#src/platform/notifications/notification.shared.ts'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import type { Browser } from '../../../test/browser.ts'
import { createPerson } from '../../../test/people.ts'
import { DAY, MINUTE, signInFixtures } from '../../../test/sign-in-steps.ts'
import { countOutcomes, tenTimes } from '../../../test/test-app.ts'
import { cancelRecovery, listRecoveries, startRecovery } from './recovery.shared.ts'

const OLD = 'ren@example.test'
const NEW = 'ren.new@example.test'
const WAIT = 7 * DAY

/** Ren has signed in by code once and is signed in; Sora and Toru are administrators. */
async function setup(t: TestContext) {
  const here = await signInFixtures(t)
  const running = { url: here.url, app: { db: here.db, runDueJobs: here.runDueJobs }, clock: here.clock } // oxfmt-ignore
  const sora = await createPerson(running, 'Sora', { role: 'ADMIN' })
  const home = here.browser()
  const { as } = await here.signIn(home, OLD)
  const { account_id } = await as(accounts.getCurrentAccount, {})
  const start = (email = NEW, id = account_id) =>
    sora.call(startRecovery, { account_id: id, email, reason: 'saw her passport' })
  const move = async () => {
    await enqueue(here.db, moveAddresses, {})
    await here.runDueJobs()
  }
  const mailsTo = async (email: string) => {
    await here.runDueJobs()
    return (await here.inbox(email)).filter(({ code }) => !code)
  }
  const subjects = async (email: string) =>
    (await mailsTo(email)).map(({ subject }) => subject).filter((text) => !text.startsWith('New sign-in')) // oxfmt-ignore
  /** Returns the token of the link in the mail to the old address. */
  const link = async () => {
    const [mail] = await mailsTo(OLD)
    return /\/recovery#(\w+)/.exec(mail!.text)![1]!
  }
  const emailNow = async () =>
    (await here.db.selectFrom('account').select('email').where('id', '=', account_id).executeTakeFirstOrThrow()).email // oxfmt-ignore
  const recoveryOf = async () => (await sora.call(listRecoveries, { who: OLD })).items[0]?.recovery
  const hows = async () => {
    const { items } = await sora.call(listAuditLog, { action: 'recovery' })
    return items.map(({ facts }) => `${facts.action as string} ${facts.how as string}`)
  }
  return { ...here, running, sora, home, as, account_id, start, move, mailsTo, subjects, link, emailNow, recoveryOf, hows } // oxfmt-ignore
}

test('RO-17 a recovery changes nothing at first, tells both addresses at once, and is in the audit log', async (t) => {
  const { sora, as, start, move, subjects, mailsTo, passTime, emailNow, hows } = await setup(t)
  await as(putSchedule, { time_zone: 'UTC', digest_hour: 9, quiet_from: 0, quiet_until: 23 })
  const { recovery } = await start()
  deepEqual([recovery!.new_email, recovery!.started_by, recovery!.reason], [NEW, 'Sora', 'saw her passport']) // oxfmt-ignore
  equal(recovery!.due_at, '2030-01-08T00:00:00.000Z')

  deepEqual(await subjects(OLD), ['Your account is about to move to another address'])
  deepEqual(await subjects(NEW), ['An account is about to move to this address'])
  const [mail] = await mailsTo(NEW)
  ok(!/recovery#|ren@example\.test|collector-/.test(mail!.text), 'says nothing of the account')
  match((await mailsTo(OLD))[0]!.text, /8 January 2030, 09:00 JST/)
  const { items } = await as(listNotifications, {})
  deepEqual(items.map(({ path }) => path), ['/account/security']) // oxfmt-ignore
  deepEqual((await as(own.getOwnRecovery, {})).recovery, {
    new_email: NEW,
    started_at: '2030-01-01T00:00:00.000Z',
    due_at: recovery!.due_at,
  })
  deepEqual((await sora.call(listRecoveries, {})).items.map(({ email }) => email), [OLD]) // oxfmt-ignore
  equal((await sora.call(getOverview, {})).recoveries, 1)

  passTime(WAIT - 1)
  await move()
  equal(await emailNow(), OLD)
  deepEqual(await hows(), ['start admin'])
  const [entry] = (await sora.call(listAuditLog, { action: 'recovery' })).items
  deepEqual([entry!.by, entry!.reason], ['Sora', 'saw her passport'])
  ok(!JSON.stringify(entry).includes('@'), 'an address cannot be erased from the log')
})

test('RO-17 after the wait the account moves, its sessions and codes end, and the new address signs in', async (t) => {
  const here = await setup(t)
  const { as, account_id, browser, start, move, subjects, askCode, prove, signIn, passTime } = here
  await start()
  passTime(WAIT - MINUTE)
  const late = browser()
  const code = await askCode(late, OLD) // not entered yet
  passTime(MINUTE)
  await move()
  await move() // finds nothing to do

  equal((await here.sora.call(getOverview, {})).recoveries, 0)
  equal((await as(accounts.getCurrentAccount, {})).error?.code, 'session_expired')
  equal((await prove(late, OLD, code)).error?.code, 'code_expired')
  deepEqual(await subjects(OLD), ['Your account moved to another address', 'Your account is about to move to another address']) // oxfmt-ignore
  deepEqual(await subjects(NEW), ['Your account moved to this address', 'An account is about to move to this address']) // oxfmt-ignore
  deepEqual(await here.hows(), ['move due', 'start admin'])
  const again = await signIn(browser(), NEW)
  equal((await again.as(accounts.getCurrentAccount, {})).account_id, account_id)
  passTime(MINUTE)
  const next = await signIn(browser(), OLD)
  const other = await next.as(accounts.getCurrentAccount, {})
  ok(other.account_id !== account_id, 'the old address signs in to the account no more')
  deepEqual((await again.as(own.getOwnRecovery, {})).recovery, null)
})

test('RO-17 the wait is a setting, within bounds', async (t) => {
  const { sora, start } = await setup(t)
  const set = (recovery_wait_days: number) =>
    sora.call(changeSettings, { recovery_wait_days, version: 0, reason: 'a trial' })
  equal((await set(2)).error?.code, 'input_invalid')
  equal((await set(61)).error?.code, 'input_invalid')
  equal((await set(3)).error, undefined)
  equal((await start()).recovery!.due_at, '2030-01-04T00:00:00.000Z')
})

test('RO-17 no recovery for administrators, deleted accounts and addresses in use, and one at a time', async (t) => {
  const { running, sora, account_id, start, db } = await setup(t)
  const toru = await createPerson(running, 'Toru', { role: 'ADMIN' })
  await createPerson(running, 'Aoi')
  const refused = async (answer: Promise<{ error?: { code: string } }>) =>
    (await answer).error?.code
  equal(await refused(start(NEW, toru.account_id)), 'forbidden')
  equal(await refused(start(NEW, sora.account_id)), 'forbidden')
  equal(await refused(start('AOI@example.test')), 'email_taken')
  equal(await refused(start(OLD)), 'email_taken')
  equal(await refused(start('nobody')), 'input_invalid')
  equal((await toru.call(startRecovery, { account_id, email: NEW, reason: ' ' })).error?.code, 'input_invalid') // oxfmt-ignore
  const gone = await createPerson(running, 'Gone')
  await sql`
    update account set deleted_at = now(), suspended_at = now(), username = 'deleted-0123456789',
      email = 'deleted-0123456789@deleted.invalid', first_name = '', last_name = '', lang = 'en' where id = ${gone.account_id}
  `.execute(db)
  equal(await refused(start(NEW, gone.account_id)), 'not_found')

  const starts = await Promise.all(tenTimes((i) => start(`n${i}@example.test`)))
  deepEqual(countOutcomes(starts), { done: 1, recovery_waiting: 9 })
})

test('RO-17 the person cancels it in any session, an administrator with a reason, each once', async (t) => {
  const { sora, home, start, subjects, recoveryOf, passTime, move, emailNow, hows } = await setup(t) // oxfmt-ignore
  await start()
  const stop = async () => (await home.call(own.cancelOwnRecovery, {})).error?.code
  equal(await stop(), undefined)
  equal(await stop(), 'recovery_over')
  equal((await subjects(OLD))[0], 'Your account keeps this address')
  equal((await subjects(NEW))[0], 'The account does not move to this address')

  await start()
  const { id } = (await recoveryOf())!
  const cancel = (reason: string) => sora.call(cancelRecovery, { id, reason })
  equal((await cancel(' ')).error?.code, 'input_invalid')
  equal((await cancel('she has a passkey')).recovery, null)
  equal((await cancel('once more')).error?.code, 'recovery_over')
  await start()
  equal((await cancel('an older one')).error?.code, 'recovery_over')
  equal((await recoveryOf())?.new_email, NEW)
  equal(await stop(), undefined)
  deepEqual(await hows(), ['cancel person', 'start admin', 'cancel admin', 'start admin', 'cancel person', 'start admin']) // oxfmt-ignore
  passTime(WAIT)
  await move()
  equal(await emailNow(), OLD)
})

test('RO-17 the link in the mail to the old address cancels it without a sign-in, once', async (t) => {
  const { browser, start, link, recoveryOf, db } = await setup(t)
  await start()
  const token = await link()
  const { rows } = await sql<{ text: string }>`select account_recovery::text as text from account_recovery`.execute(db) // oxfmt-ignore
  ok(!rows[0]!.text.includes(token), 'the database has its hash only')
  const follow = async (who: Browser, given = token) =>
    (await who.call(own.cancelRecoveryByLink, { token: given })).error?.code
  equal(await follow(browser(), `${token}0`), 'recovery_over')
  equal((await recoveryOf())?.new_email, NEW)
  equal(await follow(browser()), undefined)
  equal(await recoveryOf(), null)
  equal(await follow(browser()), 'recovery_over')
  await start()
  equal(await follow(browser()), 'recovery_over', 'the link of an earlier recovery')
})

test('RO-17 during maintenance no account moves, and the person can still stop the move', async (t) => {
  const { sora, home, browser, start, link, recoveryOf, passTime, move, emailNow } = await setup(t)
  await start()
  const why = { reason: 'The database moves.' }
  const { version } = await sora.call(changeSettings, { version: 0, ...why, maintenance: true })
  passTime(WAIT)
  await move()
  equal(await emailNow(), OLD)
  equal((await home.call(own.getOwnRecovery, {})).body.recovery?.new_email, NEW)
  equal((await home.call(own.cancelOwnRecovery, {})).error, undefined)
  equal(await recoveryOf(), null)
  await start()
  const token = await link()
  equal((await browser().call(own.cancelRecoveryByLink, { token })).error, undefined)
  equal(await recoveryOf(), null)
  await start()
  passTime(WAIT)
  await move()
  equal(await emailNow(), OLD)
  equal((await sora.call(changeSettings, { version, ...why, maintenance: false })).error, undefined)
  await move()
  equal(await emailNow(), NEW)
})

test('RO-17 a code that was sent to the old address cancels it once it is entered', async (t) => {
  const { browser, start, askCode, prove, passTime, recoveryOf, hows } = await setup(t)
  await start()
  passTime(MINUTE)
  const who = browser()
  const code = await askCode(who, OLD)
  equal((await prove(who, OLD, code === '000000' ? '111111' : '000000')).error?.code, 'code_wrong')
  equal((await recoveryOf())?.new_email, NEW, 'anybody can ask for a code')
  equal((await prove(who, OLD, code)).status, 200)
  equal(await recoveryOf(), null)
  deepEqual(await hows(), ['cancel code', 'start admin'])
})

test('RO-17 people who change their address themselves end it, also if they take the new one', async (t) => {
  const { home, start, askCode, passTime, recoveryOf, emailNow, hows } = await setup(t)
  await start()
  passTime(MINUTE)
  const code = await askCode(home, NEW, 'email')
  equal((await home.call(accounts.updateCurrentAccount, { first_name: 'Ren' })).status, 200)
  equal((await recoveryOf())?.new_email, NEW)
  equal((await home.call(accounts.updateCurrentAccount, { email: NEW, code })).status, 200)
  equal(await emailNow(), NEW)
  deepEqual(await hows(), ['cancel changed', 'start admin'])
})

test('RO-17 nobody else takes the awaited address, and an account that has it all the same stops the move', async (t) => {
  const { browser, running, signIn, start, askCode, prove, passTime, move, emailNow, hows, db } =
    await setup(t)
  await start()
  const who = browser()
  const { body } = await prove(who, NEW, await askCode(who, NEW))
  equal((await who.call(accounts.logIn, body)).error?.code, 'email_awaited')
  const aoi = browser()
  await signIn(aoi, 'aoi@example.test')
  passTime(MINUTE)
  const code = await askCode(aoi, NEW, 'email')
  const taken = await aoi.call(accounts.updateCurrentAccount, { email: NEW, code })
  equal(taken.error?.code, 'email_awaited')

  const mio = await createPerson(running, 'Mio')
  await sql`update account set email = ${NEW} where id = ${mio.account_id}`.execute(db)
  passTime(WAIT)
  await move()
  equal(await emailNow(), OLD)
  deepEqual(await hows(), ['cancel taken', 'start admin'])
})

test('RO-17 a person who has become an administrator meanwhile does not move', async (t) => {
  const { account_id, start, passTime, move, emailNow, hows, db } = await setup(t)
  await start()
  await sql`update account set role = 'ADMIN' where id = ${account_id}`.execute(db)
  passTime(WAIT)
  await move()
  equal(await emailNow(), OLD)
  deepEqual(await hows(), ['cancel role', 'start admin'])
})

test('RO-17 the addresses are forgotten half a year after the end', async (t) => {
  const { as, start, passTime, purge, db } = await setup(t)
  const kept = async () => (await db.selectFrom('account_recovery').select('id').execute()).length
  await start()
  await as(own.cancelOwnRecovery, {})
  await start()
  passTime(180 * DAY)
  await purge()
  equal(await kept(), 2)
  passTime(1)
  await purge()
  equal(await kept(), 1, 'one that waits is kept')
})

test('RO-17 of ten cancellations and the move at once, exactly one happens', async (t) => {
  const { sora, as, browser, start, link, recoveryOf, passTime, move, emailNow, hows } = await setup(t) // oxfmt-ignore
  for (let round = 0; round < 3; round++) {
    await start()
    const { id } = (await recoveryOf())!
    const token = await link()
    passTime(WAIT)
    const tries = tenTimes(async (i) => {
      if (i % 3 === 0) return as(own.cancelOwnRecovery, {})
      if (i % 3 === 1) return sora.call(cancelRecovery, { id, reason: 'asked' })
      return { error: (await browser().call(own.cancelRecoveryByLink, { token })).error }
    })
    const [answers] = await Promise.all([Promise.all(tries), move()])
    const done = answers.filter((answer) => !answer?.error).length
    const hasMoved = (await emailNow()) === NEW
    equal(done + Number(hasMoved), 1)
    equal((await hows()).filter((how) => !how.startsWith('start')).length, round + 1)
    if (hasMoved) break
  }
})
