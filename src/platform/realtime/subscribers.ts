/**
 * How fast subscribers hear of changes: at most once in `everyMs`, and with their refreshes spread
 * over `spreadMs` for each of them, up to `spreadMaxMs`.
 */
interface Pace {
  everyMs: number
  spreadMs: number
  spreadMaxMs: number
}
/** A copy taken by another buyer shows within five seconds. */
const TITLE_PACE: Pace = { everyMs: 1_000, spreadMs: 3, spreadMaxMs: 3_000 }
/** Playback follows the host of a screening within half a second. */
export const SCREENING_PACE: Pace = { everyMs: 50, spreadMs: 1, spreadMaxMs: 100 }
const COUNTED_MAX = 10_000 // titles
/** The time in which the version of all titles changes once at most, in milliseconds. */
export const ALL_MS = 250

/** An open connection that watches a title or a screening. */
export interface Subscriber {
  /** Reports a change. The client refreshes at a random moment within so many milliseconds. */
  changed(within_ms: number): void
  /** Sends a keep-alive, so that no proxy closes the connection as idle. */
  heartbeat(): void
  /** Closes the connection. */
  end(): void
}

interface Subject {
  subscribers: Set<Subscriber>
  notifiedAt: number
  timer?: NodeJS.Timeout | undefined
}

/**
 * Keeps the subscribers of each title and screening, by its id. The first change is sent at once,
 * more changes of that moment as one.
 */
export function subscribers() {
  const subjects = new Map<string, Subject>()
  const all = () => [...subjects.values()].flatMap((subject) => [...subject.subscribers])

  function notify(subject: Subject, { spreadMs, spreadMaxMs }: Pace) {
    subject.timer = undefined
    subject.notifiedAt = performance.now()
    const within = Math.min(subject.subscribers.size * spreadMs, spreadMaxMs)
    for (const subscriber of subject.subscribers) subscriber.changed(within)
  }

  function subscribe(id: string, subscriber: Subscriber): () => void {
    const subject = subjects.get(id) ?? { subscribers: new Set(), notifiedAt: -Infinity }
    subjects.set(id, subject)
    subject.subscribers.add(subscriber)
    return () => {
      subject.subscribers.delete(subscriber)
      if (subject.subscribers.size > 0) return
      clearTimeout(subject.timer)
      if (subjects.get(id) === subject) subjects.delete(id)
    }
  }

  function publish(id: string, pace: Pace = TITLE_PACE) {
    const subject = subjects.get(id)
    if (!subject || subject.timer) return
    const wait = Math.max(0, subject.notifiedAt + pace.everyMs - performance.now())
    subject.timer = setTimeout(notify, wait, subject, pace).unref()
  }

  return {
    subscribe,
    publish,
    heartbeat: () => {
      for (const subscriber of all()) subscriber.heartbeat()
    },
    end: () => {
      for (const subscriber of all()) subscriber.end()
    },
  }
}

export type ChangeCounts = ReturnType<typeof changeCounts>

/**
 * Counts the changes of each title, and of all of them. Equal versions mean that no change lies
 * between them; that of all titles changes at most once in `ALL_MS`, so that lists outlast a rush.
 */
export function changeCounts() {
  const counts = new Map<string, { changes: number; at: number }>()
  let epoch = 0
  let epochAt = -Infinity
  const all = { changes: 0, told: 0, toldAt: -Infinity, at: -Infinity }
  const forget = () => {
    counts.clear()
    epoch++
    epochAt = performance.now()
  }
  function versionOfAll(): string {
    const now = performance.now()
    if (all.changes !== all.told && now - all.toldAt >= ALL_MS)
      Object.assign(all, { told: all.changes, toldAt: now })
    return `${epoch}.${all.told}`
  }
  return {
    add(kid: string) {
      if (counts.size >= COUNTED_MAX && !counts.has(kid)) forget()
      all.at = performance.now()
      counts.set(kid, { changes: (counts.get(kid)?.changes ?? 0) + 1, at: all.at })
      all.changes++
    },
    /** Returns the version of a title, or without `kid` of all titles. */
    version: (kid?: string) =>
      kid === undefined ? versionOfAll() : `${epoch}.${counts.get(kid)?.changes ?? 0}`,
    /** Returns when the last change was heard, of a title or of any, in `performance.now()`. */
    changedAt: (kid?: string) =>
      Math.max(epochAt, (kid === undefined ? all.at : counts.get(kid)?.at) ?? -Infinity),
    forget,
  }
}
