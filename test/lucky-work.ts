import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { keyedHash } from '#core/keyed-hash.ts'
import { solveWork } from '#src/accounts/account/solve-work.shared.ts'

/** Solves the task of a refusal as a lucky browser would: its first guess is right. */
export async function luckyWork(
  { error }: { error?: { params: object } },
  { secret }: { secret: string },
) {
  const { challenge: task } = error!.params as { challenge: string }
  const { data } = JSON.parse(task).parameters
  const easy = await createChallenge({
    hmacSignatureSecret: keyedHash(secret, 'work'),
    hmacKeySignatureSecret: keyedHash(secret, 'work key'),
    algorithm: 'PBKDF2/SHA-256',
    cost: 1,
    counter: 1,
    deriveKey,
    data,
  })
  return solveWork(JSON.stringify(easy))
}
