import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Db } from '#core/database/db.ts'
import { log } from '#core/log.ts'
import { type ChangeCounts, changeCounts, type Subscriber, subscribers } from './subscribers.ts'

const CHANNEL = 'title' // as in db/migrations/0054_live.sql
const AGAIN_MS = 250
const AGAIN_MAX_MS = 10_000
const BEAT_MS = 20_000 // below the minute after which proxies close what is silent
const SILENT_MS = 5_000
const CONNECT_MS = 10_000

/** What this process hears from the database about titles. */
export interface ChangeFeed {
  /** Whether anything would be heard just now. */
  isHeard(): boolean
  /** Tells a follower of each change of a title, until the returned function is called. */
  follow(kid: string, follower: Subscriber): () => void
  /** Changes with each change of the title: what was read under another one is out of date. */
  version(kid: string): string
  close(): Promise<void>
}

/** One for each database: tests and benchmarks open several in one process. */
const known = new WeakMap<Db, ChangeFeed>()

/** The news that this process hears of a database; none in one that answers no requests. */
export const changeFeedOf = (db: Db): ChangeFeed | undefined => known.get(db)

/**
 * Listens at the database on one connection of its own, and again whenever that is lost. While it
 * is, nobody may believe to hear everything: all followers are let go, and ask for themselves.
 */
export function openChangeFeed(db: Db, url: string): ChangeFeed {
  const all = subscribers()
  const versions = changeCounts()
  const end = new AbortController()
  let line: Client | undefined
  const hear = (kid: string) => {
    versions.add(kid)
    all.tell(kid)
  }
  const listening = keepListening(url, versions, hear, end.signal, (open) => {
    line = open
    if (!open) all.end()
  })
  const beat = setInterval(() => all.beat(), BEAT_MS).unref()
  const news: ChangeFeed = {
    isHeard: () => line !== undefined,
    follow: all.follow,
    version: versions.of,
    async close() {
      clearInterval(beat)
      end.abort()
      all.end()
      await line?.end().catch(() => {})
      await listening
    },
  }
  known.set(db, news)
  return news
}

async function keepListening(
  url: string,
  versions: ChangeCounts,
  hear: (kid: string) => void,
  end: AbortSignal,
  turn: (line: Client | undefined) => void,
) {
  let pause = AGAIN_MS
  while (!end.aborted) {
    const line = new Client({
      connectionString: url,
      application_name: 'renban live',
      connectionTimeoutMillis: CONNECT_MS,
    })
    const lost = new Promise<void>((resolve) => line.once('end', resolve).on('error', () => {}))
    line.on('notification', ({ payload }) => payload && hear(payload))
    try {
      await line.connect()
      await line.query(`listen ${CHANNEL}`)
      versions.forget() // of what was said meanwhile nothing is known
      pause = AGAIN_MS
      turn(line)
      await Promise.race([lost, silence(line, end)])
    } catch (error) {
      if (!end.aborted) log('warn', 'news of titles are not heard', { error })
    }
    turn(undefined)
    void line.end().catch(() => {})
    await sleep(pause, undefined, { ref: false, signal: end }).catch(() => {})
    pause = Math.min(pause * 2, AGAIN_MAX_MS)
  }
}

/** Settles when a connection no longer answers: one that was cut off says nothing of it. */
async function silence(line: Client, end: AbortSignal) {
  for (;;) {
    await sleep(BEAT_MS, undefined, { ref: false, signal: end }).catch(() => {})
    if (end.aborted) return
    const late = sleep(SILENT_MS, 'late', { ref: false })
    const answer = line.query('select 1').catch(() => 'late')
    if ((await Promise.race([answer, late])) === 'late') return
  }
}
