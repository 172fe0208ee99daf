import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

interface Until {
  until: string
  now: string
  /** Called once for each `until`. */
  onEnd?: () => void
}

/**
 * Counts down to the start of a sale. Screen readers read it only on demand, and hear its end.
 * `now` is the server's time (ISO), so that a wrong clock of the reader does not matter.
 */
export function Countdown(props: Until) {
  const { t } = useLingui()
  const seconds = useSecondsUntil(props)
  const [hours, minutes, rest] = [
    Math.floor(seconds / 3600),
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ]
  return (
    <div
      role="timer"
      aria-label={t`${plural(hours, { one: '# hour', other: '# hours' })} ${plural(minutes, { one: '# minute', other: '# minutes' })} ${plural(rest, { one: '# second', other: '# seconds' })}`}
    >
      <div aria-hidden className="flex gap-1" dir="ltr">
        <Unit value={hours} word={<Plural value={hours} one="hour" other="hours" />} />
        <Colon />
        <Unit value={minutes} word={<Plural value={minutes} one="minute" other="minutes" />} />
        <Colon />
        <Unit value={rest} word={<Plural value={rest} one="second" other="seconds" />} />
      </div>
      {seconds === 0 && (
        <output className="sr-only">
          <Trans>The countdown has ended.</Trans>
        </output>
      )}
    </div>
  )
}

/** Counts down minutes inside a sentence: `14:59`. */
export function TimeLeft(props: Until) {
  const { t } = useLingui()
  const seconds = useSecondsUntil(props)
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  return (
    <span
      role="timer"
      aria-label={t`${plural(minutes, { one: '# minute', other: '# minutes' })} ${plural(rest, { one: '# second', other: '# seconds' })}`}
      className="font-semibold tabular-nums"
      dir="ltr"
    >
      {minutes}:{String(rest).padStart(2, '0')}
    </span>
  )
}

/**
 * Shows the time left of a sale that ends within a day: `5 h 20 min left`; else renders nothing.
 */
export function LastDayCountdown(props: Until) {
  const minutes = Math.ceil(useSecondsUntil(props) / 60)
  if (minutes === 0 || minutes > DAY_MINUTES) return null
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return (
    <span className="whitespace-nowrap">
      {hours === 0 ? (
        <Plural value={rest} one="# minute left" other="# minutes left" />
      ) : (
        <Trans>
          {hours} h {rest} min left
        </Trans>
      )}
    </span>
  )
}

const DAY_MINUTES = 1_440

function useSecondsUntil({ until, now, onEnd }: Until) {
  const end = Date.parse(until)
  const [seconds, setSeconds] = useState(() => secondsBetween(Date.parse(now), end))
  const endedAt = useRef<number>(undefined)
  const ended = useEffectEvent(() => {
    if (endedAt.current !== end) onEnd?.()
    endedAt.current = end
  })
  useEffect(() => {
    const ahead = Date.parse(now) - Date.now()
    const timer = setInterval(() => {
      const left = secondsBetween(Date.now() + ahead, end)
      setSeconds(left)
      if (left > 0) return
      clearInterval(timer)
      ended()
    }, 250)
    return () => clearInterval(timer)
  }, [end, now])
  return seconds
}

const secondsBetween = (from: number, to: number) => Math.max(0, Math.ceil((to - from) / 1000))

function Unit({ value, word }: { value: number; word: React.ReactNode }) {
  return (
    <div className="grid min-w-[58px] gap-1.5">
      <span className="number text-[min(3.75rem,19vw)]">{String(value).padStart(2, '0')}</span>
      <small className="text-least text-ink-2">{word}</small>
    </div>
  )
}

const Colon = () => (
  <span className="number pe-1.5 text-[min(3.25rem,16vw)] font-normal text-line-2">:</span>
)
