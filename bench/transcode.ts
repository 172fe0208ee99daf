import { execFile } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { REFETCH_MS } from '#core/http/ask.ts'
import { renditionNames } from '#src/media/packaging/ladder.ts'
import { outputArgs, planRenditions } from '#src/media/packaging/encode.ts'
import { openTranscoder } from '#src/integrations/transcoder.ts'
import { createPerson } from '../test/people.ts'
import { sendFiles, uploadOf } from '../test/uploads.ts'
import { rounded } from './figures.ts'
import { openBenchDatabase } from './bench-database.ts'
import { serve } from './server.ts'

const SECONDS = 60
const CLIP = 'clip.mp4'
// Noise keeps the encoders as busy as a film does; a test picture alone is too easy.
const PICTURE = `testsrc2=s=1920x1080:r=30:d=${SECONDS},noise=alls=6:allf=t`
const SOUND = `anoisesrc=d=${SECONDS}:a=0.2:c=pink`
// Polls as often as the creator's page, and more often near the end, to catch the exact time.
const END = { progress: 80, every_ms: 100 }

/**
 * Measures the processing of a film of one minute in 1080p, from its last byte in storage to a
 * title on sale. The comparison is one call of ffmpeg that makes the same renditions. It runs
 * before and after, so that other load on the machine affects both.
 */
export async function transcode() {
  const database = await openBenchDatabase()
  try {
    const folder = join(database.folder, 'film')
    await mkdir(folder)
    await makeClip(folder)
    const before = await encodeDirectly(folder)
    const seconds = await processThroughServer(database, await readFile(join(folder, CLIP)))
    const bare_seconds = (before + (await encodeDirectly(folder))) / 2
    return {
      ratio: rounded(seconds / bare_seconds),
      seconds: rounded(seconds),
      bare_seconds: rounded(bare_seconds),
    }
  } finally {
    await database.close()
  }
}

async function makeClip(folder: string) {
  const sources = ['-f', 'lavfi', '-i', PICTURE, '-f', 'lavfi', '-i', SOUND]
  const picture = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '26', '-pix_fmt', 'yuv420p']
  await ffmpeg(folder, [...sources, ...picture, '-c:a', 'aac', CLIP])
}

/** Encodes the film by one direct call of ffmpeg, with the same filters and encoders. */
async function encodeDirectly(folder: string): Promise<number> {
  const transcoder = await openTranscoder()
  const source = { folder, file: CLIP, demuxer: 'mov' }
  const probe = await transcoder.probe(source)
  const plan = await planRenditions(transcoder, source, probe)
  const startedAt = performance.now()
  await ffmpeg(folder, ['-i', CLIP, ...outputArgs(plan, probe)])
  const seconds = (performance.now() - startedAt) / 1_000
  for (const name of renditionNames(plan)) await rm(join(folder, `${name}.mp4`))
  return seconds
}

/**
 * Processes the film on the real server with its worker and storage, polling as the creator's page
 * does.
 */
async function processThroughServer(
  database: Awaited<ReturnType<typeof openBenchDatabase>>,
  bytes: Buffer,
): Promise<number> {
  const server = await serve({ DATABASE_URL: database.url, DATA_DIR: database.folder })
  try {
    const clock = { now: new Date() }
    const mika = await createPerson({ url: server.url, app: database, clock }, 'Mika', {
      role: 'ORH',
    })
    const { uuid } = await sendFiles(mika, { asset: { name: CLIP, type: 'video/mp4', bytes } })
    const startedAt = performance.now()
    for (;;) {
      const { status, failure, progress } = await uploadOf(mika, uuid)
      if (status === 'done') break
      if (status === 'failed') throw new Error(`processing the film failed: ${failure}`)
      await sleep(progress < END.progress ? REFETCH_MS.status : END.every_ms)
    }
    return (performance.now() - startedAt) / 1_000
  } finally {
    await server.stop()
  }
}

const ffmpeg = (cwd: string, args: string[]) =>
  promisify(execFile)('ffmpeg', ['-v', 'error', '-y', '-nostdin', ...args], { cwd })
