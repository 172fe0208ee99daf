import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { currency } from '#src/platform/currency/currency.shared.ts'

/** A session lives this long without a visit, and at most this long at all. */
export const SESSION_IDLE_DAYS = 30
export const SESSION_DAYS = 90
export const CODE_DIGITS = 6
/** A browser may ask for another code to the same address after this many seconds. */
export const CODE_AGAIN_SECONDS = 60

const email = z.email().max(254).trim().toLowerCase()
const lang = z.string().min(2).max(10)
const nonceHex = z.string().regex(/^[0-9a-f]{64}$/)

/** FCL's composite signature: which key of which account signed. */
const signature = z.strictObject({
  f_type: z.literal('CompositeSignature'),
  f_vsn: z.string(),
  addr: z.string().max(20),
  keyId: z.int().min(0),
  signature: z.string().max(200),
})

export const roles = ['STANDARD_USER', 'ORH', 'ADMIN'] as const

const account = z.strictObject({
  account_id: z.uuid(),
  username: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  wallet_address: z.string(),
  joined_at: z.iso.datetime(),
  role: z.enum(roles),
  currency: z.string(),
})
export type Account = z.output<typeof account>

/** A value to sign: used once, for five minutes, by the browser that asked. */
export const createNonce = endpoint('POST', '/nonce', {
  body: z.strictObject({}),
  reply: z.strictObject({
    nonce: nonceHex,
    app_identifier: z.string(),
    expires_at: z.iso.datetime(),
  }),
})

/** Keeps a coupon's code in a cookie until its holder is signed in, however it was typed. */
export const carryCode = endpoint('POST', '/coupon_code', {
  body: z.strictObject({ code: z.string().max(200) }),
  reply: z.strictObject({ carried: z.literal(true) }),
})

/** What a mailed code confirms: it is asked for one of these and is good for nothing else. */
export const codePurposes = ['sign_in', 'bank', 'email'] as const
export type CodePurpose = (typeof codePurposes)[number]

/** Sends a 6-digit code by mail; answers the same for known and unknown addresses. */
export const sendSignInCode = endpoint('POST', '/wallet/codes', {
  body: z.strictObject({
    email,
    lang: lang.default('en'),
    purpose: z.enum(codePurposes).default('sign_in'),
  }),
  reply: z.undefined(),
})

const proof = {
  address: z.string().max(20),
  nonce: nonceHex,
  signatures: z.array(signature).min(1).max(10),
}

/** The embedded wallet: for the right code it signs the account proof over our nonce. */
export const signAccountProof = endpoint('POST', '/wallet/proofs', {
  body: z.strictObject({ email, code: z.string().regex(/^\d{6}$/), nonce: nonceHex }),
  reply: z.strictObject(proof),
})

export const logIn = endpoint('POST', '/login', {
  body: z.strictObject(proof),
  reply: z.strictObject({ token: z.string(), expires_at: z.iso.datetime() }),
})

export const logOut = endpoint('POST', '/logout', {
  body: z.strictObject({}),
  reply: z.undefined(),
})

/** The account of who has just signed in, made ready. */
export const initializeAccount = endpoint('POST', '/accounts/initialize', {
  body: z.strictObject({ email: email.optional() }),
  reply: account,
})

export const getCurrentAccount = endpoint('GET', '/accounts/current', {
  query: z.strictObject({ currency: currency.optional() }),
  reply: account,
})

/** A new e-mail address needs the code, asked for as `email`, that was sent to it. */
export const updateCurrentAccount = endpoint('PATCH', '/accounts/current', {
  body: z.strictObject({
    username: z
      .string()
      .trim()
      .min(1)
      .max(40)
      .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u)
      .optional(),
    email: email.optional(),
    code: z
      .string()
      .regex(/^\d{6}$/)
      .optional(),
    first_name: z.string().trim().max(80).optional(),
    last_name: z.string().trim().max(80).optional(),
    lang: lang.optional(), // of mails; pages have a cookie
    currency: currency.nullable().optional(), // null: by where the person is
  }),
  reply: account,
})

const session = z.strictObject({
  id: z.uuid(),
  user_agent: z.string(),
  created_at: z.iso.datetime(),
  seen_at: z.iso.datetime(),
  is_current: z.boolean(),
})
export const listSessions = endpoint('GET', '/accounts/current/sessions', {
  query: z.strictObject({}),
  reply: z.strictObject({ items: z.array(session), total: z.int() }),
})
export const endSession = endpoint('DELETE', '/accounts/current/sessions/{id}', {
  query: z.strictObject({ id: z.uuid() }),
  reply: z.undefined(),
})
