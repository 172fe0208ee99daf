import type { Probe, VideoTrack } from '#src/integrations/ffprobe.ts'
import type { Source, Transcoder } from '#src/integrations/transcoder.ts'
import { mayBeCopied, renditionNames, type Plan, renditionPlan, type Rung } from './ladder.ts'
import {
  type FilmPart,
  firstFrameAt,
  framesBefore,
  framesOf,
  secondsAllowed,
  partStart,
  readFrom,
} from './parts.ts'
import { pictureFilters } from '#src/platform/pictures/picture-filters.ts'

const KEYFRAME_SECONDS = 2
const SOUND_SECONDS_MIN = 0.05 // two frames of AAC: the muxer writes no fragment for less
// CMAF (ISO/IEC 23000-19): one track per file, one GOP per fragment, starting at 0.
const CMAF = 'cmaf+frag_keyframe+negative_cts_offsets+skip_trailer'

interface EncodeOptions {
  probe: Probe
  signal?: AbortSignal
  onProgress?: (share: number) => void
}

/**
 * Plans the renditions of a source. Measures its keyframes only if its best rung might be copied.
 */
export async function planRenditions(
  transcoder: Transcoder,
  source: Source,
  probe: Probe,
  signal?: AbortSignal,
): Promise<Plan> {
  if (!probe.video || !mayBeCopied(probe.video)) return renditionPlan(probe)
  const gap = await transcoder.keyframeGap(source, probe.video.index, signal)
  return renditionPlan(probe, { keyframe_gap_seconds: gap })
}

/**
 * Encodes all files of a plan at once (fragmented MP4 of one track each) into the source's folder.
 */
export async function encodePlan(
  transcoder: Transcoder,
  source: Source,
  plan: Plan,
  { probe, signal, onProgress }: EncodeOptions,
): Promise<void> {
  const durationSeconds = probe.duration_seconds
  const args = outputArgs(plan, probe, transcoder.threads)
  await transcoder.run(source, args, { signal, onProgress, durationSeconds })
}

/** Encodes the pictures of one part of a film, as `encodePlan` encodes those of a whole one. */
export async function encodePart(
  transcoder: Transcoder,
  source: Source,
  rungs: Rung[],
  part: FilmPart,
  { probe, signal, onProgress }: EncodeOptions,
): Promise<void> {
  const args = outputArgs({ rungs, aligned: false }, probe, transcoder.threads, part)
  const durationSeconds = secondsAllowed(part, probe.duration_seconds)
  const read = { seekSeconds: readFrom(part), fromKeyframe: true, durationSeconds }
  await transcoder.run(source, args, { signal, onProgress, ...read })
}

/** Returns the ffmpeg arguments for the files of a plan, sound first, or for a part of its pictures. */
export function outputArgs(plan: Plan, probe: Probe, threads?: number, part?: FilmPart): string[] {
  const { rungs, audio_rate, more_sounds = [], aligned } = plan
  const rate = renditionPlan(probe).audio_rate!
  const outputs = [
    ...(audio_rate ? [audioOutput(audio_rate, probe.audio!.index)] : []),
    ...more_sounds.map(({ track }) => audioOutput(rate, track.index)),
    ...rungs.map((rung) => videoOutput(rung, probe.video!, aligned, part)),
  ]
  const clean = ['-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn']
  const limit = threads ? ['-threads', String(threads)] : []
  // Flush each fragment at once, however small, because the packager waits for it.
  const each = [...clean, ...limit, '-flush_packets', '1']
  const names = renditionNames(plan)
  return outputs.flatMap((output, i) => [...output, ...each, '-f', 'mp4', `${names[i]}.mp4`])
}

/**
 * Returns the arguments for a rung. With `aligned`, keyframes follow the copied rung, so that
 * players can switch there.
 */
function videoOutput(rung: Rung, track: VideoTrack, aligned: boolean, part?: FilmPart): string[] {
  const map = ['-map', `0:${track.index}`, '-movflags', CMAF]
  if (rung.copied) return [...map, '-c:v', 'copy', '-tag:v', 'avc1']
  const { width, height, frame_rate: rate } = rung
  const from = part && firstFrameAt(part, rung) - readFrom(part)
  const { inMilliseconds } = part ?? {}
  const size = { width, height, rate, ...(from && { from }) }
  const filters = pictureFilters(track, { ...size, ...(inMilliseconds && { inMilliseconds }) })
  const keyframes = aligned ? 'source' : `expr:gte(t,n_forced*${KEYFRAME_SECONDS})`
  const cut = part && partOutput(part, rung)
  const picture = [...filters, ...(cut?.filters ?? [])].join(',')
  const forced = ['-force_key_frames', cut?.keyframes ?? keyframes]
  const groups = [...forced, '-g', '600', '-sc_threshold', '0', '-flags', '+cgop']
  return [...map, '-vf', picture, ...h264Of(rung), ...groups, ...(cut?.limit ?? [])]
}

/** Returns the arguments for H.264 within a rung's bit rate. */
export function h264Of({ rate_max }: Rung): string[] {
  const bounds = ['-crf', '23', '-maxrate', String(rate_max), '-bufsize', String(2 * rate_max)]
  return ['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', ...bounds]
}

/**
 * Returns what a part's picture adds: times from 0, keyframes where the whole film has them, and exactly
 * its frames, the last one repeated if the source has none.
 */
function partOutput(part: FilmPart, rung: Rung) {
  const frames = framesOf(part, rung)
  const seconds = `(n+${framesBefore(part, rung)})/(${rung.frame_rate})`
  const keyframesBefore = partStart(part) / KEYFRAME_SECONDS
  return {
    filters: ['setpts=PTS-STARTPTS', ...(frames ? ['tpad=stop=-1:stop_mode=clone'] : [])],
    keyframes: `expr:gte(${seconds},${KEYFRAME_SECONDS}*(n_forced+${keyframesBefore}))`,
    limit: frames ? ['-frames:v', String(frames)] : [],
  }
}

/**
 * Returns the arguments for stereo sound from the start of the file. Silence precedes sound that
 * begins later, and follows very short sound.
 */
function audioOutput(rate: number, track: number): string[] {
  const map = ['-map', `0:${track}`, '-movflags', CMAF, '-frag_duration', '2000000']
  const filters = `apad=whole_dur=${SOUND_SECONDS_MIN},aresample=48000:async=1:first_pts=0`
  const even = ['-af', filters, '-ac', '2']
  return [...map, ...even, '-c:a', 'aac', '-b:a', String(rate)]
}
