import { z } from 'zod'
import { fail } from '#core/errors.ts'

export interface VideoTrack {
  index: number
  codec: string
  profile: string
  pixel_format: string
  /** As shown: turned upright, pixels made square. */
  width: number
  height: number
  /** True where the stored picture is what is shown: upright, square pixels, not interlaced. */
  plain: boolean
  frame_rate: number
  constant_rate: boolean
  bit_rate: number | undefined
  /** Later than the file's own start by so many seconds. */
  delay_seconds: number
  /** Two half pictures in one, as television had them. */
  interlaced: boolean
  /** How brightness is written where it is more than screens used to show. */
  hdr: 'pq' | 'hlg' | undefined
}
export interface AudioTrack {
  index: number
  codec: string
  channels: number
}
/** A named place, as the file has it: nothing about it is to be relied on. */
export interface FileChapter {
  start_seconds: number
  title: string
}
export interface Probe {
  /** 0 where the file does not say. */
  duration_seconds: number
  video: VideoTrack | undefined
  audio: AudioTrack | undefined
  /** The stream that is the picture of a song. */
  cover: number | undefined
  chapters: FileChapter[]
}

const figure = z.coerce.number().catch(Number.NaN)
const streamShape = z.object({
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
  channels: z.int().default(0),
  disposition: z.object({ attached_pic: z.int().default(0) }).default({ attached_pic: 0 }),
  side_data_list: z.array(z.object({ rotation: z.coerce.number().optional() })).default([]),
})
type Stream = z.infer<typeof streamShape>
const chapterShape = z.object({
  start_time: figure,
  tags: z.object({ title: z.string().default('') }).default({ title: '' }),
})
// ITU-R BT.2100: what ffmpeg calls the two ways.
const HDR: Record<string, VideoTrack['hdr']> = { smpte2084: 'pq', 'arib-std-b67': 'hlg' }
const PROGRESSIVE = ['progressive', 'unknown']
const report = z.object({
  streams: z.array(streamShape).default([]),
  format: z.object({
    duration: figure.optional(),
    start_time: figure.optional(),
    bit_rate: figure.optional(),
  }),
  chapters: z.array(chapterShape).default([]),
})
type Format = z.infer<typeof report>['format']

/**
 * The facts we decide by, out of what `ffprobe -of json` prints of streams, format and chapters: the
 * first moving picture and the first sound. A cover inside a music file is not a moving picture.
 * Refuses `media_broken` where there is neither.
 */
export function readProbe(json: string): Probe {
  const { streams, format, chapters } = report.parse(JSON.parse(json))
  const video = streams.find((s) => s.codec_type === 'video' && !s.disposition.attached_pic)
  const audio = streams.find((s) => s.codec_type === 'audio' && s.channels > 0)
  if ((!video && !audio) || (video && !(video.width > 0 && video.height > 0))) fail('media_broken')
  return {
    duration_seconds: format.duration || 0,
    video: video && videoTrack(video, format),
    audio: audio && { index: audio.index, codec: audio.codec_name, channels: audio.channels },
    cover: streams.find((s) => s.disposition.attached_pic)?.index,
    chapters: chapters.map(({ start_time, tags }) => ({
      start_seconds: start_time,
      title: tags.title,
    })),
  }
}

function videoTrack(stream: Stream, format: Format): VideoTrack {
  const turned = stream.side_data_list.find((data) => data.rotation !== undefined)?.rotation ?? 0
  const aspect = ratio(stream.sample_aspect_ratio.replace(':', '/')) || 1
  const width = Math.round(stream.width * aspect)
  const sideways = Math.abs(turned % 180) === 90
  const interlaced = !PROGRESSIVE.includes(stream.field_order)
  const [average, base] = [ratio(stream.avg_frame_rate), ratio(stream.r_frame_rate)]
  return {
    index: stream.index,
    codec: stream.codec_name,
    profile: stream.profile,
    pixel_format: stream.pix_fmt,
    width: sideways ? stream.height : width,
    height: sideways ? width : stream.height,
    plain: turned === 0 && aspect === 1 && !interlaced,
    frame_rate: average || base || 25,
    constant_rate: average > 0 && Math.abs(average - base) / average < 0.001,
    bit_rate: stream.bit_rate || format.bit_rate || undefined,
    delay_seconds: (stream.start_time || 0) - (format.start_time || 0),
    interlaced,
    hdr: HDR[stream.color_transfer],
  }
}

/** `30000/1001` as a number; 0 where it says nothing. */
function ratio(text: string): number {
  const [above, below] = text.split('/').map(Number)
  const value = (above ?? 0) / (below ?? 1)
  return Number.isFinite(value) ? value : 0
}
