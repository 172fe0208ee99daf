import { join } from 'node:path'
import {
  type Fragment,
  readFragment,
  readFragments,
  trackOf,
} from '#src/media/packaging/fragments.ts'
import { renditionNames } from '#src/media/packaging/ladder.ts'
import { sniff } from '#src/platform/pictures/sniff.ts'
import { encodePlan, planRenditions } from '#src/media/packaging/encode.ts'
import { openTranscoder } from '#src/integrations/transcoder.ts'

export const transcoder = await openTranscoder()

/** Encodes all renditions of a file, and reads them back as the packager does. */
export async function encodeAll(folder: string, file: string) {
  const { demuxer } = await sniff(join(folder, file), 'video')
  const source = { folder, file, demuxer: demuxer! }
  const probe = await transcoder.probe(source)
  const plan = await planRenditions(transcoder, source, probe)
  await encodePlan(transcoder, source, plan, { probe })
  const names = renditionNames(plan).map((name) => `${name}.mp4`)
  return {
    probe,
    plan,
    names,
    renditions: await Promise.all(names.map((name) => readBack(join(folder, name)))),
  }
}

async function readBack(path: string) {
  const parts = readFragments(path)
  const track = trackOf((await parts.next()).value as Buffer)
  const starts: number[] = []
  let duration = 0
  for await (const part of parts as AsyncGenerator<Fragment>) {
    const { start, samples } = readFragment(part, track)
    starts.push(start / track.timescale)
    duration += samples.reduce((sum, sample) => sum + sample.duration, 0) / track.timescale
  }
  const size = track.kind === 'video' ? `${track.width}x${track.height}` : track.codec
  return { size, starts: track.kind === 'video' ? starts : [], seconds: Math.round(duration) }
}
