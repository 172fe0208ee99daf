import { sql } from 'kysely'
import { attachment } from '#core/http/attachment.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { brandFacts } from '#src/catalog/asset/brand-facts.ts'
import { isVisibleTo } from '#src/catalog/asset/visible.ts'
import type { Ctx } from '#core/context.ts'
import { type Checkpoint, newestCheckpoint, proveInclusion } from '#src/catalog/provenance/log.ts'
import type {
  Certificate,
  getCertificate,
  getInclusionProof,
  listLeaves,
  LogEntry,
} from './certificate.shared.ts'
import { isTransfer, type Leaf, readChain } from './record-chain.ts'

interface Row extends Omit<
  Certificate,
  | 'earlier_owners'
  | 'earlier_owners_unnamed'
  | 'is_in_wallet'
  | 'records'
  | 'record_hash'
  | 'log'
  | 'as_of'
> {
  wallet_address: string
  linked_address: string | null
  /** Every record of the copy, in base64, the first one first. */
  events: StoredEvent[]
  /** The names of its owners who show them, by wallet address. */
  names: Record<string, string>
}

interface StoredEvent {
  leaf: string
  hash: string
  log_index: number | null
}

/** Returns what the records of a copy prove now. Refuses if they contradict each other. */
export async function certify(
  ctx: Ctx,
  { asset_token_id }: BodyOf<typeof getCertificate>,
): Promise<Certificate> {
  const [row, checkpoint] = await Promise.all([
    readCopy(ctx, asset_token_id),
    newestCheckpoint(ctx.db),
  ])
  if (!row) fail('not_found')
  const { wallet_address, linked_address, events, names, ...copy } = row
  const stored = events.map(({ leaf, hash }) => ({ leaf: bytesOf(leaf), hash: bytesOf(hash) }))
  const leaves = readChain(stored, { ...copy, address: linked_address ?? wallet_address })
  if (!leaves) fail('records_broken')
  return {
    ...copy,
    ...earlierOwners(leaves, wallet_address, new Map(Object.entries(names))),
    is_in_wallet: linked_address !== null,
    records: stored.length,
    record_hash: stored.at(-1)!.hash.toString('hex'),
    log: checkpoint ? await logEntryOf(ctx, events, checkpoint) : null,
    as_of: ctx.now.toISOString(),
  }
}

/** Proves that the newest record below the checkpoint is in the log. Records after it are not sealed yet. */
async function logEntryOf(
  { db }: Ctx,
  events: readonly StoredEvent[],
  checkpoint: Checkpoint,
): Promise<LogEntry | null> {
  const last = events.findLastIndex(
    ({ log_index }) => log_index !== null && log_index < checkpoint.size,
  )
  if (last === -1) return null
  const { hash, log_index } = events[last]!
  const entry = { hash: bytesOf(hash), index: log_index! }
  const proof = await proveInclusion(db, entry, checkpoint)
  const { size, at: checkpoint_at } = checkpoint
  return { record: last + 1, size, checkpoint_at, ...proof }
}

/** Returns the inclusion proof of a copy's newest sealed record as a file. Refuses `not_found` without one. */
export async function proofFile(ctx: Ctx, input: BodyOf<typeof getInclusionProof>) {
  const { log, number } = await certify(ctx, input)
  if (!log) return fail('not_found')
  const { index, proof, checkpoint } = log
  const lines = ['c2sp.org/tlog-proof@v1', `index ${index}`, ...proof, '', checkpoint]
  return new Response(lines.join('\n'), {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': attachment(`renban-no-${number}.tlog-proof`),
      'cache-control': 'no-store',
    },
  })
}

/** Returns the leaves of the caller's own copy. Refuses `not_found` for any other. */
export async function leavesOf(ctx: Ctx, { asset_token_id }: BodyOf<typeof listLeaves>) {
  const row = await readCopy(ctx, asset_token_id)
  if (!row?.mine) return fail('not_found')
  return { leaves: row.events.map(({ leaf }) => bytesOf(leaf).toString('base64')) }
}

const bytesOf = (base64: string) => Buffer.from(base64, 'base64')

/**
 * Returns who owned the copy between its creator and its owner: names of those who show them, and a
 * count of the others.
 */
function earlierOwners(leaves: readonly Leaf[], owner: string, names: Map<string, string>) {
  const [issue, ...transfers] = leaves.filter(isTransfer)
  const wallets = new Set(transfers.map(({ to }) => to!))
  for (const known of [issue!.to!, owner]) wallets.delete(known)
  const earlier_owners = [...wallets].flatMap((wallet) => names.get(wallet) ?? [])
  return { earlier_owners, earlier_owners_unnamed: wallets.size - earlier_owners.length }
}

/**
 * Reads a copy and its records in one statement, so that no sale can come between them. Finds nothing
 * if the viewer may not see the title.
 */
async function readCopy({ db, person }: Ctx, asset_token_id: string): Promise<Row | undefined> {
  const viewer = sql`${person?.account_id ?? null}::uuid`
  const { rows } = await sql<Row>`
    select serial.asset_token_id, serial.kid, serial.number, serial.owned_since,
      asset.title, coalesce(asset.obi, 'sumi') as obi, asset.media_type, asset.duration_seconds, asset.copies_count,
      asset.first_number, asset.created_at, asset.published_at,
      case when brand.id is not null
        then ${brandFacts} end as brand,
      serial.owner is not distinct from ${viewer} as mine, serial.owner = asset.creator as is_primary,
      case when owner.has_public_name then owner.username end as owner,
      owner.wallet_address, linked_wallet.address as linked_address, history.*
    from serial join asset using (kid) join account owner on owner.id = serial.owner
    left join linked_wallet on linked_wallet.id = serial.linked_wallet_id
    left join brand on brand.id = asset.brand_id
    cross join lateral (
      select min(event.at) as issued_at,
        coalesce(json_agg(json_build_object('leaf', encode(leaf, 'base64'),
          'hash', encode(hash, 'base64'), 'log_index', log_index) order by event.n), '[]') as events,
        coalesce(json_object_agg(holder.wallet_address, holder.username)
          filter (where holder.id is not null), '{}') as names
      from provenance_event event left join account holder on holder.has_public_name
        and holder.wallet_address = convert_from(event.leaf, 'UTF8')::jsonb ->> 'to'
      where event.asset_token_id = serial.asset_token_id
    ) history
    where serial.asset_token_id = ${asset_token_id} and ${isVisibleTo(person)}
  `.execute(db)
  return rows[0]
}
