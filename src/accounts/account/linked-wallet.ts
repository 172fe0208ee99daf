import { sql } from 'kysely'
import { type Ctx, currentPerson } from '#core/context.ts'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import { log } from '#core/log.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { lockAccount } from '#src/accounts/suspension/suspension.ts'
import { type AccountProof, proofFault } from '#src/accounts/wallet/account-proof.ts'
import { isAddressOn, toFlowAddress } from '#src/accounts/wallet/flow-address.ts'
import type { AboutOf } from '#src/platform/mail/mail.shared.ts'
import { enqueueMails, recipientOf } from '#src/platform/mail/send.ts'
import type * as schema from './linked-wallet.shared.ts'
import { WALLETS_MAX } from './linked-wallet.shared.ts'
import { checkNonce, newNonce, type NonceUse, spendNonce } from './nonce.ts'
import { confirmStep } from './step-up.ts'
import { walletMail } from './wallet-mail.shared.ts'

const shown = ['id', 'address', 'created_at', 'used_at'] as const
const copiesIn = sql<number>`(select count(*)::int from serial where linked_wallet_id = linked_wallet.id)`

/** Lists the caller's external wallets: `GET /accounts/current/wallets`. */
export async function list(ctx: Ctx): Promise<ReplyOf<typeof schema.listLinkedWallets>> {
  const { account_id } = currentPerson(ctx)
  const items = await walletsOf(ctx.db, account_id)
    .select([...shown, copiesIn.as('copies')])
    .orderBy('created_at')
    .execute()
  return { items, total: items.length }
}

const walletsOf = (db: Db, account_id: string) =>
  db.selectFrom('linked_wallet').where('account_id', '=', account_id)

/**
 * Confirms the step, and returns a nonce for the wallet to sign. Refuses as `wallets_not_offered` or
 * `too_many_wallets` before that, so that no code is used up in vain.
 */
export async function begin(
  ctx: Ctx,
  confirmation: BodyOf<typeof schema.beginWallet>,
): Promise<ReplyOf<typeof schema.beginWallet>> {
  const { account_id } = currentPerson(ctx)
  if (!ctx.integrations.flow) fail('wallets_not_offered')
  await refuseMore(ctx.db, account_id)
  await confirmStep(ctx, confirmation, 'wallet')
  return newNonce(ctx, account_id)
}

/**
 * Links a wallet and enqueues a mail about it. Refuses as `nonce_invalid` without the nonce of a confirmed
 * step, and as `proof_invalid`, `wallet_taken` or `too_many_wallets`.
 */
export async function link(
  ctx: Ctx,
  proof: BodyOf<typeof schema.linkWallet>,
): Promise<ReplyOf<typeof schema.linkWallet>> {
  const { account_id, email } = currentPerson(ctx)
  const address = await checkExternalProof(ctx, proof, account_id)
  return inTx(ctx, async (tx) => {
    await lockAccount(tx, account_id)
    await spendNonce(tx, ctx, proof.nonce, account_id)
    await refuseMore(tx, account_id)
    const linked = await tx
      .insertInto('linked_wallet')
      .values({ account_id, address, created_at: ctx.now.toISOString() })
      .returning([...shown, copiesIn.as('copies')])
      .executeTakeFirstOrThrow()
    const about = { account_id, email, wallet_id: linked.id, address }
    await enqueueMails(tx, walletMail, [{ ...about, change: 'linked' }])
    return linked
  })
}

/**
 * Unlinks one of the caller's wallets and enqueues a mail about it. The mailed code stays a way in. Refuses
 * as `wallet_holds_copies` before the step is confirmed, so that no code is used up in vain.
 */
export async function unlink(
  ctx: Ctx,
  { id, ...confirmation }: BodyOf<typeof schema.unlinkWallet>,
): Promise<undefined> {
  const { account_id, email } = currentPerson(ctx)
  const own = walletsOf(ctx.db, account_id).select('id').where('id', '=', id)
  if (!(await own.executeTakeFirst())) fail('not_found')
  const inside = ctx.db.selectFrom('serial').select('number').where('linked_wallet_id', '=', id)
  if (await inside.limit(1).executeTakeFirst()) fail('wallet_holds_copies')
  await confirmStep(ctx, confirmation, 'wallet')
  await inTx(ctx, async (tx) => {
    const unlinked = await tx
      .deleteFrom('linked_wallet')
      .where('id', '=', id)
      .where('account_id', '=', account_id)
      .returning('address')
      .executeTakeFirst()
    const { address } = unlinked ?? fail('not_found')
    const about = { account_id, email, wallet_id: id, address }
    await enqueueMails(tx, walletMail, [{ ...about, change: 'unlinked' }])
  })
}

/**
 * Returns the address of an external wallet that has signed our nonce for `account_id`, or for signing
 * in; leaves the nonce unused. FCL names the application by its origin. Refuses as `proof_invalid` or
 * `nonce_invalid`, the latter before the chain is asked for keys.
 */
export async function checkExternalProof(
  ctx: Ctx,
  proof: AccountProof,
  account_id: string | null,
  use: NonceUse = 'nonce',
): Promise<string> {
  const { flow } = ctx.integrations
  const address = toFlowAddress(proof.address)
  if (!flow || !address || !isAddressOn(flow.network, address)) return fail('proof_invalid')
  await checkNonce(ctx, proof.nonce, account_id, use)
  const { origin } = new URL(ctx.config.publicUrl)
  const fault = proofFault(origin, proof, await flow.keysOf(address))
  if (fault) {
    log('warn', 'wallet refused', { code: fault })
    fail('proof_invalid')
  }
  return address
}

/** Step: returns the account of a wallet that signs in. Refuses as `wallet_unknown`. */
export async function accountOfWallet(tx: Tx, { now }: Ctx, address: string): Promise<string> {
  const used = await tx
    .updateTable('linked_wallet')
    .set({ used_at: now.toISOString() })
    .where('address', '=', address)
    .returning('account_id')
    .executeTakeFirst()
  return used?.account_id ?? fail('wallet_unknown')
}

async function refuseMore(db: Db | Tx, account_id: string) {
  const linked = await walletsOf(db, account_id).select('id').execute()
  if (linked.length >= WALLETS_MAX) fail('too_many_wallets', { limit: WALLETS_MAX })
}

/** Reads the mail about a wallet that was linked or unlinked, or about copies moved. */
export async function readWallet({ db }: Ctx, about: AboutOf<typeof walletMail>) {
  const { account_id, email, wallet_id, address, change, copies, move_id } = about
  const recipient = await recipientOf(db, account_id)
  const id = `wallet.${change}.${move_id ?? wallet_id}`
  return { ...recipient, to: email, id, facts: { address, change, copies } }
}
