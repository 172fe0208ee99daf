import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inTx } from '#core/database/db.ts'
import { listListed } from '#src/catalog/asset/asset.ts'
import { type Buyer, ground, type Ground, people } from './ground.ts'
import { serve } from './server.ts'

const FEW = 100
const MANY = 100_000
const COPIES = 10
const ROUNDS = 300
const PATH = '/api/2.0/assets/listed'
const FILTERS = { offset: 0, limit: 16, sort_by: 'newest' } as const
const CLIENTS = 16
const TURNS = 3
const TURN_SECONDS = 2
type Coding = 'identity' | 'gzip'
const MEMORY = join(import.meta.dirname, 'memory.ts')

/**
 * What the first page of the marketplace takes among 100,000 titles with a million copies, against
 * 100; and how many a second guests get over HTTP, against the same bytes from memory.
 */
export async function catalog() {
  const [few, many] = [await ground(), await ground()]
  try {
    await fill(few, FEW)
    await fill(many, MANY)
    const reader = { few: (await people(few, 1, 0))[0]!, many: (await people(many, 1, 0))[0]! }
    const took = { few: [] as number[], many: [] as number[] }
    for (let round = 0; round < ROUNDS; round++) {
      took.few.push(await firstPage(few, reader.few))
      took.many.push(await firstPage(many, reader.many))
    }
    const [few_ms, many_ms] = [middle(took.few), middle(took.many)]
    return {
      growth: rounded(many_ms / few_ms),
      few_ms: rounded(few_ms),
      many_ms: rounded(many_ms),
      ...(await overHttp(many)),
    }
  } finally {
    await few.close()
    await many.close()
  }
}

/** Titles of ten copies each, all on sale, as they would have come to lie: counted, not by trigger. */
async function fill(on: Ground, titles: number) {
  const [creator] = await people(on, 1, 0)
  await inTx(on, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      with title as (
        insert into asset (creator, title, description, asset_type, media_type, copies_count,
          royalty_rate_bp, min_sellable_price, created_at, published_at)
        select ${creator!.account_id}::uuid, 'Title ' || i, repeat('What it is about. ', 20), 'video',
          (array['video', 'audio', 'image'])[1 + i % 3], ${COPIES}::int, 1000, 10,
          now() - i * interval '1 minute', now() - i * interval '1 minute'
        from generate_series(1, ${titles}::int) i returning kid
      ), copy as (
        insert into serial (kid, number, owner, owned_since)
        select kid, number, ${creator!.account_id}::uuid, now()
        from title, generate_series(1, ${COPIES}::int) number returning kid, number, asset_token_id
      ), offered as (
        insert into listing (kind, asset_token_id, kid, seller, status, sale_price, batch, created_at)
        select 'sale', asset_token_id, kid, ${creator!.account_id}::uuid, 'open', 500 + number, kid, now()
        from copy
      )
      insert into asset_offer (kid, sale, min_sale_price, max_sale_price)
      select kid, ${COPIES}::int, 501, 500 + ${COPIES}::int from title
    `.execute(tx)
  })
  await on.pool.query('vacuum analyze') // as autovacuum would have by then
}

async function firstPage(on: Ground, person: Buyer): Promise<number> {
  const begun = performance.now()
  const { items } = await listListed(on.ctxOf(person), FILTERS)
  if (items.length !== 16) throw new Error(`a page of ${items.length} titles`)
  return performance.now() - begun
}

/** Plain and packed, by turns, so that a noisy moment hits both; either server is a process of its own. */
async function overHttp(on: Ground) {
  const server = await serve({ DATABASE_URL: on.url, DATA_DIR: on.folder })
  const url = `${server.url}${PATH}`
  const memory = fork(MEMORY, [await (await fetch(url)).text()])
  const [port] = (await once(memory, 'message')) as [number]
  try {
    const plain = await compared(url, `http://localhost:${port}/`, 'identity')
    const gzip = await compared(url, `http://localhost:${port}/`, 'gzip')
    return { plain, gzip, ratio: Math.min(plain.ratio, gzip.ratio) }
  } finally {
    memory.kill()
    await server.stop()
  }
}

/** Answers a second of ours and of the memory's, both sent in one coding. */
async function compared(ours: string, memory: string, coding: Coding) {
  const counts = { ours: 0, memory: 0 }
  for (let turn = 0; turn < TURNS; turn++) {
    counts.ours += await answered(ours, coding)
    counts.memory += await answered(memory, coding)
  }
  const seconds = TURNS * TURN_SECONDS
  return {
    per_second: Math.round(counts.ours / seconds),
    memory_per_second: Math.round(counts.memory / seconds),
    ratio: rounded(counts.ours / counts.memory),
  }
}

async function answered(url: string, coding: Coding): Promise<number> {
  const until = performance.now() + TURN_SECONDS * 1_000
  let count = 0
  const client = async () => {
    while (performance.now() < until) {
      const response = await fetch(url, { headers: { 'accept-encoding': coding } })
      const sent = response.headers.get('content-encoding') ?? 'identity'
      if (response.status !== 200 || sent !== coding) throw new Error(`${response.status} ${sent}`)
      await response.arrayBuffer()
      count++
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return count
}

const middle = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!
const rounded = (value: number) => Number(value.toFixed(2))
