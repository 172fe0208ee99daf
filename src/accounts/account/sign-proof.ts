import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import type { Ctx } from '#core/context.ts'
import { signProofFor } from '#src/accounts/wallet/custody.ts'
import type { signAccountProof } from './account.shared.ts'
import { spendCode } from './code.ts'
import { appIdentifier, checkNonce } from './nonce.ts'

/** Signs our nonce with the embedded wallet, given the mailed code, as any Flow wallet would. */
export async function signProof(
  ctx: Ctx,
  { email, code, nonce }: BodyOf<typeof signAccountProof>,
): Promise<ReplyOf<typeof signAccountProof>> {
  await checkNonce(ctx, nonce)
  await spendCode(ctx, { email, code, purpose: 'sign_in' })
  return signProofFor(ctx, email, appIdentifier(ctx), nonce)
}
