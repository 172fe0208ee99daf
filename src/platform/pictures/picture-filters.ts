import type { VideoTrack } from '#src/integrations/ffprobe.ts'

interface Target {
  width: number
  height: number
  /** The frame rate in ffmpeg's notation; without it frames keep their times. */
  rate?: string
  /** The time of the first frame, in seconds; 0 if omitted. Earlier frames are left out. */
  from?: number
  /** True if the times of the source are in milliseconds, to which the filter would round `from`. */
  inMilliseconds?: boolean
}

// ITU-R BT.2100 names of the curves, as zscale spells them.
const CURVES = { pq: 'smpte2084', hlg: 'arib-std-b67' }
const WHITE_NITS = 100 // peak brightness of a BT.709 screen
const RGB = /rgb|bgr|gbr|pal8/ // pixel formats of ffmpeg
// Without a matrix, ffmpeg converts RGB by that of BT.601, and screens show other colours.
const TO_BT709 = ':out_color_matrix=bt709:out_range=tv'
const IN_BT709 = 'setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709:range=tv'

/**
 * Returns ffmpeg filters that convert any video for every screen: progressive frames, square
 * pixels, 8 bits and BT.709 colours. High dynamic range is tone-mapped to BT.709.
 */
export function pictureFilters(
  video: VideoTrack,
  { width, height, rate, from = 0, inMilliseconds }: Target,
): string[] {
  const progressive = video.interlaced ? ['bwdif=mode=send_frame:deint=interlaced'] : []
  const finer = inMilliseconds ? ['settb=AVTB'] : []
  const constantRate = rate ? [...finer, `fps=${rate}:start_time=${Number(from.toFixed(6))}`] : []
  const isRgb = RGB.test(video.pixel_format)
  const sized = [`scale=${width}:${height}:flags=bicubic${isRgb ? TO_BT709 : ''}`, 'setsar=1']
  const toneMapped = video.hdr ? toneMap(CURVES[video.hdr]) : []
  const named = isRgb ? [IN_BT709] : []
  return [...progressive, ...constantRate, ...sized, ...toneMapped, 'format=yuv420p', ...named]
}

/**
 * Returns the tone mapping filters. Scale first: they work on floats, which is slow for large
 * frames.
 */
function toneMap(curve: string): string[] {
  return [
    `zscale=tin=${curve}:pin=bt2020:min=bt2020nc:rin=tv:t=linear:npl=${WHITE_NITS}`,
    'format=gbrpf32le',
    'zscale=p=bt709',
    'tonemap=hable:desat=0',
    'zscale=t=bt709:m=bt709:r=tv',
  ]
}
