import { sql } from 'kysely'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import type { Ctx } from '#core/context.ts'
import { makeAccountProof } from './account-proof.ts'
import { addressAt, type Chain } from './flow-address.ts'
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
 * An account proof by the wallet of an e-mail address, which is made the first time. Whoever calls
 * this has made sure that the address is theirs who ask.
 */
export async function prove(ctx: Ctx, email: string, app: string, nonce: string) {
  const key = (await keyOf(ctx.db, email)) ?? (await makeWallet(ctx, email))
  const { address, index } = key
  const secret = await open(keyRing(ctx.config.keyRing), key, custodyContext(key))
  try {
    const { hash_algo } = ALGORITHMS
    return makeAccountProof(app, { address, nonce }, { index, hash_algo, secret })
  } finally {
    secret.fill(0)
  }
}

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

/**
 * Step: from now on the wallet answers to another e-mail address. A wallet that was made at the new
 * address and never signed in is nobody's, and gives way.
 */
export async function moveWallet(tx: Tx, address: string, email: string) {
  const stray = tx
    .selectFrom('wallet')
    .leftJoin('account', 'account.wallet_address', 'wallet.address')
    .select('wallet.address')
    .where('wallet.email', '=', email)
    .where('account.id', 'is', null)
  await tx.deleteFrom('wallet_key').where('address', 'in', stray).execute()
  await tx.deleteFrom('wallet').where('address', 'in', stray).execute()
  await tx.updateTable('wallet').set({ email }).where('address', '=', address).execute()
}
