const NOTIFY_EVERY_MS = 1_000 // subscribers of a title are notified at most once in this time
const SPREAD_MS = 3 // per subscriber: the time over which their refreshes are spread
const SPREAD_MAX_MS = 3_000 // so that a copy taken by another buyer shows within five seconds
const COUNTED_MAX = 10_000 // titles

/** An open connection that watches a title. */
export interface Subscriber {
  /** Reports a change. The client refreshes at a random moment within so many milliseconds. */
  changed(within_ms: number): void
  /** Sends a keep-alive, so that no proxy closes the connection as idle. */
  heartbeat(): void
  /** Closes the connection. */
  end(): void
}

interface Title {
  subscribers: Set<Subscriber>
  notifiedAt: number
  timer?: NodeJS.Timeout | undefined
}

/**
 * Keeps the subscribers of each title. The first change is sent at once, more changes of that
 * second as one.
 */
export function subscribers() {
  const titles = new Map<string, Title>()
  const all = () => [...titles.values()].flatMap((title) => [...title.subscribers])

  function notify(title: Title) {
    title.timer = undefined
    title.notifiedAt = performance.now()
    const within = Math.min(title.subscribers.size * SPREAD_MS, SPREAD_MAX_MS)
    for (const subscriber of title.subscribers) subscriber.changed(within)
  }

  function subscribe(kid: string, subscriber: Subscriber): () => void {
    const title = titles.get(kid) ?? { subscribers: new Set(), notifiedAt: -NOTIFY_EVERY_MS }
    titles.set(kid, title)
    title.subscribers.add(subscriber)
    return () => {
      title.subscribers.delete(subscriber)
      if (title.subscribers.size > 0) return
      clearTimeout(title.timer)
      if (titles.get(kid) === title) titles.delete(kid)
    }
  }

  function publish(kid: string) {
    const title = titles.get(kid)
    if (!title || title.timer) return
    const wait = Math.max(0, title.notifiedAt + NOTIFY_EVERY_MS - performance.now())
    title.timer = setTimeout(notify, wait, title).unref()
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

/** Counts the changes of each title. Equal versions mean that no change lies between them. */
export function changeCounts() {
  const counts = new Map<string, number>()
  let epoch = 0
  const forget = () => {
    counts.clear()
    epoch++
  }
  return {
    add(kid: string) {
      if (counts.size >= COUNTED_MAX && !counts.has(kid)) forget()
      counts.set(kid, (counts.get(kid) ?? 0) + 1)
    },
    version: (kid: string) => `${epoch}.${counts.get(kid) ?? 0}`,
    forget,
  }
}
