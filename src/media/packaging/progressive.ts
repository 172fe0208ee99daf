import { join } from 'node:path'
import type { Probe } from '#src/integrations/ffprobe.ts'
import type { Source, Transcoder } from '#src/integrations/transcoder.ts'
import { pictureFilters } from '#src/platform/pictures/picture-filters.ts'
import { h264Of } from './encode.ts'
import { type Plan, renditionPlan } from './ladder.ts'

const FILE = 'progressive.mp4'
// The index stands first, so that browsers play the file while they load it (ISO/IEC 14496-12, 8.2).
const CLEAN = ['-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn']
const MP4 = [...CLEAN, '-movflags', '+faststart', '-f', 'mp4', FILE]

interface EncodeOptions {
  probe: Probe
  signal?: AbortSignal
  onProgress?: (share: number) => void
}

/**
 * Encodes a film or sound as one MP4 file in the source's folder, in the largest size of the ladder,
 * and returns its path. Nothing of the source is copied.
 */
export async function encodeProgressive(
  transcoder: Transcoder,
  source: Source,
  { probe, signal, onProgress }: EncodeOptions,
): Promise<string> {
  const plan = progressivePlan(probe)
  const args = [...pictureOf(plan, probe), ...soundOf(plan, probe), ...MP4]
  const durationSeconds = probe.duration_seconds
  await transcoder.run(source, args, { signal, onProgress, durationSeconds })
  return join(source.folder, FILE)
}

/** Plans the one picture and the one sound of the file. */
export function progressivePlan(probe: Probe): Pick<Plan, 'rungs' | 'audio_rate'> {
  const { rungs, audio_rate } = renditionPlan(probe)
  return { rungs: rungs.slice(-1), ...(audio_rate && { audio_rate }) }
}

function pictureOf({ rungs }: Pick<Plan, 'rungs'>, { video }: Probe): string[] {
  const rung = rungs.at(-1)
  if (!rung || !video) return []
  const { width, height, frame_rate: rate } = rung
  const filters = pictureFilters(video, { width, height, rate })
  return ['-map', `0:${video.index}`, '-vf', filters.join(','), ...h264Of(rung)]
}

function soundOf({ audio_rate }: Pick<Plan, 'audio_rate'>, { audio }: Probe): string[] {
  if (!audio_rate || !audio) return []
  const even = ['-af', 'aresample=48000:async=1:first_pts=0', '-ac', '2']
  return ['-map', `0:${audio.index}`, ...even, '-c:a', 'aac', '-b:a', String(audio_rate)]
}
