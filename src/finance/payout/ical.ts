import ical, { ICalEventTransparency } from 'ical-generator'

export interface CalendarEvent {
  /** Stays the same in every export, so calendars update a known event instead of adding another. */
  uid: string
  /** A point in time, or a whole day as `YYYY-MM-DD` that is the same in every time zone. */
  when: Date | string
  title: string
  text?: string
  url?: string
  /** Time of the last change to the event. */
  changed_at: Date
}

/**
 * Returns an iCalendar file (.ics, RFC 5545, `text/calendar; charset=utf-8`) to import or subscribe
 * to. The same events always give the same file. No event marks its owner as busy.
 */
export function icalFile(events: readonly CalendarEvent[]): string {
  const calendar = ical({ prodId: '//Renban//Payouts//EN' })
  for (const { uid, when, title, text, url, changed_at } of events)
    calendar.createEvent({
      id: uid,
      stamp: changed_at,
      start: typeof when === 'string' ? new Date(`${when}T00:00:00Z`) : when,
      allDay: typeof when === 'string',
      summary: title,
      description: text ?? null,
      url: url ?? null,
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  return `${calendar.toString()}\r\n` // RFC 5545 section 3.1 ends every line with CRLF; the library omits the last one
}
