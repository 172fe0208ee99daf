import { equal, notEqual, ok } from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { type Browser, chromium } from 'playwright-core'
import { CHROMIUM_PATH } from '../../../test/chromium-path.ts'
import { H264, PICTURE, TONE, ffmpeg, tempFolder } from '../../../test/ffmpeg.ts'
import { openTranscoder } from '#src/integrations/transcoder.ts'
import { keyIds, newContentKeys, segmentKey } from './keys.ts'
import { renditionNames } from './ladder.ts'
import { clearKeyResponse } from './licence.ts'
import { dashManifest, hlsMaster, hlsMedia, hlsSubtitle } from './manifest.ts'
import { type FileSet, type MediaIndex, mediaIndex, packageTrack } from './package.ts'
import { encodePlan, planRenditions } from './encode.ts'

const KID = '7d444840-9dc0-41d1-b245-5ffdce74fad2'
const CHROMIUM = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-sync',
  '--disable-component-update',
  '--autoplay-policy=no-user-gesture-required',
]
const PAGE =
  '<!doctype html><script src="/shaka.js"></script><body style="background:#000"><video muted width=320></video>'
const VTT = 'WEBVTT\n\n00:00.000 --> 00:05.000\nこんにちは\n'

const keys = newContentKeys()
const files = new Map<string, Buffer | string>()
const log: string[] = []
let licensed = true
let server: Server
let browser: Browser
let origin: string

before(async () => {
  const folder = await tempFolder()
  const encode = `${H264} -g 60 -c:a aac`
  await ffmpeg(folder, `${PICTURE('854x480', 6)} ${TONE(6)} ${encode} master.mp4`)
  const [locked, clear] = await Promise.all([packaged(folder, 'master.mp4', true), trailer()])
  publish('locked', locked)
  publish('trailer', clear)
  files.set('/ja.vtt', VTT)
  files.set('/', PAGE)
  files.set('/shaka.js', await readFile('node_modules/shaka-player/dist/shaka-player.compiled.js'))
  server = createServer((request, response) => void answer(request, response)).listen(
    0,
    '127.0.0.1',
  )
  await new Promise((listening) => server.once('listening', listening))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args: CHROMIUM })
})

after(async () => {
  await browser?.close()
  server?.close()
})

test('AS-13 a film under cbcs plays by DASH with a ClearKey licence', async () => {
  const { languages } = await plays('/locked/cbcs.mpd', ['cbcs', 'licence'])
  equal(languages, 'ja', 'with its subtitles')
})

test('a film under cbcs plays by HLS from the same files', async () => {
  const { languages } = await plays('/locked/cbcs.m3u8', ['cbcs', 'key'])
  equal(languages, 'ja', 'with its subtitles')
})

test('a film under AES-128 plays by HLS in players without ClearKey', async () => {
  await plays('/locked/aes-128.m3u8', ['aes-128', 'key'])
})

test('a trailer plays unencrypted by DASH and HLS', async () => {
  await plays('/trailer/clear.mpd', ['clear'])
  await plays('/trailer/clear.m3u8', ['clear'])
})

test('without a licence nothing is shown in any format', async (t) => {
  licensed = false
  t.after(() => (licensed = true))
  for (const manifest of ['cbcs.mpd', 'cbcs.m3u8', 'aes-128.m3u8']) {
    const seen = await watch(`/locked/${manifest}`)
    equal(seen.frames, 0, manifest)
    ok(seen.entropy < 1, `${manifest} shows ${seen.entropy} bits of a picture`)
    notEqual(seen.error, undefined, manifest)
  }
})

async function plays(manifest: string, requested: string[]) {
  log.length = 0
  const seen = await watch(manifest)
  equal(seen.error, undefined)
  ok(seen.time > 1, `stood at ${seen.time}`)
  ok(seen.entropy > 3, `a picture, not ${seen.entropy} bits of one`)
  ok(seen.frames > 10, `${seen.frames} frames`)
  equal(seen.width, 854, 'the largest rendition')
  for (const word of requested)
    ok(
      log.some((path) => path.includes(word)),
      `${word} was not requested`,
    )
  return seen
}

/** Plays a second and a half of a stream. */
async function watch(manifest: string) {
  const page = await browser.newPage()
  try {
    await page.goto(origin)
    const seen = await page.evaluate(look, origin + manifest)
    // Not from a canvas: Chromium paints encrypted films black there.
    const picture = sharp(await page.locator('video').screenshot())
    const { entropy } = await picture.stats()
    return { ...seen, entropy }
  } finally {
    await page.close()
  }
}

