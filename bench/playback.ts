import { execFile } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Browser, chromium, type Page } from 'playwright-core'
import { build, type Rolldown } from 'vite'
import { API } from '#core/http/endpoint.ts'
import { createDrmToken } from '#src/media/playback/playback.shared.ts'
import type { openStream, Source } from '#src/media/playback/stream.tsx'
import { CHROMIUM_PATH } from '../test/chromium-path.ts'
import { createPerson, type Person } from '../test/people.ts'
import { sendFiles, uploadOf } from '../test/uploads.ts'
import { median, rounded } from './figures.ts'
import { openBenchDatabase } from './bench-database.ts'
import { serve } from './server.ts'

const SECONDS = 8
const CLIP = 'clip.mp4'
const SOURCES = `-f lavfi -i testsrc2=s=640x360:r=30:d=${SECONDS} -f lavfi -i sine=f=440:d=${SECONDS}`
const ENCODING = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 60 -c:a aac'
const CLIENTS = 16
const RUNS = 3
const RUN_SECONDS = 2
const PLAYS = 40
const PLAYER = join(import.meta.dirname, '../src/media/playback/stream.tsx')

interface Film {
  url: string
  kid: string
  mika: Person
}
type Ask = () => Promise<Response>

/**
 * Measures what playback costs with its checks, against the same without them, alternately in one
 * run: tokens and licences against a call that only reads the session and its account; segments
 * through the check against the same files of the trailer, which are public; and the time from Play
 * to the first frame of a film against that of its trailer, the same clip unencrypted, over the
 * network.
 */
export async function playback() {
  const browser = await chromium.launch({
    executablePath: CHROMIUM_PATH,
    args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
  })
  const database = await openBenchDatabase()
  const server = await serve({ DATABASE_URL: database.url, DATA_DIR: database.folder })
  try {
    const folder = join(database.folder, 'film')
    await mkdir(folder)
    const words = `-v error -y ${SOURCES} ${ENCODING} ${CLIP}`.split(' ')
    await promisify(execFile)('ffmpeg', words, { cwd: folder })
    const bytes = await readFile(join(folder, CLIP))
    const setup = { url: server.url, app: { db: database.db }, clock: { now: new Date() } }
    const mika = await createPerson(setup, 'Mika', { role: 'ORH' })
    const clip = { name: CLIP, type: 'video/mp4', bytes }
    const { uuid, kid } = await sendFiles(mika, { asset: clip, trailer: clip })
    while ((await uploadOf(mika, uuid)).status !== 'done') await sleep(500)
    const film = { url: server.url, kid, mika }
    const rates = await measureRates(film)
    const segments = await measureSegments(film)
    const first_frame = await measureFirstFrame(browser, film)
    return { ...rates, segments, first_frame }
  } finally {
    await browser.close()
    await server.stop()
    await database.close()
  }
}

