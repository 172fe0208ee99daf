import { sql } from 'kysely'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import type { Ctx } from '#core/context.ts'
import { keyRing, open, rewrapAll, seal } from '#core/vault.ts'
import { makeAccountProof } from './account-proof.ts'
import { addressAt, type Chain, isAddressOn } from './flow-address.ts'
import { newWalletKey, type WalletKey } from './wallet-key.ts'

/**
 * The chain of embedded wallets: Flow's emulator, whose addresses are well formed but never belong
 * to an account on a public chain. Its first accounts belong to the chain itself.
 */
const CHAIN: Chain = 'emulator'
const CHAIN_OWN_ACCOUNTS = 1_000
const ALGORITHMS = { sign_algo: 'ECDSA_P256', hash_algo: 'SHA3_256' } as const
const FULL_WEIGHT = 1_000

/**
 * Signs an account proof with the wallet of a mail address, and creates the wallet the first time.
 * The caller has verified that the address belongs to the requester.
 */
export async function signProofFor(ctx: Ctx, email: string, app: string, nonce: string) {
  const key = (await findKey(ctx.db, email)) ?? (await makeWallet(ctx, email))
  const { address, index } = key
  const secret = await open(keyRing(ctx.config.keyRing), key, custodyContext(key))
  try {
    const { hash_algo } = ALGORITHMS
    return makeAccountProof(app, { address, nonce }, { index, hash_algo, secret })
  } finally {
    secret.fill(0)
  }
}

/** Tells if an address is on the chain of embedded wallets, where no external wallet is. */
export const isEmbeddedAddress = (address: string) => isAddressOn(CHAIN, address)

/** Returns the keys that may sign for an address; only embedded wallets have any. */
export async function walletKeys(db: Db, address: string): Promise<WalletKey[]> {
  const keys = await db
    .selectFrom('wallet_key')
    .select(['index', 'public_key', 'sign_algo', 'hash_algo', 'weight', 'revoked'])
    .where('address', '=', address)
    .execute()
  return keys as WalletKey[]
}

function findKey(db: Db, email: string) {
  return db
    .selectFrom('wallet')
    .innerJoin('wallet_key', 'wallet_key.address', 'wallet.address')
    .select(['wallet.address', 'index', 'sign_algo', 'kek_id', 'wrapped', 'sealed'])
    .where('email', '=', email)
    .where('revoked', '=', false)
    .orderBy('index')
    .executeTakeFirst()
}

/**
 * Creates the wallet of a mail address. Two concurrent attempts return the same wallet.
 */
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
  return (await findKey(ctx.db, email))!
}

/**
 * Step: moves a wallet to another mail address, and deletes an unused wallet that has that address.
 */
export async function changeWalletEmail(tx: Tx, address: string, email: string) {
  const unused = tx
    .selectFrom('wallet')
    .leftJoin('account', 'account.wallet_address', 'wallet.address')
    .select('wallet.address')
    .where('wallet.email', '=', email)
    .where('account.id', 'is', null)
  await tx.deleteFrom('wallet_key').where('address', 'in', unused).execute()
  await tx.deleteFrom('wallet').where('address', 'in', unused).execute()
  await tx.updateTable('wallet').set({ email }).where('address', '=', address).execute()
}

/** Returns the context of a wallet key, so that a sealed key moved to another row does not open. */
export function custodyContext(key: { address: string; index: number; sign_algo: string }) {
  return `custody/v1|${key.address}|${key.index}|${key.sign_algo}`
}

/** Rewraps the keys of all wallets. */
export const rewrapWallets = (db: Db, ring: string): Promise<number> =>
  rewrapAll(ring, {
    read: (current, limit) =>
      db
        .selectFrom('wallet_key')
        .select(['address', 'index', 'sign_algo', 'kek_id', 'wrapped', 'sealed'])
        .where('kek_id', '<>', current)
        .limit(limit)
        .execute(),
    contextOf: (key) => custodyContext(key),
    write: ({ address, index }, renewed) =>
      db
        .updateTable('wallet_key')
        .set(renewed)
        .where('address', '=', address)
        .where('index', '=', index)
        .execute(),
  })
