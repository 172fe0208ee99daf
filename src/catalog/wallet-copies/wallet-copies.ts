import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { type Ctx, currentPerson } from '#core/context.ts'
import { type Db, inTx, type Tx } from '#core/database/db.ts'
import { likePattern } from '#core/like-pattern.ts'
import { fail } from '#core/errors.ts'
import type { BodyOf, ReplyOf } from '#core/http/endpoint.ts'
import { checkExternalProof } from '#src/accounts/account/linked-wallet.ts'
import { newNonce, spendNonce } from '#src/accounts/account/nonce.ts'
import { walletMail } from '#src/accounts/account/wallet-mail.shared.ts'
import { lockActor } from '#src/accounts/suspension/suspension.ts'
import { searchText } from '#core/plain-name.shared.ts'
import { record } from '#src/catalog/provenance/provenance.ts'
import { busyWith } from '#src/catalog/serial/busy.ts'
import { lockSerials, placeInWallet } from '#src/catalog/serial/transfer.ts'
import { enqueueMails } from '#src/platform/mail/send.ts'
import type * as schema from './wallet-copies.shared.ts'
import type { MoveObstacle } from './wallet-copies.shared.ts'

interface Wallet {
  id: string
  address: string
}
/** A copy as read under its lock. */
interface Copy {
  asset_token_id: string
  kid: string
  number: number
  owner: string
  linked_wallet_id: string | null
  blocked_by: MoveObstacle | null
}

/** SQL for what keeps a copy from being moved to a wallet, or null. Reads `serial` and `asset`. */
const blockedBy = (at: Date) => sql<MoveObstacle | null>`
  case when asset.withdrawn_at is not null then 'title_not_out'
    when asset.published_at is null then 'serial_preparing'
    when serial.downloaded_at is not null then 'serial_downloaded'
    else ${busyWith(at)} end`

/** Lists copies in a linked wallet, or those that are in none: `GET /accounts/current/wallets/{id}/copies`. */
export async function list(
  ctx: Ctx,
  { id, in_wallet, q, limit, offset }: BodyOf<typeof schema.listWalletCopies>,
): Promise<ReplyOf<typeof schema.listWalletCopies>> {
  const { address } = await ownWallet(ctx, id)
  const from = sql`from serial join asset using (kid)
    where owner = ${currentPerson(ctx).account_id}
      and ${in_wallet ? sql`linked_wallet_id = ${id}` : sql`linked_wallet_id is null`}
      and normalize(asset.title, NFKC) ilike ${likePattern(searchText(q ?? ''))}`
  const [{ rows: items }, counted] = await Promise.all([
    sql<schema.WalletCopy>`
      select kid, title, poster, asset_token_id, number, in_wallet_since,
        case when linked_wallet_id is null then ${blockedBy(ctx.now)} end as blocked_by ${from}
      order by in_wallet_since desc, title, kid, number limit ${limit} offset ${offset}
    `.execute(ctx.db),
    sql<{ n: number }>`select count(*)::int as n ${from}`.execute(ctx.db),
  ])
  return { items, total: counted.rows[0]!.n, address }
}

/**
 * Moves copies to a linked wallet: `POST /accounts/current/wallets/{id}/copies`. Refuses as
 * `wallets_not_offered` while no wallet could move them back, as `not_owner`, and with what a copy is busy
 * with, `serial_in_wallet` if that is another wallet.
 */
export async function moveToWallet(
  ctx: Ctx,
  { id, asset_token_ids }: BodyOf<typeof schema.moveToWallet>,
): Promise<ReplyOf<typeof schema.moveToWallet>> {
  if (!ctx.integrations.flow) fail('wallets_not_offered')
  return inTx(ctx, async (tx) => {
    await lockActor(tx, currentPerson(ctx).account_id)
    const wallet = await lockWallet(ctx, tx, id)
    const { copies, at } = await lockOwnCopies(ctx, tx, asset_token_ids)
    const others = copies.filter(({ linked_wallet_id }) => linked_wallet_id !== id)
    for (const { linked_wallet_id, blocked_by, number } of others) {
      const code = linked_wallet_id ? 'serial_in_wallet' : blocked_by
      if (code) fail(code, { number })
    }
    await placeInWallet(tx, others.map(idOf), { id, at })
    await recordMoves(tx, 'to_wallet', others, wallet, at)
    return tell(ctx, tx, others, wallet, 'moved')
  })
}

/** Creates a nonce that a linked wallet signs to give copies back. */
export async function beginMoveBack(
  ctx: Ctx,
  { id }: BodyOf<typeof schema.beginMoveBack>,
): Promise<ReplyOf<typeof schema.beginMoveBack>> {
  await ownWallet(ctx, id)
  return newNonce(ctx, currentPerson(ctx).account_id, 'move_back')
}

