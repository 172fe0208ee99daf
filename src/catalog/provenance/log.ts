import { sql } from 'kysely'
import type { Ctx } from '#core/context.ts'
import type { Db, Tx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import type { BodyOf } from '#core/http/endpoint.ts'
import { checkpointText, logKey } from './log-key.ts'
import type { getTile } from './log.shared.ts'
import {
  EMPTY_ROOT,
  HASH_BYTES,
  inclusionProof,
  proofTiles,
  type ReadTile,
  type Tile,
  TILE_WIDTH,
} from './tree.ts'
import type { InclusionProof } from './verify.shared.ts'

const FOREVER = 'public, max-age=31536000, immutable'
const A_MOMENT = 'public, max-age=5' // seconds, as often as records are sealed

export interface Checkpoint {
  size: number
  note: string
  verifier_key: string
  at: string
}

/** Returns the newest checkpoint: `GET /log/checkpoint`. Before the first one it is of an empty tree. */
export async function readCheckpoint({ db, config }: Ctx): Promise<Response> {
  const newest = await newestCheckpoint(db)
  return text(newest?.note ?? emptyNote(config))
}

/** Returns the key of the newest checkpoint: `GET /log/key`. */
export async function readLogKey({ db, config }: Ctx): Promise<Response> {
  const newest = await newestCheckpoint(db)
  return text(`${newest?.verifier_key ?? logKey(config).verifierKey}\n`)
}

const text = (body: string) =>
  new Response(body, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': A_MOMENT },
  })

function emptyNote(config: Ctx['config']): string {
  const { origin, sign } = logKey(config)
  return sign(checkpointText(origin, 0, EMPTY_ROOT))
}

/** Returns the hashes of a tile: `GET /log/tile/{level}/{number}`. */
export async function readTile({ db }: Ctx, path: BodyOf<typeof getTile>): Promise<Response> {
  const { level, number, width } = tileAt(path) ?? fail('not_found')
  const row = await db
    .selectFrom('log_tile')
    .select('hashes')
    .where('level', '=', level)
    .where('number', '=', number)
    .executeTakeFirst()
  if (!row || row.hashes.length < width * HASH_BYTES) return fail('not_found')
  return new Response(new Uint8Array(row.hashes.subarray(0, width * HASH_BYTES)), {
    headers: { 'content-type': 'application/octet-stream', 'cache-control': FOREVER },
  })
}

const LEVEL = /^[0-7]$/ // as in the table: level 7 would be full after 2^64 records
const NUMBER = /^((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/
const LONGEST = 5 // groups of digits, so that the number is exact

/** Reads the path of a tile (c2sp.org/tlog-tiles). Returns undefined if it is malformed. */
function tileAt({ level, number }: BodyOf<typeof getTile>) {
  const [, groups, width] = NUMBER.exec(number) ?? []
  if (!groups || !LEVEL.test(level)) return undefined
  const digits = groups.split('/').map((group) => group.slice(-3))
  const isPadded = digits.length > 1 && digits[0] === '000'
  if (isPadded || digits.length > LONGEST || Number(width ?? 1) >= TILE_WIDTH) return undefined
  return {
    level: Number(level),
    number: Number(digits.join('')),
    width: Number(width ?? TILE_WIDTH),
  }
}

/** Returns the newest checkpoint; undefined before the first one. */
export const newestCheckpoint = (db: Db | Tx): Promise<Checkpoint | undefined> =>
  db
    .selectFrom('log_checkpoint')
    .select(['size', 'note', 'verifier_key', 'at'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Reads the named tiles in one statement. */
export async function readTiles(
  db: Db | Tx,
  named: readonly Omit<Tile, 'hashes'>[],
): Promise<ReadTile> {
  const { rows } = await sql<Tile>`
    select level, number, hashes from log_tile
    join unnest(${named.map(({ level }) => level)}::int[], ${named.map(({ number }) => number)}::bigint[])
      as named (level, number) using (level, number)
  `.execute(db)
  const tiles = new Map(rows.map(({ level, number, hashes }) => [`${level}/${number}`, hashes]))
  return (level, number) => tiles.get(`${level}/${number}`)
}

/** Proves that the record at `index` is in the tree of a checkpoint. */
export async function proveInclusion(
  db: Db,
  { hash, index }: { hash: Buffer; index: number },
  { size, note, verifier_key }: Checkpoint,
): Promise<InclusionProof> {
  const read = await readTiles(db, proofTiles(index, size))
  return {
    hash: hash.toString('base64'),
    index,
    proof: inclusionProof(read, index, size).map((sibling) => sibling.toString('base64')),
    checkpoint: note,
    verifier_key,
  }
}
