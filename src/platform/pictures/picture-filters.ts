import type { VideoTrack } from '#src/integrations/ffprobe.ts'

interface Look {
  width: number
  height: number
  /** As ffmpeg writes it; without it frames are left when they are. */
  rate?: string
}

// ITU-R BT.2100 names of the curves, as zscale spells them.
const CURVES = { pq: 'smpte2084', hlg: 'arib-std-b67' }
const WHITE_NITS = 100 // of a screen for BT.709

/**
 * ffmpeg's filters that make of a strange picture one that every screen shows alike: whole pictures,
 * square pixels, 8 bits, and light of BT.709, to which a picture of high dynamic range is toned down.
 */
export function pictureFilters(video: VideoTrack, { width, height, rate }: Look): string[] {
  const whole = video.interlaced ? ['bwdif=mode=send_frame:deint=interlaced'] : []
  const steady = rate ? [`fps=${rate}:start_time=0`] : []
  const sized = [`scale=${width}:${height}:flags=bicubic`, 'setsar=1']
  const light = video.hdr ? toned(CURVES[video.hdr]) : []
  return [...whole, ...steady, ...sized, ...light, 'format=yuv420p']
}

/** Sized before, because it reckons in floats. */
function toned(curve: string): string[] {
  return [
    `zscale=tin=${curve}:pin=bt2020:min=bt2020nc:rin=tv:t=linear:npl=${WHITE_NITS}`,
    'format=gbrpf32le',
    'zscale=p=bt709',
    'tonemap=hable:desat=0',
    'zscale=t=bt709:m=bt709:r=tv',
  ]
}
