import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { DAY_MS } from '#core/durations.shared.ts'
import { useHydrating } from './use-hydrating.ts'

const JAPAN = 'Asia/Tokyo'

type Detail = 'day' | 'time' | 'both'

const formats = {
  day: { day: 'numeric', month: 'long', year: 'numeric' },
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  both: {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  },
} as const satisfies Record<Detail, Intl.DateTimeFormatOptions>

const formatters = new Map<string, Intl.DateTimeFormat>() // slow to create, so kept

/** Formats a time in Japan's time zone, which contracts use: "21 November 2026, 21:03 JST". */
export function formatDateTime(iso: string, locale: string, detail: Detail = 'both'): string {
  const formatted = formatInZone(JAPAN, iso, locale, detail)
  return detail === 'day' ? formatted : `${formatted} JST`
}

function formatInZone(timeZone: string, iso: string, locale: string, detail: Detail): string {
  const key = `${locale} ${detail} ${timeZone}`
  const tag = `${locale === 'en' ? 'en-GB' : locale}-u-nu-latn-ca-gregory`
  const format =
    formatters.get(key) ?? new Intl.DateTimeFormat(tag, { ...formats[detail], timeZone })
  formatters.set(key, format)
  return format.format(new Date(iso)).replace(' at ', ', ')
}

/** Formats `2030-01` as `January 2030`; `without` the year if a heading says it. */
export function monthName(month: string, locale: string, year?: 'without'): string {
  const tag = `${locale === 'en' ? 'en-GB' : locale}-u-nu-latn-ca-gregory`
  const yearFormat = year === 'without' ? undefined : 'numeric'
  const format = new Intl.DateTimeFormat(tag, { month: 'long', year: yearFormat, timeZone: 'UTC' })
  return format.format(new Date(`${month}-01T00:00:00Z`))
}

/** A time in Japan's time zone, as a `time` element. */
export function DateTime({ at, detail = 'both' }: { at: string; detail?: Detail }) {
  const { i18n } = useLingui()
  const isThere = useServersText(`${at} ${detail}`)
  return (
    <time dateTime={at} suppressHydrationWarning>
      {isThere ? '' : formatDateTime(at, i18n.locale, detail)}
    </time>
  )
}

/**
 * A coming time: in Japan's time zone, and in the reader's if that differs, with its day if that
 * differs too. The server does not know the reader's zone: a script of the page (`writeTimesHere`)
 * writes that time before any frame, so that no line moves when React takes over the page.
 */
export function UpcomingDateTime({ at }: { at: string }) {
  const { i18n, t } = useLingui()
  const isThere = useServersText(at)
  const say = (here: string) => ` ${t`(${here} your time)`}`
  const forScript = import.meta.env.SSR
    ? [at, ...textsByDay(at, i18n.locale).map(say)].join('|')
    : undefined
  const here = import.meta.env.SSR || isThere ? '' : timeHere(at, i18n.locale)
  return (
    <>
      <DateTime at={at} />
      <span data-here={forScript} suppressHydrationWarning>
        {here && say(here)}
      </span>
    </>
  )
}

/**
 * Tells if the text for `what` is on the page: the server wrote it, and React leaves it as it is. The
 * first formatter of `Intl` takes a browser 30 ms, in which it would answer nothing.
 */
function useServersText(what: string): boolean {
  const isHydrating = useHydrating() && !import.meta.env.SSR
  const [written, setWritten] = useState(isHydrating ? what : undefined)
  if (written !== undefined && what !== written) setWritten(undefined)
  return what === written
}

/** Formats a time in the reader's zone; nothing if that is as in Japan. */
function timeHere(at: string, locale: string): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const differs = (detail: Detail) =>
    formatInZone(zone, at, locale, detail) !== formatInZone(JAPAN, at, locale, detail)
  return differs('both') ? formatInZone(zone, at, locale, differs('day') ? 'both' : 'time') : ''
}

/** Formats a time as if the reader's zone were a day behind Japan's, as Japan's, and a day ahead. */
const textsByDay = (at: string, locale: string) => [
  formatInZone(JAPAN, addDays(at, -1), locale, 'both'),
  formatInZone(JAPAN, at, locale, 'time'),
  formatInZone(JAPAN, addDays(at, 1), locale, 'both'),
]

const addDays = (iso: string, days: number) =>
  new Date(Date.parse(iso) + days * DAY_MS).toISOString()
