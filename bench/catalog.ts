import { listListed } from '#src/catalog/asset/asset.ts'
import { median, rounded } from './figures.ts'
import {
  type BenchDatabase,
  type Buyer,
  createCatalog,
  createPeople,
  openBenchDatabase,
} from './bench-database.ts'
import { countAnswers, serveFromMemory } from './rates.ts'
import { serve } from './server.ts'

const FEW_TITLES = 100
const MANY_TITLES = 100_000
const COPIES = 10
const ROUNDS = 300
const PATH = '/api/2.0/assets/listed'
const FILTERS = { offset: 0, limit: 16, sort_by: 'newest' } as const
const RUNS = 3
const RUN_SECONDS = 2

/**
 * Measures the first page of the marketplace among 100,000 titles with a million copies against 100
 * titles. Also measures the pages per second that guests get over HTTP, against the same bytes from
 * memory.
 */
export async function catalog() {
  const [few, many] = [await openBenchDatabase(), await openBenchDatabase()]
  try {
    await createCatalog(few, FEW_TITLES, COPIES)
    await createCatalog(many, MANY_TITLES, COPIES)
    const reader = {
      few: (await createPeople(few, 1, 0))[0]!,
      many: (await createPeople(many, 1, 0))[0]!,
    }
    const timings = { few: [] as number[], many: [] as number[] }
    for (let round = 0; round < ROUNDS; round++) {
      timings.few.push(await firstPage(few, reader.few))
      timings.many.push(await firstPage(many, reader.many))
    }
    const [few_ms, many_ms] = [median(timings.few), median(timings.many)]
    return {
      growth: rounded(many_ms / few_ms),
      few_ms: rounded(few_ms),
      many_ms: rounded(many_ms),
      ...(await measureOverHttp(many)),
    }
  } finally {
    await few.close()
    await many.close()
  }
}

async function firstPage(database: BenchDatabase, person: Buyer): Promise<number> {
  const startedAt = performance.now()
  const { items } = await listListed(database.ctxOf(person), FILTERS)
  if (items.length !== 16) throw new Error(`a page of ${items.length} titles`)
  return performance.now() - startedAt
}

/**
 * Measures plain and compressed answers alternately with the memory server, so that a noisy moment
 * hits both. Each server is a process of its own.
 */
async function measureOverHttp(database: BenchDatabase) {
  const server = await serve({ DATABASE_URL: database.url, DATA_DIR: database.folder })
  const url = `${server.url}${PATH}`
  const memory = await serveFromMemory(await (await fetch(url)).text())
  try {
    const plain = await compareRates(url, memory.url, 'identity')
    const gzip = await compareRates(url, memory.url, 'gzip')
    return { plain, gzip, ratio: Math.min(plain.ratio, gzip.ratio) }
  } finally {
    memory.stop()
    await server.stop()
  }
}

/** Compares the answers per second of the app and the memory server in one content encoding. */
async function compareRates(ours: string, memory: string, coding: 'identity' | 'gzip') {
  const counts = { ours: 0, memory: 0 }
  for (let run = 0; run < RUNS; run++) {
    counts.ours += await countAnswers(ours, RUN_SECONDS, { 'accept-encoding': coding })
    counts.memory += await countAnswers(memory, RUN_SECONDS, { 'accept-encoding': coding })
  }
  const seconds = RUNS * RUN_SECONDS
  return {
    per_second: Math.round(counts.ours / seconds),
    memory_per_second: Math.round(counts.memory / seconds),
    ratio: rounded(counts.ours / counts.memory),
  }
}
