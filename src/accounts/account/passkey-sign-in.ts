import { type Ctx, currentPerson } from '#core/context.ts'
import { inTx } from '#core/database/db.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { credentialsOf } from './passkey.ts'
import { makeChallenge } from './passkey-challenge.ts'
import type { createPasskeyChallenge, logInWithPasskey } from './passkey.shared.ts'
import { checkProof, recordUse, siteOf } from './passkey-proof.ts'
import { newSession, setSessionCookie, startSession } from './session.ts'

/** Creates a challenge: `POST /passkeys/challenges`. Refuses as `too_many_requests`. */
export async function challenge(
  ctx: Ctx,
  { purpose }: BodyOf<typeof createPasskeyChallenge>,
): Promise<ReplyOf<typeof createPasskeyChallenge>> {
  const account_id = purpose === 'sign_in' ? null : currentPerson(ctx).account_id
  const made = await makeChallenge(ctx, { purpose, account_id })
  const credentials = account_id === null ? [] : await credentialsOf(ctx.db, account_id)
  return { ...made, rp_id: siteOf(ctx).expectedRPID, credentials }
}

/**
 * Signs in the owner of a passkey: `POST /login/passkey`. The browser's former session ends, as in any
 * sign-in.
 */
export async function logInByPasskey(
  ctx: Ctx,
  { passkey }: BodyOf<typeof logInWithPasskey>,
): Promise<ReplyOf<typeof logInWithPasskey>> {
  const proved = await checkProof(ctx, passkey, { purpose: 'sign_in', account_id: null })
  const session = newSession(ctx)
  await inTx(ctx, async (tx) => {
    await recordUse(tx, ctx, proved)
    const { account_id } = proved
    await startSession(tx, ctx, { account_id, way: 'passkey', isFirst: false }, session)
  })
  setSessionCookie(ctx, session)
  return session
}
