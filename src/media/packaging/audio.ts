import { fail } from '#core/errors.ts'
import type { AudioTrack } from '#src/integrations/ffprobe.ts'
import type { Source, Transcoder } from '#src/integrations/transcoder.ts'

export interface Sound {
  /** The waveform: 1,800 peaks from 0 to 1, in hundredths. */
  waveform: number[]
  /** Integrated loudness in LUFS; `null` for silence. */
  loudness_lufs: number | null
  /** True peak in dBTP; `null` for silence. */
  peak_dbtp: number | null
}

const BUCKETS = 1_800
const RATE = 8_000 // samples a second, enough to draw a waveform
const GRAIN = 80 // samples, 10 ms at that rate: a day of sound is 8.6 million grains
const SHORT_SECONDS = 1 // measured at its own rate, because resampling loses a few samples at the end
const FULL_SCALE = 32_768

/**
 * Measures the waveform and the loudness (EBU R128) of a sound track, which is decoded once.
 * Players level the volume by it; the files stay unchanged. Refuses `media_broken` for a track
 * without sound.
 */
export async function measureSound(
  transcoder: Transcoder,
  source: Source,
  track: AudioTrack,
  durationSeconds: number,
  signal?: AbortSignal,
): Promise<Sound> {
  const peaks = peakReader()
  const map = ['-map', `0:${track.index}`]
  const name = ['mono', 'stereo'][track.channels - 1] // Speex does not say it, and the filter must know
  const layout = name ? `aformat=channel_layouts=${name},` : ''
  const rate = durationSeconds < SHORT_SECONDS ? [] : ['-ar', String(RATE)]
  const loudness = [...map, '-af', `${layout}ebur128=framelog=verbose:peak=true`, '-f', 'null', '-']
  const samples = [...map, '-ac', '1', ...rate, '-f', 's16le', 'pipe:1']
  const { log } = await transcoder.run(source, [...loudness, ...samples], {
    onOutput: peaks.read,
    durationSeconds,
    signal,
  })
  const grains = peaks.grains()
  if (grains.length === 0) fail('media_broken')
  const summary = log.slice(log.lastIndexOf('Summary:'))
  return {
    waveform: buckets(grains),
    loudness_lufs: level(/I:\s+(\S+) LUFS/.exec(summary)?.[1], -70),
    peak_dbtp: level(/Peak:\s+(\S+) dBFS/.exec(summary)?.[1], -100),
  }
}

/** Parses a level. Returns null for silence, where ffmpeg prints its floor or -inf. */
function level(text: string | undefined, floor: number): number | null {
  const value = Number(text)
  return Number.isFinite(value) && value > floor ? value : null
}

/**
 * Reads 16 bit samples and keeps the peak of every ten milliseconds. A sample may be split between
 * chunks.
 */
function peakReader() {
  const grains: number[] = []
  let [count, peak] = [0, 0]
  let half = Buffer.alloc(0)
  return {
    /** Returns the peaks so far, of which the last may be of a shorter time. */
    grains: () => (count > 0 ? [...grains, peak / FULL_SCALE] : grains),
    read: (chunk: Buffer) => {
      const bytes = half.length > 0 ? Buffer.concat([half, chunk]) : chunk
      const whole = bytes.length - (bytes.length % 2)
      half = Buffer.from(bytes.subarray(whole))
      for (let at = 0; at < whole; at += 2) {
        peak = Math.max(peak, Math.abs(bytes.readInt16LE(at)))
        if (++count < GRAIN) continue
        grains.push(peak / FULL_SCALE)
        count = peak = 0
      }
    },
  }
}

function buckets(grains: number[]): number[] {
  return Array.from({ length: BUCKETS }, (_, i) => {
    const from = Math.floor((i * grains.length) / BUCKETS)
    const to = Math.max(from + 1, Math.floor(((i + 1) * grains.length) / BUCKETS))
    let peak = 0
    for (let at = from; at < to; at++) peak = Math.max(peak, grains[at] ?? 0)
    return Math.round(peak * 100) / 100
  })
}
