import { accessSync, constants } from 'node:fs'
import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { delimiter, join } from 'node:path'
import { fail } from '#core/errors.ts'
import { type PacketGroup, packetGroups, type Probe, readProbe } from './ffprobe.ts'
import { openSandbox, type Sandbox } from './sandbox.ts'
import { missingFactor } from './wav-size.ts'

const PIXELS_MAX = 40_000_000 // 8K
const SECONDS_MAX = 12 * 3_600
const PROBE_BYTES_MAX = 4_000_000 // more than thousands of streams and chapters need
const PROBED = ['-show_streams', '-show_format', '-show_chapters']
const PROBE_TIMEOUT_SECONDS = 120 // of the beginning of a file
const READ_BYTES_A_SECOND = 10_000_000 // from a slow disk
const FLAC_TIMEOUT_SECONDS = 1_800
const ESTIMATED = 'Estimating duration from bitrate' // ffmpeg: the file does not state its duration
const GIB = 1024 ** 3

/** A file in a job's folder, and the only demuxer that may open it. */
export interface Source {
  folder: string
  file: string
  demuxer: string
}
interface Work {
  signal?: AbortSignal
  /** Receives the progress from 0 to 1; needs `durationSeconds`. */
  onProgress?: (share: number) => void
  onOutput?: (chunk: Buffer) => void
  /** The duration of what is read: 0 if the file does not state it, undefined for a moment of it. */
  durationSeconds?: number
  seekSeconds?: number
  /** Decodes keyframes only, which is much faster. */
  keyframesOnly?: boolean
  /** Keeps the frames between the keyframe before `seekSeconds` and that time; they have negative times. */
  fromKeyframe?: boolean
}
export interface Transcoder {
  isolated: boolean
  /** The number of threads for each encoder. ffmpeg needs the option for every output. */
  threads: number
  /** Returns the contents of a file. Refuses `media_broken`, `media_too_long` and `image_too_large`. */
  probe(source: Source, signal?: AbortSignal): Promise<Probe>
  /** Returns where the packets of a track are in the file, in its order. */
  packetGroups(source: Source, track: number, signal?: AbortSignal): Promise<PacketGroup[]>
  /**
   * Returns the longest time in seconds without a keyframe in a video track. It is infinite if the file
   * hides frames, as an edit list does (ISO/IEC 14496-12, 8.6.6).
   */
  keyframeGap(source: Source, track: number, signal?: AbortSignal): Promise<number>
  /**
   * Decodes a FLAC file of 32 bits a sample to a WAV file, and returns its name. ffmpeg can read such
   * files from version 6. Undefined without the program `flac`.
   */
  decodeFlac?: ((source: Source, signal?: AbortSignal) => Promise<string>) | undefined
  /** Runs ffmpeg on a source with output arguments. Resolves with its last messages. */
  run(source: Source, args: string[], work?: Work): Promise<{ log: string }>
}
interface Settings {
  ffmpeg?: string
  ffprobe?: string
  threads?: number
  memoryBytes?: number
  fileBytes?: number
  /** The wall time of a run; if omitted, twenty times the duration plus five minutes. */
  timeoutSeconds?: number
}

/**
 * Opens ffmpeg for untrusted files. A playlist named x.mp4 could make it read other files or
 * addresses, so the demuxer is fixed, only local files may be opened, and everything runs in a
 * sandbox. Throws if ffmpeg is not installed.
 */
export async function openTranscoder(settings: Settings = {}): Promise<Transcoder> {
  const ffmpeg = settings.ffmpeg ?? requireOnPath('ffmpeg')
  const ffprobe = settings.ffprobe ?? requireOnPath('ffprobe')
  const flac = findOnPath('flac')
  const { memoryBytes = 8 * GIB, fileBytes = 64 * GIB } = settings
  const sandbox = await openSandbox([ffmpeg, ffprobe], { memoryBytes, fileBytes })
  const threads = settings.threads ?? Math.min(availableParallelism(), 8)

  const runProbe = async (
    source: Source,
    args: string[],
    onOutput: Work['onOutput'],
    signal?: AbortSignal,
  ) =>
    sandbox.run(ffprobe, ['-v', 'warning', ...input(source), ...args], {
      folder: source.folder,
      timeoutSeconds: settings.timeoutSeconds ?? (await probeSeconds(source)),
      onOutput,
      signal,
    })

  return {
    isolated: sandbox.isolated,
    threads,
    async probe(source, signal) {
      const chunks: Buffer[] = []
      let bytes = 0
      const collect = (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes <= PROBE_BYTES_MAX) chunks.push(chunk)
      }
      const { log } = await runProbe(source, [...PROBED, '-of', 'json'], collect, signal)
      if (bytes > PROBE_BYTES_MAX) fail('media_broken')
      const isEstimated = log.includes(ESTIMATED)
      const probe = readProbe(Buffer.concat(chunks).toString('utf8'), isEstimated)
      return withinLimits(source.demuxer === 'wav' ? await withStatedWhole(source, probe) : probe)
    },
    async packetGroups(source, track, signal) {
      const groups = packetGroups()
      const entries = 'packet=pts_time,size,pos,flags:format=start_time'
      const args = ['-select_streams', String(track), '-show_entries', entries, '-of', 'compact']
      await runProbe(source, args, groups.read, signal)
      return groups.found()
    },
    async keyframeGap(source, track, signal) {
      const gaps = keyframeGaps()
      const entries = ['-show_entries', 'packet=pts_time,flags', '-of', 'csv=p=0']
      await runProbe(source, ['-select_streams', String(track), ...entries], gaps.read, signal)
      return gaps.longest()
    },
    decodeFlac: flac ? (source, signal) => decodeFlac(sandbox, flac, source, signal) : undefined,
    run(source, args, work = {}) {
      const { durationSeconds, seekSeconds, keyframesOnly, fromKeyframe } = work
      const { onProgress, onOutput, signal } = work
      const inexact = fromKeyframe ? ['-noaccurate_seek'] : []
      const seek = seekSeconds ? [...inexact, '-ss', seekSeconds.toFixed(3)] : []
      const quiet = ['-hide_banner', '-nostats', '-nostdin', '-y', '-progress', 'pipe:3']
      const skip = keyframesOnly ? ['-skip_frame', 'nokey'] : []
      const limit = ['-threads', String(threads)]
      const before = [...quiet, ...limit, ...skip, ...seek, ...input(source)]
      return sandbox.run(ffmpeg, [...before, ...limit, ...args], {
        folder: source.folder,
        timeoutSeconds: settings.timeoutSeconds ?? runSeconds(durationSeconds),
        onReport: progressReader(durationSeconds, onProgress),
        onOutput,
        signal,
      })
    },
  }
}

