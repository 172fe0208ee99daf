import { Trans, useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'

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

const made = new Map<string, Intl.DateTimeFormat>() // making one takes longer than a page of cards

/** A moment in Japan's time, which contracts go by: "21 November 2026, 21:03 JST". */
export function formatDateTime(iso: string, locale: string, detail: Detail = 'both'): string {
  const words = wordsIn(JAPAN, iso, locale, detail)
  return detail === 'day' ? words : `${words} JST`
}

function wordsIn(timeZone: string, iso: string, locale: string, detail: Detail): string {
  const key = `${locale} ${detail} ${timeZone}`
  const tag = `${locale === 'en' ? 'en-GB' : locale}-u-nu-latn-ca-gregory`
  const format = made.get(key) ?? new Intl.DateTimeFormat(tag, { ...formats[detail], timeZone })
  made.set(key, format)
  return format.format(new Date(iso)).replace(' at ', ', ')
}

/** `January 2030`, of `2030-01`; `without` its year where a heading says that. */
export function monthName(month: string, locale: string, year?: 'without'): string {
  const tag = `${locale === 'en' ? 'en-GB' : locale}-u-nu-latn-ca-gregory`
  const said = year === 'without' ? undefined : 'numeric'
  const format = new Intl.DateTimeFormat(tag, { month: 'long', year: said, timeZone: 'UTC' })
  return format.format(new Date(`${month}-01T00:00:00Z`))
}

/** The same as an element that machines can read. */
export function DateTime({ at, detail = 'both' }: { at: string; detail?: Detail }) {
  const { i18n } = useLingui()
  return <time dateTime={at}>{formatDateTime(at, i18n.locale, detail)}</time>
}

/** A moment for which people set an alarm: where their clocks say something else, that as well. */
export function UpcomingDateTime({ at }: { at: string }) {
  const { i18n } = useLingui()
  const zone = useSyncExternalStore(neverChanges, zoneOfReader, () => JAPAN)
  const here = wordsIn(zone, at, i18n.locale, 'both')
  if (here === wordsIn(JAPAN, at, i18n.locale, 'both')) return <DateTime at={at} />
  return (
    <>
      <DateTime at={at} /> <Trans>({here} where you are)</Trans>
    </>
  )
}

const neverChanges = () => () => {}
const zoneOfReader = () => new Intl.DateTimeFormat().resolvedOptions().timeZone
