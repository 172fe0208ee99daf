import { execFile } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { REFETCH_MS } from '#core/http/ask.ts'
import { renditionNames } from '#src/media/packaging/ladder.ts'
import { outputArgs, planRenditions } from '#src/media/packaging/encode.ts'
import { openTranscoder } from '#src/integrations/transcoder.ts'
import { signIn } from '../test/people.ts'
import { send, uploadOf } from '../test/uploads.ts'
import { ground } from './ground.ts'
import { serve } from './server.ts'

const SECONDS = 60
const CLIP = 'clip.mp4'
// Noise keeps the encoders as busy as a film does; a test picture alone is too easy.
const PICTURE = `testsrc2=s=1920x1080:r=30:d=${SECONDS},noise=alls=6:allf=t`
const SOUND = `anoisesrc=d=${SECONDS}:a=0.2:c=pink`
// Asked as often as the creator's page asks, and near the end more often, to know when it was.
const END = { progress: 80, every_ms: 100 }

/**
 * A film of a minute, 1080p, from its last byte in storage to a title on sale, against one call of
 * ffmpeg that makes the same renditions. The bare one runs before and after, so that a machine that
 * has other things to do is no better for either.
 */
export async function transcode() {
  const on = await ground()
  try {
    const folder = join(on.folder, 'film')
    await mkdir(folder)
    await clip(folder)
    const before = await bare(folder)
    const seconds = await pipeline(on, await readFile(join(folder, CLIP)))
    const bare_seconds = (before + (await bare(folder))) / 2
    return {
      ratio: rounded(seconds / bare_seconds),
      seconds: rounded(seconds),
      bare_seconds: rounded(bare_seconds),
    }
  } finally {
    await on.close()
  }
}

async function clip(folder: string) {
  const sources = ['-f', 'lavfi', '-i', PICTURE, '-f', 'lavfi', '-i', SOUND]
  const picture = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '26', '-pix_fmt', 'yuv420p']
  await ffmpeg(folder, [...sources, ...picture, '-c:a', 'aac', CLIP])
}

/** One call, one decoding, with the very filters and encoders of the ladder. */
async function bare(folder: string): Promise<number> {
  const transcoder = await openTranscoder()
  const source = { folder, file: CLIP, demuxer: 'mov' }
  const probe = await transcoder.probe(source)
  const plan = await planRenditions(transcoder, source, probe)
  const begun = performance.now()
  await ffmpeg(folder, ['-i', CLIP, ...outputArgs(plan, probe)])
  const seconds = (performance.now() - begun) / 1_000
  for (const name of renditionNames(plan)) await rm(join(folder, `${name}.mp4`))
  return seconds
}

/** The real server with its worker and its storage; it is asked as the creator's page asks it. */
async function pipeline(on: Awaited<ReturnType<typeof ground>>, bytes: Buffer): Promise<number> {
  const server = await serve({ DATABASE_URL: on.url, DATA_DIR: on.folder })
  try {
    const clock = { now: new Date() }
    const mika = await signIn({ url: server.url, app: on, clock }, 'Mika', { role: 'ORH' })
    const { uuid } = await send(mika, { asset: { name: CLIP, type: 'video/mp4', bytes } })
    const begun = performance.now()
    for (;;) {
      const { status, failure, progress } = await uploadOf(mika, uuid)
      if (status === 'done') break
      if (status === 'failed') throw new Error(`the film became no title: ${failure}`)
      await sleep(progress < END.progress ? REFETCH_MS.status : END.every_ms)
    }
    return (performance.now() - begun) / 1_000
  } finally {
    await server.stop()
  }
}

const ffmpeg = (cwd: string, args: string[]) =>
  promisify(execFile)('ffmpeg', ['-v', 'error', '-y', '-nostdin', ...args], { cwd })

const rounded = (value: number) => Number(value.toFixed(2))
