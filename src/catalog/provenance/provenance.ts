import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#core/database/db.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { fail } from '#core/errors.ts'
import { type Ctx, currentPerson, type Person } from '#core/context.ts'
import type { getFlowStatus } from '#src/catalog/asset/asset.shared.ts'
import { isVisibleTo } from '#src/catalog/asset/visible.ts'

/** A change of ownership of a copy, or of a right in it, from one account to another. */
export interface Change {
  asset_token_id: string
  kid: string
  number: number
  kind:
    | 'issue'
    | 'additional_issue'
    | 'sale'
    | 'rental'
    | 'trade'
    | 'distribution'
    | 'coupon'
    | 'gift'
    | 'download' // its owner may fetch the file, which locks the copy
    | 'download_deleted' // its owner says that the file is deleted
    | 'download_unused' // nobody fetched the file
    | 'screening' // shown to guests
    | 'loan'
    | 'to_wallet' // its owner moved it to their linked wallet
    | 'from_wallet' // back to its owner's Renban address
    | 'return' // the payment of a sale was reversed, or arrived after all
  from: string | null
  to: string | null
  /** The address of the linked wallet on the other side of a move. */
  linked_address?: string
  /** The id of the deal behind the change; the leaf holds only its salted hash. */
  subject_id: string
}

const ZERO = Buffer.alloc(32)

/**
 * Appends a leaf for each change, in the transaction of the change itself. A leaf is JSON stored as
 * exact bytes. It holds a sequence number and the hash of the copy's previous leaf, so that a
 * copy's history is a chain. It names people by wallet address, never by name or mail address. The
 * hash is that of a Merkle tree leaf in RFC 6962, section 2.1: SHA-256 over 0x00 and the leaf.
 */
export async function record(tx: Tx, changes: Change[], at: Date) {
  if (changes.length === 0) return
  const copies = changes.map(({ asset_token_id }) => asset_token_id)
  const [heads, wallets] = await Promise.all([lockHeads(tx, copies), walletsOf(tx, changes)])
  const rows = changes.map((change) => {
    const head = heads.get(change.asset_token_id)!
    const row = leafOf(change, wallets, head, at)
    heads.set(change.asset_token_id, row)
    return row
  })
  await write(tx, rows, at)
}

/** Inserts the rows that `record` locks, one for each copy, when copies are issued. */
export async function openHeads(tx: Tx, asset_token_ids: string[]) {
  await sql`
    insert into provenance_head (asset_token_id, n, hash)
    select id, 0, ${ZERO} from unnest(${asset_token_ids}::uuid[]) as id
    on conflict do nothing
  `.execute(tx)
}

interface Head {
  n: number
  hash: Buffer
}

async function lockHeads(tx: Tx, ids: string[]): Promise<Map<string, Head>> {
  const { rows } = await sql<Head & { asset_token_id: string }>`
    select asset_token_id, n, hash from provenance_head
    where asset_token_id = any(${ids}::uuid[]) order by asset_token_id for no key update
  `.execute(tx)
  if (rows.length < new Set(ids).size) fail('bug')
  return new Map(rows.map((row) => [row.asset_token_id, row]))
}

async function walletsOf(tx: Tx, changes: Change[]): Promise<Map<string | null, string>> {
  const people = new Set(changes.flatMap(({ from, to }) => [from, to]))
  const { rows } = await sql<{ id: string; wallet_address: string }>`
    select id, wallet_address from account where id = any(${[...people]}::uuid[])
  `.execute(tx)
  return new Map(rows.map(({ id, wallet_address }) => [id, wallet_address]))
}

function leafOf(change: Change, wallets: Map<string | null, string>, head: Head, at: Date) {
  const { subject_id, from, to, linked_address, ...open } = change
  const addressOf = (side: string | null, isLinked: boolean) =>
    (isLinked ? linked_address : wallets.get(side)) ?? null
  const salt = randomBytes(16)
  const n = head.n + 1
  const leaf = Buffer.from(
    JSON.stringify({
      v: 1,
      ...open,
      from: addressOf(from, change.kind === 'from_wallet'),
      to: addressOf(to, change.kind === 'to_wallet'),
      n,
      at: at.toISOString(),
      previous: head.hash.toString('base64'),
      commitment: createHash('sha256').update(salt).update(subject_id).digest('base64'),
    }),
  )
  const hash = createHash('sha256').update(Buffer.of(0)).update(leaf).digest()
  return {
    asset_token_id: change.asset_token_id,
    kind: change.kind,
    subject_id,
    n,
    leaf,
    hash,
    salt,
  }
}

async function write(tx: Tx, rows: ReturnType<typeof leafOf>[], at: Date) {
  const printed = rows.map((row) => ({
    ...row,
    leaf: row.leaf.toString('hex'),
    hash: row.hash.toString('hex'),
    salt: row.salt.toString('hex'),
  }))
  await sql`
    with row as (
      select * from jsonb_to_recordset(${JSON.stringify(printed)}::jsonb)
        as row (asset_token_id uuid, n int, kind text, leaf text, hash text, salt text, subject_id uuid)
    ), kept as (
      insert into provenance_event
        (asset_token_id, n, kind, leaf, hash, salt, subject_id, status, at)
      select asset_token_id, n, kind, decode(leaf, 'hex'), decode(hash, 'hex'), decode(salt, 'hex'),
        subject_id, 'pending', ${at.toISOString()}::timestamptz
      from row
    )
    update provenance_head set n = last.n, hash = decode(last.hash, 'hex')
    from (select distinct on (asset_token_id) * from row order by asset_token_id, n desc) as last
    where provenance_head.asset_token_id = last.asset_token_id
  `.execute(tx)
}

/** Returns the state of the newest record of a title or copy. A job seals new records. */
export async function readFlowStatus(ctx: Ctx, { id }: BodyOf<typeof getFlowStatus>) {
  const row = await newestEvent(ctx.db, id, currentPerson(ctx))
  if (!row)
    return {
      status: 'unknown',
      transaction_status: null,
      kind: null,
      at: null,
      sealed_at: null,
    } as const
  const { status: transaction_status, kind, at, sealed_at } = row
  return { status: FLOW_STATUS[transaction_status], transaction_status, kind, at, sealed_at }
}

export type RecordStatus = 'pending' | 'finalized' | 'executed' | 'sealed' | 'expired'
/** Maps a record's status to the status that the API shows. */
export const FLOW_STATUS = {
  pending: 'unknown',
  finalized: 'unknown',
  executed: 'unknown',
  sealed: 'done',
  expired: 'failed',
} as const satisfies Record<RecordStatus, string>

/**
 * Finds the newest record of a copy, or of all copies of a title. The query starts from the copies,
 * because a scan of the newest records would be slow. Finds nothing of a title that the viewer does not see.
 */
async function newestEvent(db: Db, id: string, viewer: Person) {
  const { rows } = await sql<{
    status: RecordStatus
    kind: string
    at: string
    sealed_at: string | null
  }>`
    select status, kind, at, sealed_at from (
      select newest.* from serial join asset using (kid) join lateral (
        select * from provenance_event event where event.asset_token_id = serial.asset_token_id
        order by n desc limit 1
      ) newest on true
      where (serial.kid = ${id} or serial.asset_token_id = ${id})
        and ${isVisibleTo(viewer)}
    ) as newest order by id desc limit 1
  `.execute(db)
  return rows[0]
}
