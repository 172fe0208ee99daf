import ical, { ICalEventTransparency } from 'ical-generator'

export interface CalendarEvent {
  /** The same at every export, so that a calendar moves what it knows and does not double it. */
  uid: string
  /** A moment, as deadlines are; or a whole day, `YYYY-MM-DD`, that is the same day everywhere. */
  when: Date | string
  title: string
  text?: string
  url?: string
  /** When what is said here was last changed. */
  changed_at: Date
}

/**
 * A calendar file (.ics, RFC 5545, `text/calendar; charset=utf-8`) to import or to subscribe to.
 * It depends on nothing but the events, and marks nobody as busy.
 */
export function calendarOf(events: readonly CalendarEvent[]): string {
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
  return `${calendar.toString()}\r\n` // section 3.1 ends every line so; the library leaves the last open
}
