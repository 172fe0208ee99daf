import { type Ctx, currentPerson } from '#core/context.ts'
import { type Db, inTx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import { lockAccount } from '#src/accounts/suspension/suspension.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import type { AboutOf } from '#src/platform/mail/mail.shared.ts'
import { enqueueMails, recipientOf } from '#src/platform/mail/send.ts'
import { challengeIn, makeChallenge, spendChallenge } from './passkey-challenge.ts'
import { passkeyMail } from './passkey-mail.shared.ts'
import type * as schema from './passkey.shared.ts'
import { PASSKEYS_MAX } from './passkey.shared.ts'
import { refuseUnverified, siteOf, userHandleOf, webAuthn } from './passkey-proof.ts'
import { confirmStep } from './step-up.ts'

const shown = ['id', 'name', 'created_at', 'used_at'] as const

/** Lists the caller's passkeys: `GET /accounts/current/passkeys`. */
export async function list(ctx: Ctx): Promise<ReplyOf<typeof schema.listPasskeys>> {
  const { account_id } = currentPerson(ctx)
  const items = await passkeysOf(ctx.db, account_id).select(shown).execute()
  return { items, total: items.length }
}

/** Returns an account's passkeys as browsers look for them. */
export const credentialsOf = (db: Db, account_id: string) =>
  passkeysOf(db, account_id).select(['credential_id as id', 'transports']).execute()

const passkeysOf = (db: Db, account_id: string) =>
  db.selectFrom('passkey').where('account_id', '=', account_id).orderBy('created_at').orderBy('id')

/**
 * Confirms the step, and returns what a device needs to make a passkey. Refuses as `too_many_passkeys`
 * before that, so that no device keeps one in vain.
 */
export async function begin(
  ctx: Ctx,
  confirmation: BodyOf<typeof schema.beginPasskey>,
): Promise<ReplyOf<typeof schema.beginPasskey>> {
  const { account_id, email } = currentPerson(ctx)
  const credentials = await credentialsOf(ctx.db, account_id)
  refuseMore(credentials.length)
  await confirmStep(ctx, confirmation, 'passkey')
  const made = await makeChallenge(ctx, { purpose: 'add', account_id })
  const rp = { id: siteOf(ctx).expectedRPID, name: 'Renban' }
  return { ...made, rp, user: { id: userHandleOf(account_id), name: email }, credentials }
}

/**
 * Adds a passkey and enqueues a mail about it. Refuses as `passkey_expired` without the challenge of a
 * confirmed step, and as `passkey_invalid`, `passkey_taken` or `too_many_passkeys`.
 */
export async function add(
  ctx: Ctx,
  { name, client_data, attestation, transports }: BodyOf<typeof schema.addPasskey>,
): Promise<ReplyOf<typeof schema.addPasskey>> {
  const { account_id, email } = currentPerson(ctx)
  const expectedChallenge = challengeIn(client_data)
  await spendChallenge(ctx, expectedChallenge, { purpose: 'add', account_id })
  const { id, publicKey, counter } = await verified(ctx, {
    expectedChallenge,
    client_data,
    attestation,
  })
  const created_at = ctx.now.toISOString()
  const key = { credential_id: id, public_key: Buffer.from(publicKey), counter, transports }
  return inTx(ctx, async (tx) => {
    await lockAccount(tx, account_id)
    refuseMore((await credentialsOf(tx, account_id)).length)
    const added = await tx
      .insertInto('passkey')
      .values({ account_id, ...key, name, created_at })
      .returning(shown)
      .executeTakeFirstOrThrow()
    await enqueueMails(tx, passkeyMail, [
      { account_id, email, passkey_id: added.id, name, change: 'added' },
    ])
    return added
  })
}

/** Removes one of the caller's passkeys and enqueues a mail about it. The mailed code stays a way in. */
export async function remove(
  ctx: Ctx,
  { id, ...confirmation }: BodyOf<typeof schema.removePasskey>,
): Promise<undefined> {
  const { account_id, email } = currentPerson(ctx)
  const own = passkeysOf(ctx.db, account_id).select('id').where('id', '=', id)
  if (!(await own.executeTakeFirst())) fail('not_found')
  await confirmStep(ctx, confirmation, 'passkey')
  await inTx(ctx, async (tx) => {
    const removed = await tx
      .deleteFrom('passkey')
      .where('id', '=', id)
      .where('account_id', '=', account_id)
      .returning('name')
      .executeTakeFirst()
    const { name } = removed ?? fail('not_found')
    await enqueueMails(tx, passkeyMail, [
      { account_id, email, passkey_id: id, name, change: 'removed' },
    ])
  })
}

function refuseMore(count: number) {
  if (count >= PASSKEYS_MAX) fail('too_many_passkeys', { limit: PASSKEYS_MAX })
}

/** Returns the key that a device made for this site, this challenge and a person it has recognised. */
async function verified(
  ctx: Ctx,
  made: { expectedChallenge: string; client_data: string; attestation: string },
) {
  const { expectedChallenge, client_data, attestation } = made
  const { verifyRegistrationResponse } = await webAuthn()
  const { id } = await unattested(attestation).catch(refuseUnverified)
  const { registrationInfo } = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: client_data, attestationObject: attestation },
    },
    expectedChallenge,
    ...siteOf(ctx),
    requireUserVerification: true,
  }).catch(refuseUnverified)
  return registrationInfo?.credential ?? fail('passkey_invalid')
}

/**
 * Reads the id of a new key. Throws if the device attests its maker, which we do not ask for: to check
 * such certificates, the library would fetch addresses that they name.
 */
async function unattested(attestation: string): Promise<{ id: string }> {
  const helpers = await import('@simplewebauthn/server/helpers')
  const { decodeAttestationObject, parseAuthenticatorData, isoBase64URL } = helpers
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestation))
  const isNone = decoded.get('fmt') === 'none' && decoded.get('attStmt').size === 0
  const { credentialID } = parseAuthenticatorData(decoded.get('authData'))
  if (!isNone || !credentialID) throw new Error('the attestation is not none')
  return { id: isoBase64URL.fromBuffer(credentialID) }
}

/** Reads the mail about a passkey that was added or removed. */
export async function readPasskey({ db }: Ctx, about: AboutOf<typeof passkeyMail>) {
  const { account_id, email, passkey_id, name, change } = about
  const recipient = await recipientOf(db, account_id)
  return { ...recipient, to: email, id: `passkey.${change}.${passkey_id}`, facts: { name, change } }
}
