import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { paging } from '#core/http/paging.shared.ts'

export const SIGN_INS_KEPT_DAYS = 180

/** The ways to sign in: a mailed code, a passkey or a linked wallet. */
export const signInWays = ['code', 'passkey', 'wallet'] as const
export type SignInWay = (typeof signInWays)[number]

const signIn = z.strictObject({
  id: z.uuid(),
  created_at: z.iso.datetime(),
  way: z.enum(signInWays),
  user_agent: z.string(),
  is_new_browser: z.boolean(), // the account was never signed in from it before
  is_current: z.boolean(), // this session
  is_signed_in: z.boolean(), // until now
})
signIn.register(z.globalRegistry, { id: 'SignIn' })
export type SignIn = z.output<typeof signIn>

/** Lists the caller's sign-ins of the last 180 days, the latest first. */
export const listSignIns = endpoint('GET', '/accounts/current/sign_ins', {
  query: z.strictObject(paging),
  reply: z.strictObject({ items: z.array(signIn), total: z.int() }),
})