/** Plays a stream with Shaka Player; runs in the page. */
async function look(url: string) {
  const video = document.querySelector('video')!
  // oxlint-disable-next-line typescript/no-explicit-any
  const { shaka } = window as any
  const errors: string[] = []
  const player = new shaka.Player()
  await player.attach(video)
  player.configure({ abr: { enabled: true, defaultBandwidthEstimate: 1e8 } })
  player.configure({ streaming: { retryParameters: { maxAttempts: 1 } } })
  player.addEventListener('error', (e: { detail: { code: number } }) =>
    errors.push(`${e.detail.code}`),
  )
  await player.load(url, 0).catch((e: { code: number }) => errors.push(`${e.code}`))
  video.play().catch(() => {}) // settles only when there is something to play
  const start = performance.now()
  while (video.currentTime < 1.5 && errors.length === 0 && performance.now() - start < 10_000)
    await new Promise((next) => setTimeout(next, 50))
  video.pause()
  return {
    error: errors[0],
    time: video.currentTime,
    width: video.videoWidth,
    frames: video.getVideoPlaybackQuality().totalVideoFrames,
    languages: player
      .getTextTracks()
      .map((track: { language: string }) => track.language)
      .join(),
  }
}

async function packaged(folder: string, file: string, locked: boolean): Promise<MediaIndex> {
  const transcoder = await openTranscoder()
  const source = { folder, file, demuxer: 'mov' }
  const probe = await transcoder.probe(source)
  const plan = await planRenditions(transcoder, source, probe)
  await encodePlan(transcoder, source, plan, { probe })
  const tracks = await Promise.all(
    renditionNames(plan).map((name) =>
      packageTrack({
        name,
        path: join(folder, `${name}.mp4`),
        ...(locked && { locked: { kid: KID, keys } }),
        async write(path, bytes) {
          files.set(`/media/${locked ? 'locked' : 'trailer'}/${path}`, bytes)
        },
      }),
    ),
  )
  return mediaIndex(tracks)
}

async function trailer(): Promise<MediaIndex> {
  const folder = await tempFolder()
  await ffmpeg(folder, `${PICTURE('854x480', 3)} ${TONE(3)} ${H264} -c:a aac trailer.mp4`)
  return packaged(folder, 'trailer.mp4', false)
}

function publish(name: string, media: MediaIndex) {
  const base = `/media/${name}/`
  const subtitles = name === 'locked' ? [{ language: 'ja', label: '日本語', url: '/ja.vtt' }] : []
  const sets: FileSet[] = media.encrypted ? ['cbcs', 'aes-128'] : ['clear']
  const dash = dashManifest(media, { base, licenceUrl: '/licence', subtitles })
  files.set(`/${name}/${sets[0]}.mpd`, dash)
  files.set(`/${name}/ja.m3u8`, hlsSubtitle(media, '/ja.vtt'))
  for (const scheme of sets) {
    const playlistUrl = (track: string) => `/${name}/${scheme}-${track}.m3u8`
    const subtitleUrl = (language: string) => `/${name}/${language}.m3u8`
    files.set(`/${name}/${scheme}.m3u8`, hlsMaster(media, { playlistUrl, subtitleUrl, subtitles }))
    for (const { name: track, kind } of media.tracks)
      files.set(
        playlistUrl(track),
        hlsMedia(media, track, { base, scheme, keyUrl: `/key/${scheme}/${kind}` }),
      )
  }
}

const TYPES: Record<string, string> = {
  mpd: 'application/dash+xml',
  m3u8: 'application/vnd.apple.mpegurl',
  vtt: 'text/vtt',
  js: 'text/javascript',
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url!
  log.push(path)
  const [, route, scheme, kind] = path.split('/') as [string, string, FileSet, 'video' | 'audio']
  const file = files.get(path)
  if (['licence', 'key'].includes(route) && !licensed) response.writeHead(403).end()
  else if (route === 'key') response.end(scheme === 'cbcs' ? keys[kind] : segmentKey(keys[kind]))
  else if (route === 'licence') response.end(await licence(request))
  else if (file === undefined) response.writeHead(404).end()
  else response.writeHead(200, { 'content-type': typeOf(path) }).end(file)
}

async function licence(request: IncomingMessage): Promise<string> {
  const body = Buffer.concat(await request.toArray()).toString()
  const ids = keyIds(KID)
  const held = new Map([
    [ids.video, keys.video],
    [ids.audio, keys.audio],
  ])
  return JSON.stringify(clearKeyResponse(JSON.parse(body), held))
}

const typeOf = (path: string) => TYPES[path.split('.').pop()!] ?? 'text/html'
