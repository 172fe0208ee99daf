import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { API, type ReplyOf } from '#core/http/endpoint.ts'
import { listListedAssets } from '#src/catalog/asset/asset.shared.ts'
import { isDemoMade } from '../demo/demo.ts'
import { CHROMIUM_PATH } from '../test/chromium-path.ts'
import { median } from './figures.ts'
import { serve } from './server.ts'

const VERSION = 'lighthouse@13.5.0'
const RUNS = Number(process.env.BENCH_RUNS ?? 5)
const PATIENCE_MS = 600_000
const DEBUG_PORT = '9333'
const REPORT_MAX = 50_000_000 // bytes

const run = promisify(execFile)

/** The part of Lighthouse's report that is read here. */
interface Report {
  runtimeError?: { message: string }
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
}

/**
 * Measures Lighthouse's scores (0 to 100, the medians of five runs) of four pages of the demo world,
 * as a guest on its slow phone, and the times behind the first score in milliseconds. These depend on
 * the load of this machine. `BENCH_RUNS` sets another number of runs.
 */
export async function lighthouse() {
  const folder = await mkdtemp(join(tmpdir(), 'renban-lighthouse-'))
  const server = await serve({ DATA_DIR: folder, DEMO: '1' })
  const args = [`--remote-debugging-port=${DEBUG_PORT}`, '--no-sandbox', '--disable-gpu']
  const browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args })
  try {
    await untilDemoIsMade(folder)
    const { kid, brand } = await earlyTitle(server.url)
    const paths = {
      home: '/',
      title: `/asset/${kid}`,
      brand: `/brand/${brand}`,
      search: '/?q=night',
    }
    const figures: Record<string, Record<string, number>> = {}
    for (const [name, path] of Object.entries(paths)) {
      const runs: Record<string, number>[] = []
      for (let n = 0; n < RUNS; n++) runs.push(figuresOf(await reportOn(server.url + path)))
      figures[name] = medians(runs)
    }
    return figures
  } finally {
    await browser.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Waits until the demo world is complete: pictures and films of the last titles are still made before. */
async function untilDemoIsMade(dataDir: string) {
  const deadline = Date.now() + PATIENCE_MS
  while (Date.now() < deadline) {
    if (isDemoMade({ dataDir })) return
    await sleep(1_000)
  }
  throw new Error('the demo world was not made')
}

/** Returns an early title, with its brand: some late ones are withdrawn. */
async function earlyTitle(url: string) {
  const response = await fetch(`${url}${API}${listListedAssets.path}?sort_by=oldest`)
  const { items } = (await response.json()) as ReplyOf<typeof listListedAssets>
  const { kid, brand } = items.find((one) => one.brand && one.poster)!
  return { kid, brand: brand!.account }
}

/** Runs Lighthouse, which npm fetches on first use. */
async function reportOn(url: string): Promise<Report> {
  const flags = ['--quiet', '--output=json', `--port=${DEBUG_PORT}`]
  const { stdout } = await run('npx', ['--yes', VERSION, url, ...flags], { maxBuffer: REPORT_MAX })
  const report = JSON.parse(stdout) as Report
  if (report.runtimeError) throw new Error(report.runtimeError.message)
  return report
}

function figuresOf({ categories, audits }: Report): Record<string, number> {
  const score = (name: string) => Math.round(100 * (categories[name]?.score ?? 0))
  const ms = (name: string) => Math.round(audits[name]?.numericValue ?? 0)
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    best_practices: score('best-practices'),
    seo: score('seo'),
    first_paint_ms: ms('first-contentful-paint'),
    largest_paint_ms: ms('largest-contentful-paint'),
    blocking_ms: ms('total-blocking-time'),
  }
}

function medians(runs: Record<string, number>[]) {
  const names = Object.keys(runs[0]!)
  return Object.fromEntries(names.map((name) => [name, median(runs.map((one) => one[name]!))]))
}
