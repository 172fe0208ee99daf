import { z } from 'zod'
import { email } from '#core/email.shared.ts'
import { endpoint } from '#core/http/endpoint.ts'
import { paging } from '#core/http/paging.shared.ts'
import { language } from '#core/language.shared.ts'
import { isPseudonym } from '#core/pseudonym.shared.ts'
import { confirmation, mailedCode } from './passkey-proof.shared.ts'
import { currency } from '#src/platform/currency/currency.shared.ts'

export const SESSION_IDLE_DAYS = 30 // without a visit
export const SESSION_DAYS = 90 // in all
export const CODE_DIGITS = 6
/** Seconds until a browser may request another code for the same address. */
export const CODE_AGAIN_SECONDS = 60

export const nonceHex = z.string().regex(/^[0-9a-f]{64}$/)

/** A signature in the form of FCL's `CompositeSignature`: account, key and signature. */
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
  has_public_name: z.boolean(), // the username is shown beside and in the history of copies
  name_asked: z.boolean(), // they were asked for a username once
  wallet_address: z.string(),
  joined_at: z.iso.datetime(),
  role: z.enum(roles),
  currency: z.string(),
})
account.register(z.globalRegistry, { id: 'Account' })
export type Account = z.output<typeof account>

/** Returns true unless the username is the one that was generated when the account was opened. */
export const hasChosenName = ({ username }: Pick<Account, 'username'>) =>
  !/^collector-[0-9a-f]{10}$/.test(username)

/** Returns the username that a person chose, or an empty text. */
export const chosenName = (of: Account | undefined) => (of && hasChosenName(of) ? of.username : '')

/** Returns a nonce to sign, valid once, for five minutes, in the browser that requested it. */
export const createNonce = endpoint('POST', '/nonce', {
  body: z.strictObject({}),
  reply: z.strictObject({
    nonce: nonceHex,
    app_identifier: z.string(),
    expires_at: z.iso.datetime(),
  }),
})

/** Keeps a typed coupon code in a cookie while its holder signs in. */
export const carryCode = endpoint('POST', '/coupon_code', {
  body: z.strictObject({ code: z.string().max(200) }),
  reply: z.strictObject({ carried: z.literal(true) }),
})

/** The token of a session that has started. */
export const newSession = z.strictObject({ token: z.string(), expires_at: z.iso.datetime() })

/** The purposes of mailed codes; a code is valid for only one of them. */
export const codePurposes = [
  'sign_in',
  'bank',
  'email',
  'passkey',
  'wallet',
  'gift',
  'api_key',
  'deletion',
] as const
export type CodePurpose = (typeof codePurposes)[number]

/**
 * Sends a 6-digit code by mail, in the language of the request unless `lang` names another. The reply
 * is the same for known and unknown addresses.
 */
export const sendSignInCode = endpoint('POST', '/wallet/codes', {
  body: z.strictObject({
    email,
    lang: language.optional(),
    purpose: z.enum(codePurposes).default('sign_in'),
    /** The solution of the task of an earlier refusal `code_needs_work`. */
    work: z.string().max(2_000).optional(),
    /** The pass of a link that was mailed to the address after a refusal `code_by_link`. */
    pass: z.string().max(200).optional(),
  }),
  reply: z.undefined(),
})

/** An account proof: the nonce, and the signatures of a wallet's keys. */
export const accountProof = {
  address: z.string().max(20),
  nonce: nonceHex,
  signatures: z.array(signature).min(1).max(10),
}

/** Has the embedded wallet sign the account proof over our nonce, given the right code. */
export const signAccountProof = endpoint('POST', '/wallet/proofs', {
  body: z.strictObject({ email, code: mailedCode, nonce: nonceHex }),
  reply: z.strictObject(accountProof),
})

/**
 * Signs in with an account proof of the embedded wallet, or of an external wallet that is linked, and returns
 * a bearer token; browsers also get a cookie.
 */
export const logIn = endpoint('POST', '/login', {
  body: z.strictObject(accountProof),
  reply: newSession,
})

/** Ends the session. */
export const logOut = endpoint('POST', '/logout', {
  body: z.strictObject({}),
  reply: z.undefined(),
})

/** Prepares the account of a person who has just signed in, and returns it. */
export const initializeAccount = endpoint('POST', '/accounts/initialize', {
  body: z.strictObject({ email: email.optional() }),
  reply: account,
})

/** Returns the caller's account; `currency` overrides its currency in the reply. */
export const getCurrentAccount = endpoint('GET', '/accounts/current', {
  query: z.strictObject({ currency: currency.optional() }),
  reply: account,
})

export const usernameSchema = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u)
  .refine((name) => !isPseudonym(name.toLowerCase()))

/** The names of a person, and where they are shown. */
export const profile = z.strictObject({
  username: usernameSchema.optional(),
  first_name: z.string().trim().max(80).optional(),
  last_name: z.string().trim().max(80).optional(),
  has_public_name: z.boolean().optional(), // needs a username that was not generated
})

/** Changes the caller's account. A new mail address needs a code with the purpose `email`,
 * and the proof of a passkey if the caller has one. */
export const updateCurrentAccount = endpoint('PATCH', '/accounts/current', {
  body: profile.extend({
    email: email.optional(),
    ...confirmation,
    name_asked: z.literal(true).optional(),
    lang: language.optional(), // of mails; pages use a cookie
    currency: currency.nullable().optional(), // null: by the visitor's country
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
session.register(z.globalRegistry, { id: 'Session' })
/** Lists the caller's sessions, the latest visit first. */
export const listSessions = endpoint('GET', '/accounts/current/sessions', {
  query: z.strictObject(paging),
  reply: z.strictObject({ items: z.array(session), total: z.int() }),
})
/** Ends one of the caller's sessions. */
export const endSession = endpoint('DELETE', '/accounts/current/sessions/{id}', {
  query: z.strictObject({ id: z.uuid() }),
  reply: z.undefined(),
})
