import { z } from 'zod'
import { fail, Refusal } from '#core/errors.ts'

export interface VideoTrack {
  index: number
  codec: string
  profile: string
  pixel_format: string
  /** The displayed width: rotation applied, pixels square. `height` likewise. */
  width: number
  height: number
  /** True if the stored picture is displayed unchanged: upright, square pixels, not interlaced. */
  plain: boolean
  frame_rate: number
  constant_rate: boolean
  bit_rate: number | undefined
  /** The seconds between the start of the file and the start of this track. */
  delay_seconds: number
  /** True if each picture consists of two fields, as in analogue television. */
  interlaced: boolean
  /** The transfer function of a high dynamic range picture. */
  hdr: 'pq' | 'hlg' | undefined
}
export interface AudioTrack {
  index: number
  codec: string
  channels: number
  /** The language as a BCP 47 tag, if the file names one. */
  language?: string
  /** The name that its author gave it, such as a commentary. */
  title?: string
}
/** A chapter as the file names it; neither its time nor its title is validated. */
export interface FileChapter {
  start_seconds: number
  title: string
}
export interface Probe {
  /** The duration; 0 if the file does not state it. */
  duration_seconds: number
  /**
   * The durations that the file states: of the tracks, or only of the whole. Empty if ffprobe
   * estimated them.
   */
  stated: { video?: number | undefined; audio?: number | undefined; whole?: number | undefined }
  video: VideoTrack | undefined
  audio: AudioTrack | undefined
  /** The sound tracks after the first, as of other languages; absent without any. */
  more_audio?: AudioTrack[]
  /** The index of the stream with the cover picture of a song. */
  cover: number | undefined
  chapters: FileChapter[]
}

const figure = z.coerce.number().catch(Number.NaN)
const streamSchema = z.object({
  index: z.int(),
  codec_type: z.string().optional(),
  codec_name: z.string().default('unknown'),
  profile: z.coerce.string().default(''),
  pix_fmt: z.string().default(''),
  width: z.int().default(0),
  height: z.int().default(0),
  sample_aspect_ratio: z.string().default('1:1'),
  avg_frame_rate: z.string().default('0/0'),
  r_frame_rate: z.string().default('0/0'),
  field_order: z.string().default('progressive'),
  color_transfer: z.string().default(''),
  bit_rate: figure.optional(),
  start_time: figure.optional(),
  duration: figure.optional(),
  channels: z.int().default(0),
  disposition: z.object({ attached_pic: z.int().default(0) }).default({ attached_pic: 0 }),
  tags: z
    .object({ language: z.string().default(''), title: z.string().default('') })
    .default({ language: '', title: '' }),
  side_data_list: z.array(z.object({ rotation: z.coerce.number().optional() })).default([]),
})
type Stream = z.infer<typeof streamSchema>
const chapterSchema = z.object({
  start_time: figure,
  tags: z.object({ title: z.string().default('') }).default({ title: '' }),
})
// ffmpeg's names of the two transfer functions in ITU-R BT.2100.
const HDR = new Map<string, VideoTrack['hdr']>(
  Object.entries({ smpte2084: 'pq', 'arib-std-b67': 'hlg' }),
)
const SOUND_TITLE_MAX = 60
const GROUP_SECONDS = 1
const GROUPS_MAX = 100_000 // a day of film
const NO_LANGUAGE = ['und', 'mul', 'mis', 'zxx'] // ISO 639-2: none, or not one
const PROGRESSIVE = ['progressive', 'unknown']
const report = z.object({
  streams: z.array(streamSchema).default([]),
  format: z.object({
    duration: figure.optional(),
    start_time: figure.optional(),
    bit_rate: figure.optional(),
  }),
  chapters: z.array(chapterSchema).default([]),
})
type Format = z.infer<typeof report>['format']

/**
 * Reads the JSON of ffprobe (streams, format and chapters) and picks the first video and the first
 * audio track. A cover inside a music file is not a video track. Refuses `media_broken` if there is
 * neither, or if ffprobe could not describe the file.
 */
export function readProbe(json: string, isEstimated = false): Probe {
  const { streams, format, chapters } = parsed(json)
  const video = streams.find((s) => s.codec_type === 'video' && !s.disposition.attached_pic)
  const [audio, ...more] = streams.filter((s) => s.codec_type === 'audio' && s.channels > 0)
  if ((!video && !audio) || (video && !(video.width > 0 && video.height > 0))) fail('media_broken')
  return {
    duration_seconds: format.duration || 0,
    stated: isEstimated ? {} : statedDurations(format, video, audio),
    video: video && videoTrack(video, format),
    audio: audio && audioTrack(audio),
    ...(more.length > 0 && { more_audio: more.map(audioTrack) }),
    cover: streams.find((s) => s.disposition.attached_pic)?.index,
    chapters: chapters.map(({ start_time, tags }) => ({
      start_seconds: start_time,
      title: tags.title,
    })),
  }
}

