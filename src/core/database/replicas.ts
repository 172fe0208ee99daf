import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { log } from '#core/log.ts'
import { connectReplica, type Db } from './db.ts'
import { addressesIn } from './primary.ts'

const LOOK_MS = 200

/** A standby that answers reads of guests. Times are those of `performance.now()`. */
export interface Replica {
  host: string
  db: Db
  pool: Pool
  /** The time until which this process knows that the replica has replayed every commit. */
  freshAt: number
  /** True while it answers guests; undefined until the first looks. */
  isUsed: boolean | undefined
}

/** The standbys that this process reads from. */
export interface Replicas {
  all: readonly Replica[]
  /** Returns the next replica that is within the bound and has all that was committed until `asOf`. */
  choose(asOf: number): Db | undefined
  close(): Promise<void>
}

interface Options {
  /** An address, with several hosts if there are several replicas. */
  url: string
  /** The most connections to each of them for reads. One more looks at it. */
  connections: number
  /** The most by which a replica that answers may be behind, in seconds. */
  lagSeconds: number
}

const replicaOf = new WeakMap<Db, { replica: Replica; primary: Db }>()

/** Returns the primary of a replica, and any other database as it is. */
export const primaryDb = (db: Db): Db => replicaOf.get(db)?.primary ?? db

/** Tells if a database is a replica that has all that was committed until `asOf`. */
export function isReplicaAsOf(db: Db, asOf: number): boolean {
  const known = replicaOf.get(db)
  return known !== undefined && known.replica.freshAt >= asOf
}

/** Opens the replicas of a primary, and compares each with it five times a second, on `looks`. */
export function openReplicas(primary: Db, looks: Pool, options: Options): Replicas {
  const boundMs = options.lagSeconds * 1_000
  const end = new AbortController()
  const addresses = addressesIn(options.url)
  const all = addresses.map((address): Replica => {
    const { db, pool } = connectReplica(address, options.connections)
    const replica = { host: new URL(address).host, db, pool, freshAt: -Infinity, isUsed: undefined }
    replicaOf.set(db, { replica, primary })
    return replica
  })
  const following = all.map((replica, i) =>
    follow(replica, { looks, address: addresses[i]!, boundMs, end: end.signal }),
  )
  let turn = 0
  return {
    all,
    choose(asOf) {
      const oldest = Math.max(asOf, performance.now() - boundMs)
      const usable = all.filter(({ isUsed, freshAt }) => isUsed && freshAt >= oldest)
      return usable[turn++ % usable.length]?.db
    },
    async close() {
      end.abort()
      await Promise.all(following)
      await Promise.all([looks.end(), ...all.map(({ pool }) => pool.end())])
    },
  }
}

interface Following {
  looks: Pool
  address: string
  boundMs: number
  end: AbortSignal
}

/** Looks at a replica until the end, and says when it begins and ceases to answer guests. */
async function follow(replica: Replica, { looks, address, boundMs, end }: Following) {
  const { pool } = connectReplica(address, 1) // of its own, so that many reads do not delay it
  const look = comparison(replica, pool, looks, boundMs)
  const openedAt = performance.now()
  while (!end.aborted) {
    const code = await look()
    const now = performance.now()
    const age = now - replica.freshAt
    const isUsed = age < (replica.isUsed ? boundMs : boundMs / 2)
    const isKnown = isUsed || now - openedAt > boundMs
    if (isUsed !== replica.isUsed && isKnown && !end.aborted) {
      replica.isUsed = isUsed
      const subject = replica.host
      if (isUsed) log('info', 'a replica answers guests', { subject })
      else log('warn', 'a replica is not used: guests read from the primary', { subject, code })
    }
    await sleep(LOOK_MS, undefined, { ref: false, signal: end }).catch(() => {})
  }
  await pool.end()
}

/**
 * Returns a function that compares a replica with the primary once, by positions in the log. The
 * replica's clock and the time of its last transaction tell nothing while nothing is written. Returns
 * why the replica cannot be used, if so.
 */
function comparison(replica: Replica, pool: Pool, primary: Pool, boundMs: number) {
  /** Positions of the primary, and a time at which nothing later was committed. */
  let marks: { at: number; position: number }[] = []
  const forget = (code: string) => {
    marks = []
    replica.freshAt = -Infinity
    return code
  }
  return async (): Promise<string> => {
    let replayed: number | null
    try {
      replayed = await positionOf(pool, REPLAYED)
    } catch (error) {
      return forget((error as { code?: string }).code ?? 'silent')
    }
    if (replayed === null) return forget('no standby')
    const at = performance.now()
    const position = await positionOf(primary, COMMITTED).catch(() => null)
    if (position === null) return 'no primary' // what is known of the replica grows old
    if (replayed > position) return forget('another history') // a failover lost what it has
    const { at: freshAt = replica.freshAt } = marks.findLast((m) => m.position <= replayed) ?? {}
    replica.freshAt = freshAt
    marks = marks.filter((mark) => mark.at >= freshAt && mark.at > at - boundMs)
    marks.push({ at, position })
    return 'behind'
  }
}

/** The end of what a standby has replayed; null for a server that takes writes. */
const REPLAYED = 'case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end'
/** The end of what is committed. Without synchronous commits that is not yet on disk. */
const COMMITTED = `case current_setting('synchronous_commit')
  when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end`

async function positionOf(pool: Pool, position: string): Promise<number | null> {
  const { rows } = await pool.query<{ position: number | null }>(
    `select pg_wal_lsn_diff(${position}, '0/0')::bigint as position`,
  )
  return rows[0]!.position
}
