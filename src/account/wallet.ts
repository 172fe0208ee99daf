import { sql } from 'kysely'
import { type Db, inTx } from '#core/db.ts'
import type { BodyOf, ReplyOf } from '#core/endpoint.ts'
import type { Ctx } from '#core/http.ts'
import type { signAccountProof } from './account.shape.ts'
import { makeAccountProof } from './account-proof.ts'
import { spendCode } from './code.ts'
import { addressAt, type Chain } from './flow-address.ts'
import { appIdentifier, checkNonce } from './nonce.ts'
import { custodyContext, keyRing, open, seal } from './vault.ts'
import { newWalletKey, type WalletKey } from './wallet-key.ts'

/**
 * Embedded wallets have addresses of Flow's local chain: well formed, and never those of somebody
 * who has an account on a public one. Its first accounts belong to the chain itself.
 */
const CHAIN: Chain = 'emulator'
const CHAIN_OWN_ACCOUNTS = 1_000
const ALGORITHMS = { sign_algo: 'ECDSA_P256', hash_algo: 'SHA3_256' } as const
const FULL_WEIGHT = 1_000

/**
 * What the embedded wallet answers when asked for an account proof: for the code that was mailed,
 * it signs our nonce with the key it keeps for that address, and makes the wallet the first time.
 */
export async function signProof(
  ctx: Ctx,
  { email, code, nonce }: BodyOf<typeof signAccountProof>,
): Promise<ReplyOf<typeof signAccountProof>> {
  await checkNonce(ctx, nonce)
  await spendCode(ctx, email, code)
  const key = (await keyOf(ctx.db, email)) ?? (await makeWallet(ctx, email))
  const secret = await open(keyRing(ctx.config.keyRing), key, custodyContext(key))
  try {
    const { address, index } = key
    const { hash_algo } = ALGORITHMS
    const proof = makeAccountProof(
      appIdentifier(ctx),
      { address, nonce },
      { index, hash_algo, secret },
    )
    return { ...proof, signatures: [...proof.signatures] as Signatures }
  } finally {
    secret.fill(0)
  }
}
type Signatures = ReplyOf<typeof signAccountProof>['signatures']

/** The keys that may sign for an address: of embedded wallets, the only ones this house knows. */
export async function walletKeys(db: Db, address: string): Promise<WalletKey[]> {
  const keys = await db
    .selectFrom('wallet_key')
    .select(['index', 'public_key', 'sign_algo', 'hash_algo', 'weight', 'revoked'])
    .where('address', '=', address)
    .execute()
  return keys as WalletKey[]
}

function keyOf(db: Db, email: string) {
  return db
    .selectFrom('wallet')
    .innerJoin('wallet_key', 'wallet_key.address', 'wallet.address')
    .select(['wallet.address', 'index', 'sign_algo', 'kek_id', 'wrapped', 'sealed'])
    .where('email', '=', email)
    .where('revoked', '=', false)
    .orderBy('index')
    .executeTakeFirst()
}

/** Of two that make the wallet of one address at once, the second finds the first one's. */
async function makeWallet(ctx: Ctx, email: string) {
  const { rows } = await sql<{ n: number }>`select nextval('flow_address_index') as n`.execute(
    ctx.db,
  )
  const address = addressAt(CHAIN, CHAIN_OWN_ACCOUNTS + rows[0]!.n)
  const { public_key, secret } = newWalletKey(ALGORITHMS.sign_algo)
  const name = { address, index: 0, ...ALGORITHMS }
  const sealed = await seal(keyRing(ctx.config.keyRing), secret, custodyContext(name))
  secret.fill(0)
  await inTx(ctx, async (tx) => {
    const made = await tx
      .insertInto('wallet')
      .values({ address, email, created_at: ctx.now.toISOString() })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('address')
      .executeTakeFirst()
    const key = { ...name, ...sealed, public_key, weight: FULL_WEIGHT }
    if (made) await tx.insertInto('wallet_key').values(key).execute()
  })
  return (await keyOf(ctx.db, email))!
}