/**
 * Returns the stated durations. A track has at most the duration of the whole. That of the whole counts from 0,
 * also where its clock begins later (Matroska).
 */
function statedDurations({ duration, start_time = 0 }: Format, video?: Stream, audio?: Stream) {
  const whole = duration && Math.max(0, duration - Math.max(0, start_time))
  const of = (track: Stream | undefined) =>
    track?.duration ? Math.min(track.duration, whole || track.duration) : undefined
  return { video: of(video), audio: of(audio), whole: whole || undefined }
}

function parsed(json: string) {
  try {
    return report.parse(JSON.parse(json))
  } catch (cause) {
    throw new Refusal('media_broken', {}, { cause })
  }
}

function videoTrack(stream: Stream, format: Format): VideoTrack {
  const rotation = stream.side_data_list.find((data) => data.rotation !== undefined)?.rotation ?? 0
  const aspect = ratio(stream.sample_aspect_ratio.replace(':', '/')) || 1
  const width = Math.round(stream.width * aspect)
  const isSideways = Math.abs(rotation % 180) === 90
  const interlaced = !PROGRESSIVE.includes(stream.field_order)
  const [average, base] = [ratio(stream.avg_frame_rate), ratio(stream.r_frame_rate)]
  return {
    index: stream.index,
    codec: stream.codec_name,
    profile: stream.profile,
    pixel_format: stream.pix_fmt,
    width: isSideways ? stream.height : width,
    height: isSideways ? width : stream.height,
    plain: rotation === 0 && aspect === 1 && !interlaced,
    frame_rate: average || base || 25,
    constant_rate: average > 0 && Math.abs(average - base) / average < 0.001,
    bit_rate: stream.bit_rate || format.bit_rate || undefined,
    delay_seconds: (stream.start_time || 0) - (format.start_time || 0),
    interlaced,
    hdr: HDR.get(stream.color_transfer),
  }
}

function audioTrack({ index, codec_name, channels, tags }: Stream): AudioTrack {
  const language = languageOf(tags.language)
  const title = tags.title.trim().slice(0, SOUND_TITLE_MAX)
  const track = { index, codec: codec_name, channels }
  return { ...track, ...(language && { language }), ...(title && { title }) }
}

/** Returns the BCP 47 tag of a language code of ISO 639, as files contain them. */
function languageOf(code: string): string | undefined {
  try {
    const [tag] = Intl.getCanonicalLocales(code)
    return tag && !NO_LANGUAGE.includes(tag) ? tag : undefined
  } catch {
    return undefined
  }
}

/** Parses a ratio such as `30000/1001`; returns 0 if it has no value. */
function ratio(text: string): number {
  const [above, below] = text.split('/').map(Number)
  const value = (above ?? 0) / (below ?? 1)
  return Number.isFinite(value) ? value : 0
}

/** Packets that follow each other in a file, from a keyframe on, of a second or more. */
export interface PacketGroup {
  /** The time of its first packet, in seconds since the start of the file. */
  at: number
  /** The bytes of the file between which its packets lie. `to` is not included. */
  from: number
  to: number
}

/**
 * Reads what ffprobe prints of the packets of one track and of the file's start, in its format
 * `compact`, as it arrives: a long film has hundreds of thousands of packets. Finds no groups if the times
 * of the packets claim too many.
 */
export function packetGroups() {
  const groups: PacketGroup[] = []
  let [rest, start] = ['', 0]
  const read = (line: string) => {
    const [kind, ...pairs] = line.split('|')
    const facts = new Map(pairs.map((pair) => pair.split('=') as [string, string]))
    if (kind === 'format') start = Number(facts.get('start_time')) || 0
    const [from, size] = [Number(facts.get('pos')), Number(facts.get('size'))]
    if (kind !== 'packet' || !Number.isFinite(from + size)) return
    const at = Number(facts.get('pts_time'))
    const last = groups.at(-1)
    if (!last || (facts.get('flags')?.startsWith('K') && at - last.at >= GROUP_SECONDS)) {
      if (groups.length <= GROUPS_MAX) groups.push({ at: at || 0, from, to: from + size })
    } else {
      last.from = Math.min(last.from, from)
      last.to = Math.max(last.to, from + size)
    }
  }
  return {
    read: (chunk: Buffer) => {
      const lines = (rest + chunk.toString('latin1')).split('\n')
      rest = lines.pop()!
      lines.forEach(read)
    },
    found: () =>
      groups.length > GROUPS_MAX ? [] : groups.map((group) => ({ ...group, at: group.at - start })),
  }
}