function input({ file, demuxer }: Source): string[] {
  if (!/^\w[\w.-]*$/.test(file)) throw new Error('a source must be a plain file name in its folder')
  const only = ['-protocol_whitelist', 'file', '-format_whitelist', demuxer, '-f', demuxer]
  // A cut MP4 ends within a picture, which must not be copied.
  const whole = demuxer === 'mov' ? ['-fflags', '+discardcorrupt'] : []
  return [...only, ...whole, '-max_pixels', String(PIXELS_MAX), '-i', `file:${file}`]
}

/** Returns the wall time of a run. A file that does not state its duration may be as long as any. */
const runSeconds = (durationSeconds: number | undefined) =>
  300 + 20 * (durationSeconds === 0 ? SECONDS_MAX : (durationSeconds ?? 0))

/** Returns the wall time in which a file can be read through: the index of a large film needs all of it. */
async function probeSeconds({ folder, file }: Source): Promise<number> {
  const { size } = await stat(join(folder, file))
  return PROBE_TIMEOUT_SECONDS + size / READ_BYTES_A_SECOND
}

/** Adds the duration that the header of a WAV file states. */
async function withStatedWhole({ folder, file }: Source, probe: Probe): Promise<Probe> {
  const whole = probe.duration_seconds * (await missingFactor(join(folder, file)))
  return { ...probe, stated: probe.stated.audio ? probe.stated : { whole } }
}

function withinLimits(probe: Probe): Probe {
  if (probe.duration_seconds > SECONDS_MAX) fail('media_too_long')
  const { width, height } = probe.video ?? { width: 1, height: 1 }
  if (width * height > PIXELS_MAX) fail('image_too_large')
  return probe
}

/** Reads `pts_time,flags` lines as they arrive: a long film has hundreds of thousands. */
function keyframeGaps() {
  let [rest, last, end, longest] = ['', 0, 0, 0]
  return {
    read: (chunk: Buffer) => {
      const lines = (rest + chunk.toString('latin1')).split('\n')
      rest = lines.pop()!
      for (const line of lines) {
        const [seconds, flags] = line.split(',') as [string, string | undefined]
        const at = Number(seconds) || 0
        if (flags?.[1] === 'D') longest = Infinity // decoded, but not shown
        end = Math.max(end, at)
        if (!flags?.startsWith('K')) continue
        longest = Math.max(longest, at - last)
        last = at
      }
    },
    longest: () => Math.max(longest, end - last),
  }
}

/** Reads ffmpeg's `-progress` output: `key=value` lines, with the time written so far in `out_time_us`. */
function progressReader(durationSeconds = 0, onProgress?: Work['onProgress']) {
  return (text: string) => {
    const done = [...text.matchAll(/^out_time_us=(\d+)$/gm)].at(-1)?.[1]
    if (done && durationSeconds > 0) onProgress?.(Math.min(1, Number(done) / 1e6 / durationSeconds))
  }
}

async function decodeFlac(
  sandbox: Sandbox,
  flac: string,
  { folder, file }: Source,
  signal?: AbortSignal,
) {
  const name = 'decoded.wav'
  const args = ['--decode', '--silent', '--force-rf64-format', `--output-name=${name}`, '--', file]
  await sandbox.run(flac, args, { folder, timeoutSeconds: FLAC_TIMEOUT_SECONDS, signal })
  return name
}

function requireOnPath(tool: string): string {
  const found = findOnPath(tool)
  if (!found) throw new Error(`${tool} is not installed: apt install ffmpeg`)
  return found
}

function findOnPath(tool: string): string | undefined {
  const places = (process.env.PATH ?? '').split(delimiter).map((dir) => join(dir, tool))
  return places.find((path) => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
