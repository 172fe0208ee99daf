import { deepEqual, equal, ok } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Browser } from '../../../test/browser.ts'
import { addSeconds } from '#core/clock.ts'
import type { Ctx } from '#core/context.ts'
import type { Refusal } from '#core/errors.ts'
import { luckyWork } from '../../../test/lucky-work.ts'
import { DAY, HOUR, MIKA, MINUTE, signInFixtures } from '../../../test/sign-in-steps.ts'
import { CODE_DIGITS, createNonce, sendSignInCode, signAccountProof } from './account.shared.ts'
import { spendCode } from './code.ts'

const GUESSES = 5
const CODES = 10 ** CODE_DIGITS
const AT_MOST = 0.001

/** Opens a test app with thieves, each in a network of their own, whose guesses are counted by address. */
async function thieves(t: TestContext) {
  const here = await signInFixtures(t)
  Object.assign(here.config, { trustedProxies: ['127.0.0.1', '::1'] })
  const compared = new Map<string, number>()
  let networks = 0
  const total = () => [...compared.values()].reduce((sum, count) => sum + count, 0)
  /** Asks for a code with a new browser in a new network, and pays the work for it. */
  const ask = async (email: string) => {
    networks++
    const thief = here.browserAt(`198.${networks >> 8}.${networks & 255}.7`)
    const { nonce } = (await thief.call(createNonce, {})).body
    const send = (work?: string) => thief.call(sendSignInCode, { email, ...(work && { work }) })
    let asked = await send()
    if (asked.error?.code === 'code_needs_work')
      asked = await send(await luckyWork(asked, here.config))
    return { thief, email, nonce, refusal: asked.error?.code }
  }
  /** Tries five codes, and counts those that were compared with a code. */
  const guess = async ({ thief, email, nonce }: Awaited<ReturnType<typeof ask>>) => {
    for (let n = 0; n < GUESSES; n++) {
      const code = String(total() % CODES).padStart(CODE_DIGITS, '0')
      const { error } = await thief.call(signAccountProof, { email, code, nonce })
      if (error?.code === 'code_expired' || error?.code === 'code_locked') return
      compared.set(email, (compared.get(email) ?? 0) + 1)
    }
  }
  return { ...here, ask, guess, compared, total, networks: () => networks }
}

test('SH-07 guessing the codes of an address for a day, from many networks, succeeds with less than 0.1 %', async (t) => {
  const { ask, guess, total, networks, inbox, passTime, runDueJobs } = await thieves(t)
  for (let seconds = 0; seconds < DAY; seconds += 30 * MINUTE, passTime(30 * MINUTE)) {
    for (let i = 0; i < 4; i++) await guess(await ask(MIKA))
    await runDueJobs()
  }
  ok(networks() > 150)
  ok(total() >= GUESSES, 'some codes are sent')
  ok(total() / CODES < AT_MOST, `${total()} guesses were compared with a code`)
  t.diagnostic(`${total()} guesses compared, from ${networks()} networks`)
  const mails = (await inbox(MIKA)).filter(({ code }) => code !== null)
  ok(total() <= mails.length * GUESSES, 'no code has more than five tries')
})

test('SH-07 guessing the codes of many addresses for a day, from many networks, hits any with less than 0.1 %', async (t) => {
  const { ask, guess, compared, total, networks, passTime, ...here } = await thieves(t)
  const known = here.browser()
  await here.signIn(known, 'aoi@example.test')
  passTime(MINUTE)
  const refusals = new Set<string | undefined>()
  for (let hour = 0; hour < 24; hour++, passTime(HOUR))
    for (let i = 0; i < 8; i++) {
      const asked = await ask(`v${hour}-${i}@example.test`)
      refusals.add(asked.refusal)
      await guess(asked)
    }
  deepEqual(refusals, new Set([undefined, 'code_by_link']))
  ok(total() >= 700 && total() / CODES < AT_MOST, `${total()} guesses were compared with a code`)
  ok(Math.max(...compared.values()) <= GUESSES)
  t.diagnostic(
    `${total()} guesses compared at ${compared.size} addresses, from ${networks()} networks`,
  )
})

