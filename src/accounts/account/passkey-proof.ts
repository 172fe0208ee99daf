import { sql } from 'kysely'
import type { Ctx } from '#core/context.ts'
import type { Db, Tx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import { log } from '#core/log.ts'
import { type Challenged, challengeIn, spendChallenge } from './passkey-challenge.ts'
import type { PasskeyProof } from './passkey-proof.shared.ts'

/** A passkey that has signed our challenge, and its counter after that. */
interface Proved {
  id: string
  account_id: string
  counter: number
}

/** Loads the library on first use, because it takes as long as everything else at a start. */
export const webAuthn = () => import('@simplewebauthn/server')

/** Returns the site that passkeys are bound to: they sign for no other. */
export function siteOf({ config }: Pick<Ctx, 'config'>) {
  const { origin, hostname } = new URL(config.publicUrl)
  return { expectedOrigin: origin, expectedRPID: hostname }
}

/** The refusals of a proof by passkey. */
export const passkeyRefusals = ['passkey_expired', 'passkey_unknown', 'passkey_invalid'] as const

/**
 * Uses up the challenge, and checks the proof against the stored key. Refuses as `passkey_expired`,
 * `passkey_unknown` or `passkey_invalid`. Call it outside a transaction, and `recordUse` inside.
 */
export async function checkProof(
  ctx: Ctx,
  proof: PasskeyProof,
  challenged: Challenged,
): Promise<Proved> {
  const expectedChallenge = challengeIn(proof.client_data)
  await spendChallenge(ctx, expectedChallenge, challenged)
  const known = await passkeyOf(ctx.db, proof.id)
  if (!known || (challenged.account_id ?? known.account_id) !== known.account_id)
    return fail('passkey_unknown')
  const { id, account_id, credential_id, public_key } = known
  if (proof.user_handle !== undefined && proof.user_handle !== userHandleOf(account_id))
    fail('passkey_invalid')
  const { verifyAuthenticationResponse } = await webAuthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: responseOf(proof),
    expectedChallenge,
    ...siteOf(ctx),
    requireUserVerification: true,
    credential: {
      id: credential_id,
      publicKey: new Uint8Array(public_key),
      counter: known.counter,
    },
  }).catch(refuseUnverified)
  if (!verified) fail('passkey_invalid')
  return { id, account_id, counter: authenticationInfo.newCounter }
}

/** Refuses what the library does not accept, and logs its reason. */
export function refuseUnverified(error: unknown): never {
  log('warn', 'passkey refused', { error })
  return fail('passkey_invalid')
}

/**
 * Step: stores the counter and the time of a proof. Refuses as `passkey_invalid` if the passkey was
 * removed meanwhile, or if its counter does not rise, as that of a copied key.
 */
export async function recordUse(tx: Tx, { now }: Ctx, { id, counter }: Proved): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('passkey')
    .set({ counter, used_at: now.toISOString() })
    .where('id', '=', id)
    .where(sql<boolean>`(counter < ${counter} or (counter = 0 and ${counter} = 0))`)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) fail('passkey_invalid')
}

/** Returns the bytes by which a device knows the account, in base64url: those of its id. */
export const userHandleOf = (account_id: string) =>
  Buffer.from(account_id.replaceAll('-', ''), 'hex').toString('base64url')

const passkeyOf = (db: Db, credential_id: string) =>
  db
    .selectFrom('passkey')
    .select(['id', 'account_id', 'credential_id', 'public_key', 'counter'])
    .where('credential_id', '=', credential_id)
    .executeTakeFirst()

/** Returns a proof in the form of WebAuthn's AuthenticationResponseJSON. */
const responseOf = (proof: PasskeyProof) => ({
  id: proof.id,
  rawId: proof.id,
  type: 'public-key' as const,
  clientExtensionResults: {},
  response: {
    clientDataJSON: proof.client_data,
    authenticatorData: proof.authenticator_data,
    signature: proof.signature,
  },
})