async function measureRates({ url, kid, mika }: Film) {
  const headers = { authorization: `Bearer ${mika.token}`, 'content-type': 'application/json' }
  const post = (path: string, body: object) => () =>
    fetch(url + API + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const session = () => fetch(`${url}${API}/accounts/current`, { headers })
  const { token } = await mika.call(createDrmToken, { kid })
  const id = Buffer.from(kid.replaceAll('-', ''), 'hex').toString('base64url')
  const licence = post(`/drm/clearkey?token=${token}`, { kids: [id], type: 'temporary' })
  const tokens = await compare(post('/assets/drm_token', { kid }), session)
  return { tokens, licences: await compare(licence, session) }
}

async function measureSegments({ url, kid, mika }: Film) {
  const headers = { authorization: `Bearer ${mika.token}` }
  const { dash_url, token } = await mika.call(createDrmToken, { kid })
  const guarded = await segmentsIn(`${url}${dash_url}`, headers)
  const open = await segmentsIn(`${url}/trailers/${kid}/manifest.mpd`, {})
  const first = (paths: string[]) => url + paths[0]!.replace('$Number$', '1').replace('&amp;', '&')
  const guardedUrl = `${first(guarded).split('?')[0]}?token=${token}`
  return compare(
    () => fetch(guardedUrl, { headers }),
    () => fetch(first(open)),
  )
}

async function segmentsIn(manifest: string, headers: Record<string, string>): Promise<string[]> {
  const text = await (await fetch(manifest, { headers })).text()
  return [...text.matchAll(/media="([^"]+)"/g)].map(([, path]) => path!)
}

/** Compares the answers per second of two requests, asked by many clients in turns. */
async function compare(ours: Ask, bare: Ask) {
  const counts = { ours: 0, bare: 0 }
  await countResponses(ours, 0.2)
  await countResponses(bare, 0.2)
  for (let run = 0; run < RUNS; run++) {
    counts.ours += await countResponses(ours, RUN_SECONDS)
    counts.bare += await countResponses(bare, RUN_SECONDS)
  }
  const seconds = RUNS * RUN_SECONDS
  return {
    per_second: Math.round(counts.ours / seconds),
    bare_per_second: Math.round(counts.bare / seconds),
    ratio: rounded(counts.ours / counts.bare),
  }
}

async function countResponses(ask: Ask, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1_000
  let count = 0
  const client = async () => {
    while (performance.now() < until) {
      const response = await ask()
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
      await response.arrayBuffer()
      count++
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return count
}

/**
 * Plays film and trailer in turns in one page, with the code of the player. The browser's cache is
 * off: it may keep the trailer's files, but not the film's, and would send no request for them.
 */
async function measureFirstFrame(browser: Browser, { url, kid, mika }: Film) {
  const context = await browser.newContext({ baseURL: url, bypassCSP: true })
  await context.addCookies([{ name: 'session', value: mika.token, url }])
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await page.goto('/healthz')
  await page.addScriptTag({ content: await playerCode() })
  const trailer = `/trailers/${kid}`
  const sources = {
    film: { kid },
    trailer: { dash: `${trailer}/manifest.mpd`, hls: `${trailer}/master.m3u8` },
  }
  const times = { film: [] as number[], trailer: [] as number[] }
  const requests = { film: 0, trailer: 0 }
  for (let play = 0; play <= PLAYS; play++)
    for (const kind of ['film', 'trailer'] as const) {
      const count = () => requests[kind]++
      page.on('request', count)
      const ms = await firstFrameOf(page, sources[kind])
      page.off('request', count)
      if (play > 0) times[kind].push(ms) // the first one warms up
    }
  const [ms, clear_ms] = [median(times.film), median(times.trailer)]
  return {
    ms: Math.round(ms),
    clear_ms: Math.round(clear_ms),
    ratio: rounded(ms / clear_ms),
    requests: Math.round(requests.film / (PLAYS + 1)),
    clear_requests: Math.round(requests.trailer / (PLAYS + 1)),
  }
}

/** Returns the code of the player and its library as one script, with `player.openStream`. */
async function playerCode(): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'esnext',
      lib: { entry: PLAYER, formats: ['iife'], name: 'player' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const [{ output }] = [built].flat() as [Rolldown.RolldownOutput]
  return output[0].code
}

/** Returns the milliseconds from Play to the first frame of a title or a trailer. */
const firstFrameOf = (page: Page, source: Source) =>
  page.evaluate(async (opened) => {
    const { player } = globalThis as unknown as { player: { openStream: typeof openStream } }
    const video = document.createElement('video')
    video.muted = true
    document.body.replaceChildren(video)
    const startedAt = performance.now()
    const { promise: frame, resolve, reject } = Promise.withResolvers<number>()
    video.requestVideoFrameCallback(() => resolve(performance.now() - startedAt))
    const fail = (problem: unknown) => reject(new Error(JSON.stringify(problem)))
    const stream = await player.openStream(video, opened, { onProblem: fail, onNetwork: () => {} })
    await video.play()
    const ms = await frame
    await stream!.close()
    return ms
  }, source)
