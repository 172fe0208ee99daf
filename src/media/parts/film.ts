import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { PacketGroup, Probe } from '#src/integrations/ffprobe.ts'
import type { Source, Transcoder } from '#src/integrations/transcoder.ts'
import type { Plan } from '#src/media/packaging/ladder.ts'
import { PART_SECONDS, partCount, partStart, readFrom } from '#src/media/packaging/parts.ts'
import { matroskaIndex } from './matroska-index.ts'
import { type FileRange, movIndex } from './mov-index.ts'

/** How a film is encoded in parts. It is stored as JSON. */
export interface Film {
  plan: Plan
  probe: Probe
  demuxer: string
  /** The end of the names of its renditions' folders: the same for the same film and settings. */
  mark: string
  /** The size of the file in bytes. */
  size: number
  /** Lists what ffmpeg reads of the file besides a part: its index and its beginning. */
  index: FileRange[]
  /** Lists what it reads of the file for each part. */
  parts: FileRange[]
}

const PROBED_BYTES = 8_000_000 // ffmpeg reads 5 MB at the beginning of a file to know its tracks
const FRAME_RATE_MIN = 5 // below it, segments of four seconds do not end where parts do
const AFTER_SECONDS = 2 // read after a part, because decoders and filters look ahead

interface Uncut {
  id: string
  source: Source
  path: string
  probe: Probe
  plan: Plan
}

/**
 * Plans the parts of a long film. Returns undefined for films that are encoded at once: short ones, those
 * whose best rung is copied, and files that cannot be read in parts.
 */
export async function planFilm(
  transcoder: Transcoder,
  { id, source, path, probe, plan }: Uncut,
  signal?: AbortSignal,
): Promise<Film | undefined> {
  const { demuxer } = source
  const slow = plan.rungs.some((rung) => Number.parseFloat(rung.frame_rate) < FRAME_RATE_MIN)
  if (!probe.video || plan.aligned || slow) return undefined
  if (partCount(probe.duration_seconds) === 1) return undefined
  const index = await indexOf(demuxer, path, probe.video.index)
  if (!index) return undefined
  const groups = await transcoder.packetGroups(source, probe.video.index, signal)
  const count = partCount(groups.at(-1)?.at ?? 0) // a cut file ends before the time that it states
  if (count === 1) return undefined
  const { size } = await stat(path)
  return {
    plan,
    probe,
    demuxer,
    mark: createHash('sha256')
      .update(JSON.stringify([id, plan]))
      .digest('hex')
      .slice(0, 12),
    size,
    index: [...index.ranges, { from: 0, to: Math.min(size, PROBED_BYTES) }],
    parts: Array.from({ length: count }, (_, i) => {
      const part = { number: i + 1, count }
      return index.around(rangeOf(groups, part), readFrom(part))
    }),
  }
}

/** Returns where the media of a file are; undefined if it cannot be read in parts. */
async function indexOf(demuxer: string, path: string, stream: number) {
  if (demuxer === 'matroska') return matroskaIndex(path, stream)
  const ranges = demuxer === 'mov' ? await movIndex(path) : undefined
  return ranges && { ranges, around: (read: FileRange) => read }
}

/** Returns the bytes from a keyframe before a part to some frames after it. */
function rangeOf(groups: PacketGroup[], part: { number: number; count: number }): FileRange {
  const start = groups.findLastIndex(({ at }) => at <= readFrom(part))
  const end = partStart(part) + PART_SECONDS + AFTER_SECONDS
  const after = groups.findIndex(({ at }) => at > end)
  const last = part.number === part.count || after < 0 ? groups.length : after + 2
  const read = groups.slice(Math.max(0, start - 1), last)
  return {
    from: Math.min(...read.map(({ from }) => from)),
    to: Math.max(...read.map(({ to }) => to)),
  }
}
