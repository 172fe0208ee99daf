import { z } from 'zod'
import { endpoint } from '#core/http/endpoint.ts'
import { parts } from '#core/http/paging.shared.ts'
import { codePurposes, newSession } from './account.shared.ts'
import { bytes, confirmation, passkeyProof } from './passkey-proof.shared.ts'

export const CHALLENGE_MINUTES = 5
export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_MAX = 60

const passkey = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  created_at: z.iso.datetime(),
  used_at: z.iso.datetime().nullable(),
})
passkey.register(z.globalRegistry, { id: 'Passkey' })
export type Passkey = z.output<typeof passkey>

/**
 * Returns a challenge for a passkey to sign, valid once, for five minutes and one purpose, in the
 * browser that requested it. All purposes but `sign_in` are for the caller's own passkeys.
 */
export const createPasskeyChallenge = endpoint('POST', '/passkeys/challenges', {
  body: z.strictObject({ purpose: z.enum(codePurposes).default('sign_in') }),
  reply: z.strictObject({
    challenge: z.string(),
    rp_id: z.string(),
    /** The caller's passkeys; empty for a sign-in, for which the device knows them. */
    credentials: z.array(z.strictObject({ id: z.string(), transports: z.array(z.string()) })),
    expires_at: z.iso.datetime(),
  }),
})

/** Signs in with a passkey, and returns a bearer token; browsers also get a cookie. */
export const logInWithPasskey = endpoint('POST', '/login/passkey', {
  body: z.strictObject({ passkey: passkeyProof }),
  reply: newSession,
})

/** Lists the caller's passkeys, the oldest first. */
export const listPasskeys = endpoint('GET', '/accounts/current/passkeys', {
  query: z.strictObject(parts),
  reply: z.strictObject({ items: z.array(passkey), total: z.int() }),
})

/** Begins to add a passkey, given a code with the purpose `passkey` or a proof by another passkey. */
export const beginPasskey = endpoint('POST', '/accounts/current/passkeys/challenges', {
  body: z.strictObject(confirmation),
  reply: z.strictObject({
    challenge: z.string(),
    rp: z.strictObject({ id: z.string(), name: z.string() }),
    user: z.strictObject({ id: z.string(), name: z.string() }),
    /** Passkeys that the caller has already; a device makes no second one. */
    credentials: z.array(z.strictObject({ id: z.string(), transports: z.array(z.string()) })),
    expires_at: z.iso.datetime(),
  }),
})

/** Adds the passkey that a device made for the challenge of `beginPasskey`. */
export const addPasskey = endpoint('POST', '/accounts/current/passkeys', {
  body: z.strictObject({
    name: z.string().trim().min(1).max(PASSKEY_NAME_MAX),
    client_data: bytes(4_000),
    attestation: bytes(20_000),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .default([]),
  }),
  reply: passkey,
})

/** Removes one of the caller's passkeys, given a code with the purpose `passkey` or a passkey's proof. */
export const removePasskey = endpoint('POST', '/accounts/current/passkeys/{id}/remove', {
  body: z.strictObject({ id: z.uuid(), ...confirmation }),
  reply: z.undefined(),
})
