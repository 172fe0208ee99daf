import { type Ctx, currentPerson } from '#core/context.ts'
import { inTx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import type { CodePurpose } from './account.shared.ts'
import { mailCodeRefusals, spendCode } from './code.ts'
import type { PasskeyProof } from './passkey-proof.shared.ts'
import { checkProof, passkeyRefusals, recordUse } from './passkey-proof.ts'

/** The refusals of a proof that does not confirm a step. */
export const confirmRefusals = [...mailCodeRefusals, ...passkeyRefusals] as const

/** The proof that confirms a sensitive step: a mailed code or a passkey. */
export interface Confirmation {
  code?: string | undefined
  passkey?: PasskeyProof | undefined
}

/**
 * Confirms a sensitive step of the caller by one of their passkeys, or by the code mailed to them. Uses
 * either up; call it outside a transaction, as `spendCode`.
 */
export async function confirmStep(
  ctx: Ctx,
  { code, passkey }: Confirmation,
  purpose: CodePurpose,
): Promise<void> {
  const { account_id, email } = currentPerson(ctx)
  if (!passkey) {
    if (!code) fail('input_invalid', { field: 'code', issue: 'invalid_type' })
    return spendCode(ctx, { email, code, purpose })
  }
  const proved = await checkProof(ctx, passkey, { purpose, account_id })
  await inTx(ctx, (tx) => recordUse(tx, ctx, proved))
}
