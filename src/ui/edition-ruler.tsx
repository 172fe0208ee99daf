import { Figures } from './serial.tsx'

const TICKS_MAX = 200

/**
 * One tick a copy, every tenth taller, gone ones grey. Above two hundred copies a tick stands for
 * several. Decorative: say the counts in words beside it.
 */
export function EditionRuler(props: { first?: number; of: number; gone?: readonly number[] }) {
  const { first = 1, of, gone = [] } = props
  const last = first + of - 1
  const each = Math.ceil(of / TICKS_MAX)
  const count = Math.ceil(of / each)
  const goneIn = new Map<number, number>()
  for (const number of gone) {
    const tick = Math.floor((number - first) / each)
    goneIn.set(tick, (goneIn.get(tick) ?? 0) + 1)
  }
  const tick = (i: number) => {
    const isTall = i === 0 || (i + 1) % 10 === 0
    return `M${i + 0.5} 26V${isTall ? 0 : 12}`
  }
  const ticks = Array.from({ length: count }, (_, i) => i)
  const isGone = (i: number) => goneIn.get(i) === each
  const middle = first + Math.floor(of / 2) - 1
  return (
    <div aria-hidden dir="ltr">
      <svg
        viewBox={`0 0 ${count} 26`}
        preserveAspectRatio="none"
        className="block h-[26px] w-full fill-none [&_path]:[vector-effect:non-scaling-stroke]"
        strokeWidth="1.5"
      >
        <path className="stroke-line-2 opacity-60" d={ticks.filter(isGone).map(tick).join('')} />
        <path
          className="stroke-ink"
          d={ticks
            .filter((i) => !isGone(i))
            .map(tick)
            .join('')}
        />
      </svg>
      <div className="mt-1.5 flex justify-between text-[1.0625rem]">
        <Figures number={first} last={last} />
        {of > 2 && <Figures number={middle} last={last} />}
        <Figures number={last} last={last} />
      </div>
    </div>
  )
}