/**
 * Moves copies back from a linked wallet, which has signed: `POST /accounts/current/wallets/{id}/returns`.
 * Refuses as `nonce_invalid`, `proof_invalid`, `wallet_is_another` or `not_owner`.
 */
export async function moveBack(
  ctx: Ctx,
  { id, asset_token_ids, proof }: BodyOf<typeof schema.moveBack>,
): Promise<ReplyOf<typeof schema.moveBack>> {
  const { account_id } = currentPerson(ctx)
  const address = await checkExternalProof(ctx, proof, account_id, 'move_back')
  return inTx(ctx, async (tx) => {
    await lockActor(tx, account_id)
    const wallet = await lockWallet(ctx, tx, id)
    if (wallet.address !== address) fail('wallet_is_another')
    await spendNonce(tx, ctx, proof.nonce, account_id, 'move_back')
    const { copies, at } = await lockOwnCopies(ctx, tx, asset_token_ids)
    const there = copies.filter(({ linked_wallet_id }) => linked_wallet_id === id)
    await takeBack(tx, there, wallet, at)
    return tell(ctx, tx, there, wallet, 'moved_back')
  })
}

/**
 * Step: takes copies out of linked wallets without a signature, because their sale is reversed or their
 * owner deletes the account. Locks them.
 */
export async function takeFromWallets(tx: Tx, which: RawBuilder<unknown>, at: Date) {
  const { rows } = await sql<Omit<Copy, 'blocked_by'> & { address: string }>`
    select asset_token_id, kid, number, owner, linked_wallet_id, address
    from serial join linked_wallet on linked_wallet.id = linked_wallet_id where ${which}
    order by asset_token_id for no key update of serial
  `.execute(tx)
  for (const [id, copies] of Map.groupBy(rows, ({ linked_wallet_id }) => linked_wallet_id!))
    await takeBack(tx, copies, { id, address: copies[0]!.address }, at)
}

async function takeBack(tx: Tx, copies: Moving[], wallet: Wallet, at: Date) {
  await placeInWallet(tx, copies.map(idOf), undefined)
  await recordMoves(tx, 'from_wallet', copies, wallet, at)
}

const idOf = ({ asset_token_id }: Moving) => asset_token_id

type Moving = Pick<Copy, 'asset_token_id' | 'kid' | 'number' | 'owner'>

function recordMoves(
  tx: Tx,
  kind: 'to_wallet' | 'from_wallet',
  copies: Moving[],
  { address }: Wallet,
  at: Date,
) {
  const subject_id = randomUUID() // of the request, which has no row of its own
  const changes = copies.map(({ asset_token_id, kid, number, owner }) => ({
    asset_token_id,
    kid,
    number,
    kind,
    from: owner,
    to: owner,
    subject_id,
    linked_address: address,
  }))
  return record(tx, changes, at)
}

/** Mails the owner about copies that were moved, and returns how many. */
async function tell(
  ctx: Ctx,
  tx: Tx,
  copies: Moving[],
  wallet: Wallet,
  change: 'moved' | 'moved_back',
) {
  const { account_id, email } = currentPerson(ctx)
  const moved = copies.length
  const about = { account_id, email, wallet_id: wallet.id, address: wallet.address }
  if (moved > 0)
    await enqueueMails(tx, walletMail, [{ ...about, change, copies: moved, move_id: randomUUID() }])
  return { moved }
}

const walletOf = (ctx: Ctx, db: Db | Tx, id: string) =>
  db
    .selectFrom('linked_wallet')
    .select(['id', 'address'])
    .where('id', '=', id)
    .where('account_id', '=', currentPerson(ctx).account_id)

const ownWallet = async (ctx: Ctx, id: string): Promise<Wallet> =>
  (await walletOf(ctx, ctx.db, id).executeTakeFirst()) ?? fail('not_found')

/** Keeps one of the caller's wallets linked until the transaction ends. */
const lockWallet = async (ctx: Ctx, tx: Tx, id: string): Promise<Wallet> =>
  (await walletOf(ctx, tx, id).forKeyShare().executeTakeFirst()) ?? fail('not_found')

/** Locks the caller's copies, then reads them. Refuses as `not_owner` unless all are theirs. */
async function lockOwnCopies(ctx: Ctx, tx: Tx, asset_token_ids: string[]) {
  const ids = [...new Set(asset_token_ids)]
  const at = await lockSerials(tx, ids, ctx.time)
  const { rows: copies } = await sql<Copy>`
    select asset_token_id, kid, number, owner, linked_wallet_id, ${blockedBy(at)} as blocked_by
    from serial join asset using (kid)
    where asset_token_id = any(${ids}::uuid[]) and owner = ${currentPerson(ctx).account_id}
    order by asset_token_id
  `.execute(tx)
  return copies.length === ids.length ? { copies, at } : fail('not_owner')
}
