import { equal, ok, rejects } from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, readdir, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { before, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { H264, PICTURE, TONE, ffmpeg, tempFolder } from '../../test/ffmpeg.ts'
import { openTranscoder, type Source, type Transcoder } from './transcoder.ts'

const SECRET = 'the-secret-of-another-person'
/** A tool that prints two keyframes once it is told to go on. */
const SLOW_TOOL =
  '#!/bin/sh\n>begun; while [ ! -e go ]; do sleep 0.05; done; printf "0,K_\\n2,K_\\n"'
const COPY = ['-c', 'copy', '-f', 'matroska', 'out.mkv']
const transcoder = await openTranscoder()
let folder: string
let requests = 0
const server = createServer((_, response) => {
  requests += 1
  response.end(SECRET)
})

before(async () => {
  folder = await tempFolder()
  await ffmpeg(folder, `${PICTURE('64x48', 3)} ${TONE(3)} ${H264} -c:a aac film.mp4`)
  server.listen(0, '127.0.0.1').unref()
})

const source = (file: string, demuxer = 'mov') => ({ folder, file, demuxer })

test('a film is probed, and progress is reported while it is written', async () => {
  const probe = await transcoder.probe(source('film.mp4'))
  equal(probe.duration_seconds, 3)
  equal(probe.video?.codec, 'h264')
  equal(probe.audio?.channels, 1)
  const seen: number[] = []
  const onProgress = (share: number) => seen.push(share)
  await transcoder.run(source('film.mp4'), COPY, { durationSeconds: 3, onProgress })
  ok(seen.at(-1)! > 0.9 && seen.every((share) => share <= 1), seen.join())
})

test('the longest gap between two keyframes is found', async () => {
  await ffmpeg(folder, `${PICTURE('64x48', 6)} ${H264} -force_key_frames 0,1,4 -g 999 gaps.mp4`)
  const gap = await transcoder.keyframeGap(source('gaps.mp4'), 0)
  ok(Math.abs(gap - 3) < 0.05, `${gap}`)
})

// Malicious uploads named x.mp4. Each refers to a file outside the job's folder or to this web server.
const scripts: [title: string, text: (secret: string, url: string) => string][] = [
  ['an HLS list of a file', (secret) => `#EXTM3U\n#EXTINF:1,\nfile://${secret}\n#EXT-X-ENDLIST\n`],
  ['an HLS list of an address', (_, url) => `#EXTM3U\n#EXTINF:1,\n${url}\n#EXT-X-ENDLIST\n`],
  ['a concat script of a file', (secret) => `ffconcat version 1.0\nfile '${secret}'\n`],
  ['a concat script of an address', (_, url) => `ffconcat version 1.0\nfile '${url}'\n`],
  ['a DASH manifest', (_, url) => `<MPD><Period><BaseURL>${url}</BaseURL></Period></MPD>`],
  ['an SDP description', () => 'v=0\nm=video 5004 RTP/AVP 96\n'],
]
for (const [title, text] of scripts)
  for (const demuxer of ['mov', 'matroska', 'mpegts', 'mp3', 'aac', 'flac', 'wav', 'aiff', 'ogg'])
    test(`${title} opened as ${demuxer} reads no other file or address`, async () => {
      const own = await tempFolder()
      const secret = join(await tempFolder(), 'secret.txt')
      await writeFile(secret, SECRET)
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`
      await writeFile(join(own, 'x.mp4'), text(secret, url))
      const upload = { folder: own, file: 'x.mp4', demuxer }
      await rejects(transcoder.probe(upload), { name: 'Refusal', code: 'media_broken' })
      await transcoder.run(upload, COPY).catch(() => {})
      for (const name of (await readdir(own)).filter((each) => each !== 'x.mp4'))
        ok(!(await readFile(join(own, name))).includes(SECRET), name)
      equal(requests, 0)
    })

test('the tool sees only its own files and no network', async () => {
  ok(transcoder.isolated, 'bubblewrap works: setup installs it')
  const secret = join(await tempFolder(), 'secret.mp4')
  await ffmpeg(folder, `${PICTURE('64x48', 1)} ${H264} ${secret}`)
  const port = (server.address() as AddressInfo).port
  // The sandbox must hold even if the app's own arguments name the file.
  const second = (input: string) =>
    transcoder.run(source('film.mp4'), ['-f', 'mov', '-i', input, '-map', '1', ...COPY])
  await second('film.mp4')
  for (const input of [secret, join(folder, 'film.mp4'), `http://127.0.0.1:${port}/x`])
    await rejects(second(input), { code: 'media_broken' })
  equal(requests, 0)
})

test('a cut, empty or random file is refused', async () => {
  const half = (await readFile(join(folder, 'film.mp4'))).length / 2
  await ffmpeg(folder, `-i film.mp4 -c copy half.mp4`)
  await truncate(join(folder, 'half.mp4'), Math.floor(half))
  await writeFile(join(folder, 'empty.mp4'), '')
  await writeFile(join(folder, 'noise.mp4'), Buffer.alloc(5_000, 'ftypmoovnoise'))
  for (const file of ['half.mp4', 'empty.mp4', 'noise.mp4'])
    await rejects(transcoder.probe(source(file)), { code: 'media_broken' }, file)
})

test('a run that takes too long is killed with all its child processes', async () => {
  const impatient = await openTranscoder({ timeoutSeconds: 0.5 })
  await rejects(impatient.run(source('film.mp4'), slow('late')), { code: 'media_too_long' })
  equal(running('late'), 0)
})

test('a large film may be read for longer than a small one', async (t) => {
  const gap = (patient: Transcoder, film: Source) => patient.keyframeGap(film, 0)
  equal(await tenMinutes(t, gap), 2)
})

test('a film that states no duration has the time of the longest', async (t) => {
  const encode = (patient: Transcoder, film: Source) =>
    patient.run(film, COPY, { durationSeconds: 0 })
  await tenMinutes(t, encode)
})

test('an aborted run ends at once', async () => {
  const controller = new AbortController()
  const run = transcoder.run(source('film.mp4'), slow('off'), { signal: controller.signal })
  setTimeout(() => controller.abort(new Error('enough')), 300)
  await rejects(run, { message: 'enough' })
  equal(running('off'), 0)
})

test('a killed tool does not count as a broken file', async () => {
  const run = transcoder.run(source('film.mp4'), slow('shot'))
  const tool = () => working('shot').find(({ command }) => command === 'ffmpeg')
  while (!tool()) await sleep(20)
  process.kill(tool()!.pid, 'SIGKILL')
  await rejects(run, (error: Error) => error.name === 'Error' && /ended with/.test(error.message))
})

test('an output cannot grow beyond its limit', async () => {
  const limited = await openTranscoder({ fileBytes: 200_000 })
  const raw = ['-c:v', 'rawvideo', '-f', 'matroska', 'big.mkv']
  await rejects(limited.run(source('film.mp4'), raw), { code: 'media_too_long' })
  ok((await readFile(join(folder, 'big.mkv'))).length <= 200_000)
})

test('a name that is a path or an option is not a source', () => {
  for (const file of ['../film.mp4', '/etc/passwd', '-i', 'a/b', ''])
    equal(
      outcome(() => transcoder.run(source(file), COPY)),
      'a source must be a plain file name in its folder',
    )
})

/** Arguments of a run that takes most of an hour. */
const slow = (name: string) => ['-vf', 'realtime=speed=0.001', '-f', 'matroska', `${name}.slow`]

/** Reads a large film by a tool that needs ten minutes. */
async function tenMinutes<T>(
  t: TestContext,
  read: (patient: Transcoder, film: Source) => Promise<T>,
): Promise<T> {
  const own = await tempFolder()
  await writeFile(join(own, 'tool'), SLOW_TOOL, { mode: 0o755 })
  await writeFile(join(own, 'film.mp4'), '')
  await truncate(join(own, 'film.mp4'), 5e9) // a hole, which takes no space
  const tool = '/job/tool' // as the sandbox sees it
  const patient = await openTranscoder({ ffmpeg: tool, ffprobe: tool })
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const done = read(patient, { folder: own, file: 'film.mp4', demuxer: 'mov' })
  while (!existsSync(join(own, 'begun'))) await new Promise((resolve) => setImmediate(resolve))
  t.mock.timers.tick(600_000)
  await writeFile(join(own, 'go'), '')
  return done
}

/** Counts the processes that work on an output. */
const running = (name: string) => working(name).length

function working(name: string) {
  return execFileSync('ps', ['-eo', 'pid,stat,comm,args'], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, stat, , ...args]) => args.join(' ').includes(`${name}.slow`) && !/^Z/.test(stat!))
    .map(([pid, , command]) => ({ pid: Number(pid), command }))
}

function outcome(action: () => unknown): string {
  try {
    action()
    return 'done'
  } catch (error) {
    return (error as Error).message
  }
}
