import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Db } from '#core/database/db.ts'
import { primaryOf } from '#core/database/primary.ts'
import { log } from '#core/log.ts'
import {
  type ChangeCounts,
  changeCounts,
  SCREENING_PACE,
  type Subscriber,
  subscribers,
} from './subscribers.ts'

const TITLES = 'title' // as in db/migrations/0054_live.sql
const SCREENINGS = 'screening' // as in db/migrations/0170_screening.sql
const SHOP = 'shop' // as in db/migrations/0233_shop_is_told.sql
const RECONNECT_MS = 250
const RECONNECT_MAX_MS = 10_000
const HEARTBEAT_MS = 20_000 // below the minute after which proxies close an idle connection
const SILENT_MS = 5_000
const CONNECT_MS = 10_000

/** The changes of titles, screenings and the shop that this process hears from one database. */
export interface ChangeFeed {
  /** Tells if the process listens to the database right now. */
  isConnected(): boolean
  /**
   * Notifies a subscriber of each change of a title or screening, until the returned function is
   * called.
   */
  subscribe(id: string, subscriber: Subscriber): () => void
  /**
   * Returns a version of a title, or without `kid` of all titles, that differs after each change. A
   * change of what all pages show, such as a setting, changes every version. Data read under another
   * version is outdated.
   */
  version(kid?: string): string
  /** Returns when the last change that `version` counts was heard, in `performance.now()`. */
  changedAt(kid?: string): number
  close(): Promise<void>
}

/** The feed of each database: tests and benchmarks open several in one process. */
const feeds = new WeakMap<Db, ChangeFeed>()

/** Returns the feed of a database; `undefined` in a process that answers no requests. */
export const changeFeedOf = (db: Db): ChangeFeed | undefined => feeds.get(db)

/**
 * Listens to the database on a connection of its own and reconnects whenever it is lost. A lost
 * connection ends all subscriptions, as they would miss changes; their pages poll meanwhile.
 */
export function openChangeFeed(db: Db, url: string): ChangeFeed {
  const all = subscribers()
  const versions = changeCounts()
  const end = new AbortController()
  let client: Client | undefined
  const onChange = (channel: string, id: string) => {
    if (channel === SCREENINGS) return all.publish(id, SCREENING_PACE)
    if (channel === SHOP) return versions.forget()
    versions.add(id)
    return all.publish(id)
  }
  const listening = keepListening(url, versions, onChange, end.signal, (open) => {
    client = open
    if (!open) all.end()
  })
  const heartbeat = setInterval(() => all.heartbeat(), HEARTBEAT_MS).unref()
  const feed: ChangeFeed = {
    isConnected: () => client !== undefined,
    subscribe: all.subscribe,
    version: versions.version,
    changedAt: versions.changedAt,
    async close() {
      clearInterval(heartbeat)
      end.abort()
      all.end()
      await client?.end().catch(() => {})
      await listening
    },
  }
  feeds.set(db, feed)
  return feed
}

async function keepListening(
  url: string,
  versions: ChangeCounts,
  onChange: (channel: string, id: string) => void,
  end: AbortSignal,
  onConnection: (client: Client | undefined) => void,
) {
  let pause = RECONNECT_MS
  while (!end.aborted) {
    const client = new Client({
      connectionString: primaryOf(url).address(),
      application_name: 'renban live',
      connectionTimeoutMillis: CONNECT_MS,
    })
    const lost = new Promise<void>((resolve) => client.once('end', resolve).on('error', () => {}))
    client.on('notification', ({ channel, payload }) => payload && onChange(channel, payload))
    try {
      await client.connect()
      await client.query(`listen ${TITLES}; listen ${SCREENINGS}; listen ${SHOP}`)
      versions.forget() // changes during the disconnection are unknown
      pause = RECONNECT_MS
      onConnection(client)
      await Promise.race([lost, silence(client, end)])
    } catch (error) {
      if (!end.aborted) log('warn', 'connection for changes lost', { error })
    }
    onConnection(undefined)
    void client.end().catch(() => {})
    await sleep(pause, undefined, { ref: false, signal: end }).catch(() => {})
    pause = Math.min(pause * 2, RECONNECT_MAX_MS)
  }
}

/** Settles when the connection no longer answers. A cut connection would not report its end. */
async function silence(client: Client, end: AbortSignal) {
  for (;;) {
    await sleep(HEARTBEAT_MS, undefined, { ref: false, signal: end }).catch(() => {})
    if (end.aborted) return
    const late = sleep(SILENT_MS, 'late', { ref: false })
    const answer = client.query('select 1').catch(() => 'late')
    if ((await Promise.race([answer, late])) === 'late') return
  }
}
