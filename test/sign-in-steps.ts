import { equal } from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { enqueue } from '#core/jobs.ts'
import {
  type CodePurpose,
  createNonce,
  logIn,
  sendSignInCode,
  signAccountProof,
} from '#src/accounts/account/account.shared.ts'
import { purgeSignIns } from '#src/accounts/account/purge.ts'
import { type Browser, openBrowser, openProgram } from './browser.ts'
import { asPerson } from './call.ts'
import { testApp } from './test-app.ts'

export const MINUTE = 60
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
export const MIKA = 'mika@example.test'

/** Opens a test app whose jobs run on demand, with the steps of a sign-in one by one. */
export async function signInFixtures(t: TestContext) {
  const { url, app, clock, ...here } = await testApp(t, { role: 'web' })
  const nonce = async (who: Browser) => (await who.call(createNonce, {})).body.nonce
  const askCode = async (who: Browser, email: string, purpose: CodePurpose = 'sign_in') => {
    equal((await who.call(sendSignInCode, { email, purpose })).status, 204)
    await app.runDueJobs()
    return (await here.inbox(email))[0]!.code!
  }
  const prove = async (who: Browser, email: string, code: string) =>
    who.call(signAccountProof, { email, code, nonce: await nonce(who) })
  const signIn = async (who: Browser, email: string) => {
    const proof = await prove(who, email, await askCode(who, email))
    const { body } = await who.call(logIn, proof.body)
    return { token: body.token, lines: who.lines, as: asPerson(url, body.token) }
  }
  return {
    url,
    db: app.db,
    clock,
    config: here.config,
    integrations: here.integrations,
    runDueJobs: app.runDueJobs,
    purge: async () => {
      await enqueue(app.db, purgeSignIns, {})
      await app.runDueJobs()
    },
    browser: () => openBrowser(url),
    /** Opens a browser in another network, as a trusted proxy names it. */
    browserAt: (ip: string) => openBrowser(url, url, { 'x-forwarded-for': ip }),
    /** Opens a browser that sends these headers. */
    browserWith: (headers: Record<string, string>) => openBrowser(url, url, headers),
    program: () => openProgram(url),
    passTime: (seconds: number) => void (clock.now = addSeconds(clock.now, seconds)),
    inbox: (email: string) => here.inbox(email),
    nonce,
    askCode,
    prove,
    signIn,
  }
}