test('SH-07 codes that thieves gathered before they guess are no further chances', async (t) => {
  const { ask, guess, total, ...here } = await thieves(t)
  const mika = here.browser()
  const gathered = []
  for (let i = 0; i < 190; i++) gathered.push(await ask(`v${i}@example.test`))
  const code = await here.askCode(mika, MIKA)
  await Promise.all(gathered.map(guess))
  ok(total() >= 800 && total() / CODES < AT_MOST, `${total()} guesses were compared with a code`)

  const prove = (who: Browser, typed: string) => here.prove(who, MIKA, typed)
  equal((await prove(mika, code)).error?.code, 'code_locked')
  here.passTime(MINUTE)
  equal((await mika.call(sendSignInCode, { email: MIKA })).error?.code, 'code_by_link')
  await here.runDueJobs()
  const [, hash] = /\/login#(\S+)/.exec((await here.inbox(MIKA))[0]!.text)!
  const pass = new URLSearchParams(hash).get('pass')!
  equal((await mika.call(sendSignInCode, { email: MIKA, pass })).status, 204)
  await here.runDueJobs()
  equal((await prove(mika, (await here.inbox(MIKA))[0]!.code!)).status, 200, 'by the link')
  here.passTime(MINUTE)
  equal((await prove(mika, await here.askCode(mika, MIKA))).status, 200, 'a known browser')
  here.passTime(DAY)
  const other = here.browser()
  equal((await prove(other, await here.askCode(other, MIKA))).status, 200, 'a day later')
})

test('SH-07 of guesses that all arrive at once, few more than 800 are compared', async (t) => {
  const { db, config, clock } = await signInFixtures(t)
  const { now } = clock
  const codes = Array.from({ length: 300 }, (_, i) => ({
    email: `v${i}@example.test`,
    browser: `b${i}`,
    ip: `n${i}`,
    purpose: 'sign_in' as const,
    hmac: 'none',
    created_at: now.toISOString(),
    expires_at: addSeconds(now, 10 * MINUTE).toISOString(),
  }))
  await db.insertInto('sign_in_code').values(codes).execute()
  const guess = ({ email, browser, purpose }: (typeof codes)[number]) => {
    const ctx = { db, config, now, browser, time: () => now, reads: new Map() } as unknown as Ctx
    return spendCode(ctx, { email, code: '000000', purpose })
  }
  const outcomes = await Promise.allSettled(
    codes.flatMap((one) => Array.from({ length: GUESSES }, () => guess(one))),
  )
  const refusals = outcomes.map((outcome) => (outcome as { reason?: Refusal }).reason?.code)
  deepEqual(new Set(refusals), new Set(['code_wrong', 'code_locked']))
  const { tries } = await db
    .selectFrom('sign_in_code')
    .select(({ fn }) => fn.sum<number>('tries').as('tries'))
    .executeTakeFirstOrThrow()
  ok(tries >= 800 && tries / CODES < AT_MOST, `${tries} guesses were compared with a code`)
})

test('SH-07 a stolen session gets ten codes a day for a step, with however many browsers', async (t) => {
  const { browser, browserWith, signIn, askCode, passTime, runDueJobs } = await signInFixtures(t)
  const [mika, other] = [browser(), browser()]
  const { token } = await signIn(mika, MIKA)
  passTime(MINUTE)
  await signIn(other, MIKA)
  const ask = async () => {
    const thief = browserWith({ authorization: `Bearer ${token}` })
    await thief.call(createNonce, {}) // binds the browser
    return (await thief.call(sendSignInCode, { email: MIKA, purpose: 'bank' })).error?.code
  }
  const codes = []
  for (let i = 0; i < 24; i++, passTime(30 * MINUTE)) codes.push(await ask())
  equal(codes.filter((code) => code === undefined).length, 10)
  deepEqual(new Set(codes), new Set([undefined, 'code_too_soon']))
  await runDueJobs()
  ok(await askCode(other, MIKA, 'bank'), 'another session of the same person')
})
