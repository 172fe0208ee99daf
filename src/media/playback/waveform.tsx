import { useId } from 'react'
import { barsOf } from './player.shared.ts'

const BARS = 300
const HEIGHT = 100
const LEAST = 2

/**
 * Draws a song's waveform and how much of it was played. It is decorative: the slider over it has
 * the same in words.
 */
export function Waveform({ waveform, share }: { waveform: number[]; share: number }) {
  const heard = useId()
  const bars = barsOf(waveform, BARS)
  const wavePath = bars
    .map((peak, i) => {
      const size = Math.max(LEAST, peak * HEIGHT)
      return `M${i + 0.2} ${(HEIGHT - size) / 2}h.6v${size}h-.6z`
    })
    .join('')
  return (
    <svg
      aria-hidden
      className="waveform"
      viewBox={`0 0 ${BARS} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      <clipPath id={heard}>
        <rect width={share * BARS} height={HEIGHT} />
      </clipPath>
      <path d={wavePath} className="waveform-rest" />
      <path d={wavePath} clipPath={`url(#${heard})`} />
    </svg>
  )
}
