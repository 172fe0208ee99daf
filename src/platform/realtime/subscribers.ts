const EACH_MS = 1_000 // a title is told of at most once in this time
const ASK_MS = 3 // for each follower: as many of them ask again in turn
const WITHIN_MAX_MS = 3_000 // what somebody else holds is to be seen within five seconds
const KNOWN_MAX = 10_000 // titles

/** Somebody who looks at a title. */
export interface Subscriber {
  /** Something changed: ask again within so many milliseconds, each at a moment of their own. */
  changed(within_ms: number): void
  /** Nothing happened; only so that nobody takes the line for dead. */
  beat(): void
  /** Nothing more will be told. */
  end(): void
}

interface Title {
  subscribers: Set<Subscriber>
  toldAt: number
  timer?: NodeJS.Timeout | undefined
}

/** Who looks at which title. A change is told at once, the next ones of that second together. */
export function subscribers() {
  const titles = new Map<string, Title>()
  const everybody = () => [...titles.values()].flatMap((title) => [...title.subscribers])

  function tellNow(title: Title) {
    title.timer = undefined
    title.toldAt = performance.now()
    const within = Math.min(title.subscribers.size * ASK_MS, WITHIN_MAX_MS)
    for (const follower of title.subscribers) follower.changed(within)
  }

  function follow(kid: string, follower: Subscriber): () => void {
    const title = titles.get(kid) ?? { subscribers: new Set(), toldAt: -EACH_MS }
    titles.set(kid, title)
    title.subscribers.add(follower)
    return () => {
      title.subscribers.delete(follower)
      if (title.subscribers.size > 0) return
      clearTimeout(title.timer)
      if (titles.get(kid) === title) titles.delete(kid)
    }
  }

  function tell(kid: string) {
    const title = titles.get(kid)
    if (!title || title.timer) return
    const wait = Math.max(0, title.toldAt + EACH_MS - performance.now())
    title.timer = setTimeout(tellNow, wait, title).unref()
  }

  return {
    ...{ follow, tell },
    beat: () => {
      for (const follower of everybody()) follower.beat()
    },
    end: () => {
      for (const follower of everybody()) follower.end()
    },
  }
}

export type ChangeCounts = ReturnType<typeof changeCounts>

/** How often each title changed since some moment: two equal versions are of the same time. */
export function changeCounts() {
  const seen = new Map<string, number>()
  let since = 0
  const forget = () => {
    seen.clear()
    since++
  }
  return {
    add(kid: string) {
      if (seen.size >= KNOWN_MAX && !seen.has(kid)) forget()
      seen.set(kid, (seen.get(kid) ?? 0) + 1)
    },
    of: (kid: string) => `${since}.${seen.get(kid) ?? 0}`,
    forget,
  }
}
