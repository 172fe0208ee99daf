import { sql } from 'kysely'
import type { Ctx } from '#core/context.ts'
import { inTx, type Tx } from '#core/database/db.ts'
import { fail } from '#core/errors.ts'
import { failpoint } from '#core/failpoint.ts'
import { job } from '#core/jobs.ts'
import { checkpointText, logKey } from './log-key.ts'
import { newestCheckpoint, readTiles } from './log.ts'
import { appended, partialTiles, type ReadTile, rootOf, type Tile } from './tree.ts'

export const sealRecords = job<object>('provenance.seal')
const BATCH = 5_000
const BATCHES = 10 // of one run, so that a worker can stop between runs

/**
 * Enters new records in the log, oldest first, and signs its new state. Repeating the job is harmless.
 * Records that a server of the version before has sealed are entered, too.
 */
export async function seal(ctx: Ctx) {
  for (let batch = 0; batch < BATCHES && !ctx.signal?.aborted; batch++)
    if ((await sealBatch(ctx)) < BATCH) return
}

/** Seals up to `BATCH` records in one transaction, and returns their number. */
async function sealBatch(ctx: Ctx): Promise<number> {
  const key = logKey(ctx.config)
  return await inTx(ctx, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('provenance_log'))`.execute(tx)
    const newest = await newestCheckpoint(tx)
    const before = newest?.size ?? 0
    const at = ctx.time().toISOString()
    const hashes = await sequence(tx, before, at)
    const isSigned = newest?.verifier_key === key.verifierKey
    const size = before + hashes.length
    if (size === 0 || (hashes.length === 0 && isSigned)) return 0
    const read = await extend(tx, before, hashes)
    failpoint('log.sealing')
    const root = rootOf(read, size)
    const note = key.sign(checkpointText(key.origin, size, root))
    await tx
      .insertInto('log_checkpoint')
      .values({ size, root, verifier_key: key.verifierKey, note, at })
      .execute()
    return hashes.length
  })
}

/**
 * Gives the oldest records without an index the next ones, from `size` on, and returns their hashes in
 * that order. A copy's record has a lower id than its next one, which waits for the first to commit.
 */
async function sequence(tx: Tx, size: number, at: string): Promise<Buffer[]> {
  const { rows } = await sql<{ log_index: number; hash: Buffer }>`
    with numbered as (
      select id, ${size}::bigint + row_number() over (order by id) - 1 as log_index
      from (select id from provenance_event where log_index is null order by id limit ${BATCH}) oldest
    )
    update provenance_event event
    set log_index = numbered.log_index, status = 'sealed',
      sealed_at = coalesce(sealed_at, ${at}::timestamptz)
    from numbered where event.id = numbered.id
    returning event.log_index, event.hash
  `.execute(tx)
  const sorted = rows.toSorted((a, b) => a.log_index - b.log_index)
  if (sorted.some(({ log_index }, i) => log_index !== size + i)) fail('bug')
  return sorted.map(({ hash }) => hash)
}

/** Appends hashes to the tree of `size` entries. Returns the tiles from which its root follows. */
async function extend(tx: Tx, size: number, hashes: readonly Buffer[]): Promise<ReadTile> {
  const read = await readTiles(tx, partialTiles(size))
  const tiles = appended(read, size, hashes)
  if (tiles.length > 0) await store(tx, tiles)
  const changed = new Map(tiles.map((tile) => [`${tile.level}/${tile.number}`, tile.hashes]))
  return (level, number) => changed.get(`${level}/${number}`) ?? read(level, number)
}

async function store(tx: Tx, tiles: Tile[]) {
  await tx
    .insertInto('log_tile')
    .values(tiles)
    .onConflict((conflict) =>
      conflict
        .columns(['level', 'number'])
        .doUpdateSet({ hashes: (eb) => eb.ref('excluded.hashes') }),
    )
    .execute()
}
