import { ticksOf } from './numbering.ts'
import { PaddedNumber } from './serial.tsx'

/**
 * A ruler with one tick per copy, every tenth taller; sold copies are grey. Above two hundred
 * copies a tick stands for several and turns grey once most of them are sold. Hidden from screen
 * readers: state the counts in words beside it.
 */
export function EditionRuler(props: { first?: number; of: number; gone?: readonly number[] }) {
  const { first = 1, of, gone = [] } = props
  const last = first + of - 1
  const ticks = ticksOf(first, of, gone)
  const tick = (i: number) => {
    const isTall = i === 0 || (i + 1) % 10 === 0
    return `M${i + 0.5} 26V${isTall ? 0 : 12}`
  }
  const pathOf = (grey: boolean) =>
    ticks.map((isGone, i) => (isGone === grey ? tick(i) : '')).join('')
  const middle = first + Math.floor(of / 2) - 1
  return (
    <div aria-hidden dir="ltr">
      <svg
        viewBox={`0 0 ${ticks.length} 26`}
        preserveAspectRatio="none"
        className="block h-[26px] w-full fill-none [&_path]:[vector-effect:non-scaling-stroke]"
        strokeWidth="1.5"
      >
        <path className="stroke-line-2 opacity-60" d={pathOf(true)} />
        <path className="stroke-ink" d={pathOf(false)} />
      </svg>
      <div className="mt-1.5 flex justify-between text-[1.0625rem]">
        <PaddedNumber number={first} last={last} />
        {of > 2 && <PaddedNumber number={middle} last={last} />}
        <PaddedNumber number={last} last={last} />
      </div>
    </div>
  )
}
