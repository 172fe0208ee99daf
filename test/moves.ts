import { equal } from 'node:assert/strict'
import { sendSignInCode, updateCurrentAccount } from '#src/accounts/account/account.shared.ts'
import type { Person } from './people.ts'
import { type TestApp, waitUntil } from './test-app.ts'

/** Moves a person to another mail address with the code that arrives there, and returns them as they are then. */
export async function moveTo(
  { app, inbox }: Pick<TestApp, 'app' | 'inbox'>,
  who: Person,
  email: string,
) {
  await who.call(sendSignInCode, { email, purpose: 'email' })
  await app.runDueJobs()
  const codes = async () => (await inbox(email)).filter(({ code }) => code !== null)
  const [newest] = await waitUntil(codes, ({ length }) => length > 0)
  equal((await who.call(updateCurrentAccount, { email, code: newest!.code! })).error, undefined)
  return { ...who, email }
}
