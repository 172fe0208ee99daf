import { setTimeout as sleep } from 'node:timers/promises'
import { addSeconds } from '#core/clock.ts'
import {
  CODE_AGAIN_SECONDS,
  type CodePurpose,
  createNonce,
  initializeAccount,
  logIn,
  logOut,
  sendSignInCode,
  signAccountProof,
  updateCurrentAccount,
} from '#src/accounts/account/account.shared.ts'
import { promote } from '#src/accounts/account/role.ts'
import type { DemoClient } from './client.ts'
import { people, type PersonKey } from './people.ts'

const MAIL_TRIES = 200
const MAIL_MS = 50

/**
 * Signs a person in with the code from their mail, as a person would, and sets their name and role.
 * `signOut` ends the session when the demo world is filled.
 */
export async function signIn(client: DemoClient, who: PersonKey, inboxUrl: string, joined: Date) {
  const { email, username, first_name, last_name, role } = people[who]
  const at = await nextCodeTime(client, email, joined)
  const { nonce } = await client.call(undefined, createNonce, {}, { at })
  const mails = await mailsTo(inboxUrl, email)
  await client.call(undefined, sendSignInCode, { email }, { at })
  const code = await nextCode(inboxUrl, email, mails.length)
  const proof = await client.call(undefined, signAccountProof, { email, code, nonce }, { at })
  const { token } = await client.call(undefined, logIn, proof, { at })
  await client.setSession(who, token, at)
  await client.call(who, initializeAccount, {}, { at })
  await client.call(who, updateCurrentAccount, { username, first_name, last_name }, { at })
  const change = { role, changed_by: null, reason: 'demo world', now: at }
  if (role !== 'STANDARD_USER') await promote(client.app.db, email, change)
  await client.setSession(who, token, at)
}

/** Returns the code that confirms a step of a person, from their mail. */
export async function stepCode(
  client: DemoClient,
  who: PersonKey,
  { purpose, inboxUrl }: { purpose: CodePurpose; inboxUrl: string },
): Promise<string> {
  const { email } = people[who]
  const mails = await mailsTo(inboxUrl, email)
  await client.call(who, sendSignInCode, { email, purpose })
  return nextCode(inboxUrl, email, mails.length)
}

/** Signs a person out, so that no session of the demo stays open. */
export const signOut = (client: DemoClient, who: PersonKey) => client.call(who, logOut, {})

/**
 * Returns the next time when a code may be sent, since each address gets one per minute. An
 * interrupted start therefore signs in a while later.
 */
async function nextCodeTime(client: DemoClient, email: string, joined: Date): Promise<Date> {
  const { count } = await client.app.db
    .selectFrom('sign_in_code')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return addSeconds(joined, count * 2 * CODE_AGAIN_SECONDS)
}

async function mailsTo(inboxUrl: string, email: string): Promise<{ code: string | null }[]> {
  const response = await fetch(`${inboxUrl}?to=${encodeURIComponent(email)}`)
  return (await response.json()) as { code: string | null }[]
}

async function nextCode(inboxUrl: string, email: string, seen: number): Promise<string> {
  for (let tries = 0; tries < MAIL_TRIES; tries++) {
    const mails = await mailsTo(inboxUrl, email)
    const code = mails.length > seen ? mails[0]?.code : undefined
    if (code) return code
    await sleep(MAIL_MS)
  }
  throw new Error(`No code came for ${email}`)
}
