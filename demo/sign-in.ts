import { setTimeout as sleep } from 'node:timers/promises'
import { addSeconds } from '#core/clock.ts'
import {
  CODE_AGAIN_SECONDS,
  createNonce,
  initializeAccount,
  logIn,
  logOut,
  sendSignInCode,
  signAccountProof,
  updateCurrentAccount,
} from '#src/accounts/account/account.shared.ts'
import { promote } from '#src/accounts/account/role.ts'
import type { Host } from './host.ts'
import { people, type PersonKey } from './people.ts'

const MAIL_TRIES = 200
const MAIL_MS = 50

/**
 * Signs one of the people in with the code from their mail, as they would themselves, and gives
 * them their name and role. Their visit ends when the demo world is made: see `signOut`.
 */
export async function signIn(host: Host, who: PersonKey, inboxUrl: string, joined: Date) {
  const { email, username, first_name, last_name, role } = people[who]
  const at = await nextFree(host, email, joined)
  const { nonce } = await host.ask(undefined, createNonce, {}, { at })
  const mails = await mailsTo(inboxUrl, email)
  await host.ask(undefined, sendSignInCode, { email }, { at })
  const code = await nextCode(inboxUrl, email, mails.length)
  const proof = await host.ask(undefined, signAccountProof, { email, code, nonce }, { at })
  const { token } = await host.ask(undefined, logIn, proof, { at })
  await host.enter(who, token, at)
  await host.ask(who, initializeAccount, {}, { at })
  await host.ask(who, updateCurrentAccount, { username, first_name, last_name }, { at })
  const change = { role, changed_by: null, reason: 'demo world', now: at }
  if (role !== 'STANDARD_USER') await promote(host.app.db, email, change)
  await host.enter(who, token, at)
}

/** Ends the visit that made the demo world, so that no session of theirs is left open. */
export const signOut = (host: Host, who: PersonKey) => host.ask(who, logOut, {})

/** A code a minute is all that anybody gets: who was interrupted asks again a while later. */
async function nextFree(host: Host, email: string, joined: Date): Promise<Date> {
  const { count } = await host.app.db
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
