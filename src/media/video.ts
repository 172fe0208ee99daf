import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Probe, VideoTrack } from '../outside/ffprobe.ts'
import type { Source, Transcoder } from '../outside/transcoder.ts'
import { type Rung, type Step, mayBeCopied, renditionSteps } from './ladder.ts'
import { pictureFilters } from './picture-filters.ts'

const KEYFRAME_SECONDS = 2
// One track a file, one GOP a fragment, starting at 0: CMAF, ISO/IEC 23000-19.
const CMAF = 'cmaf+frag_keyframe+negative_cts_offsets+skip_trailer'

interface Making {
  probe: Probe
  steps: Step[]
  signal?: AbortSignal
  onProgress?: (share: number) => void
}

/** The steps for a file; looks at its keyframes where its best rung might be taken over as it is. */
export async function planRenditions(
  transcoder: Transcoder,
  source: Source,
  probe: Probe,
  signal?: AbortSignal,
): Promise<Step[]> {
  if (!probe.video || !mayBeCopied(probe.video)) return renditionSteps(probe)
  const gap = await transcoder.keyframeGap(source, probe.video.index, signal)
  return renditionSteps(probe, { keyframe_gap_seconds: gap })
}

/**
 * Does one step: writes its files (fragmented one-track MP4) into the source's folder. A file has
 * its name only when it is whole, so a step whose files are there is done.
 */
export async function makeRendition(
  transcoder: Transcoder,
  source: Source,
  step: Step,
  { probe, steps, signal, onProgress }: Making,
): Promise<void> {
  const durationSeconds = probe.duration_seconds
  const args = outputArgs(step, probe, steps, part)
  await transcoder.run(source, args, { signal, onProgress, durationSeconds })
  for (const file of step.files)
    await rename(join(source.folder, part(file)), join(source.folder, file))
}

const part = (file: string) => `${file}.part`

/** What ffmpeg is told to make of its one input: each file of the step by the name `nameOf` gives it. */
export function outputArgs(
  step: Step,
  probe: Probe,
  steps: Step[],
  nameOf: (file: string) => string,
): string[] {
  const aligned = steps.some(({ rungs }) => rungs.some(({ copied }) => copied))
  const outputs = [
    ...(step.audio_rate ? [audioOutput(step.audio_rate, probe.audio!.index)] : []),
    ...step.rungs.map((rung) => videoOutput(rung, probe.video!, aligned)),
  ]
  const clean = ['-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn']
  return outputs.flatMap((output, i) => [
    ...output,
    ...clean,
    ...['-f', 'mp4', nameOf(step.files[i]!)],
  ])
}

/** With `aligned`, keyframes lie where the copied rung has them, so players can change rungs there. */
function videoOutput(rung: Rung, track: VideoTrack, aligned: boolean): string[] {
  const map = ['-map', `0:${track.index}`, '-movflags', CMAF]
  if (rung.copied) return [...map, '-c:v', 'copy', '-tag:v', 'avc1']
  const { width, height, frame_rate: rate } = rung
  const filters = pictureFilters(track, { width, height, rate })
  const keyframes = aligned ? 'source' : `expr:gte(t,n_forced*${KEYFRAME_SECONDS})`
  return [
    ...map,
    ...['-vf', filters.join(','), '-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high'],
    ...['-crf', '23', '-maxrate', String(rung.rate_max), '-bufsize', String(2 * rung.rate_max)],
    ...['-force_key_frames', keyframes, '-g', '600', '-sc_threshold', '0', '-flags', '+cgop'],
  ]
}

/** Two channels from the start of the file on: what begins later is preceded by silence. */
function audioOutput(rate: number, track: number): string[] {
  const map = ['-map', `0:${track}`, '-movflags', CMAF, '-frag_duration', '2000000']
  const even = ['-af', 'aresample=48000:async=1:first_pts=0', '-ac', '2']
  return [...map, ...even, '-c:a', 'aac', '-b:a', String(rate)]
}
