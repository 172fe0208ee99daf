import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WaitingRoom } from '#src/sales/waiting-room/waiting.shared.ts'
import {
  type Copy,
  openBenchDatabase,
  type BenchDatabase,
  createTitleOnSale,
  createPeople,
  createSessions,
} from './bench-database.ts'
import { sellOutInProcess } from './sale.ts'
import { serve } from './server.ts'

const PEOPLE = 1_000
const COPIES = 500
const PRICE = 1_000
const CONFLICT = 409 // another buyer was quicker
const STARTS_IN_SECONDS = 20 // enough for everybody to join
const PEOPLE_PER_MINUTE = 6_000
const POLL_MS = 5_000 // as the page does

/** A buyer at one of the web processes. */
interface Caller {
  url: string
  token: string
}
/** An attempt to buy: its HTTP status and the response time in milliseconds. */
interface Attempt {
  status: number
  ms: number
}

/**
 * Measures a sale with a rush of buyers. In process, 500 people buy 2,000 copies, against one SQL
 * function per purchase. Over HTTP, a thousand people try for 500 copies at two web processes on
 * one database: once all at once, and once through a waiting room.
 */
export async function drop() {
  const inProcess = await sellOutInProcess()
  return {
    ...inProcess,
    http: {
      open: await measureOverHttp(buyAtOnce),
      waiting_room: await measureOverHttp(buyThroughWaitingRoom),
    },
  }
}

interface Sale {
  database: BenchDatabase
  callers: Caller[]
  copies: Copy[]
  /** The copies that still look available. */
  free: Copy[]
  attempts: Attempt[]
}

async function measureOverHttp(buyAll: (sale: Sale) => Promise<number>) {
  const database = await openBenchDatabase()
  const env = { DATABASE_URL: database.url, DATA_DIR: database.folder }
  const servers = [await serve(env), await serve(env)]
  try {
    const [seller] = await createPeople(database, 1, 0)
    const copies = await createTitleOnSale(database, seller!, { copies: COPIES, price: PRICE })
    const tokens = await createSessions(database, await createPeople(database, PEOPLE, PRICE))
    const callers = tokens.map((token, i) => ({ token, url: servers[i % servers.length]!.url }))
    const sale: Sale = { database, callers, copies, free: [...copies], attempts: [] }
    const seconds = await buyAll(sale)
    return { ...(await summarize(sale)), seconds: Math.round(seconds * 10) / 10 }
  } finally {
    for (const server of servers) await server.stop()
    await database.close()
  }
}

/** Lets everybody buy at once. Returns the duration in seconds. */
async function buyAtOnce(sale: Sale): Promise<number> {
  const startedAt = performance.now()
  await Promise.all(sale.callers.map((caller) => buyAny(sale, caller)))
  return (performance.now() - startedAt) / 1_000
}

/**
 * Lets everybody join the waiting room before the start, poll every few seconds, and buy when
 * admitted. Returns the duration in seconds.
 */
async function buyThroughWaitingRoom(sale: Sale): Promise<number> {
  const { database, callers, copies } = sale
  const { kid } = copies[0]!
  const value = JSON.stringify({ waiting_people_per_minute: PEOPLE_PER_MINUTE })
  await database.db.insertInto('setting').values({ value, reason: 'bench' }).execute()
  const starts = Date.now() + STARTS_IN_SECONDS * 1_000
  const sale_starting_at = new Date(starts).toISOString()
  await database.db
    .updateTable('asset')
    .set({ sale_starting_at, waiting_room: true })
    .where('kid', '=', kid)
    .execute()
  await Promise.all(
    callers.map((caller) => pollUntil(caller, kid, (room) => room.state === 'open')),
  )
  for (const { status } of await Promise.all(callers.map((caller) => join(caller, kid))))
    if (status !== 200) throw new Error(`the waiting room refused a caller: ${status}`)
  if (Date.now() > starts) throw new Error('not everybody had joined by the start')
  await Promise.all(
    callers.map(async (caller) => {
      const isTurn = ({ mine }: WaitingRoom) => mine?.status !== 'waiting'
      const { mine } = await pollUntil(caller, kid, isTurn)
      if (mine?.status === 'admitted') await buyAny(sale, caller)
    }),
  )
  return (Date.now() - starts) / 1_000
}

/** Polls the waiting room at random intervals until `done` accepts its state. */
async function pollUntil(
  { url, token }: Caller,
  kid: string,
  done: (room: WaitingRoom) => boolean,
) {
  for (;;) {
    await sleep(Math.random() * POLL_MS)
    const response = await fetch(`${url}/api/2.0/waiting_rooms/${kid}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const room = (await response.json()) as WaitingRoom
    if (response.status !== 200) throw new Error(`the waiting room answered ${response.status}`)
    if (done(room)) return room
  }
}

/** Tries to buy any available copy until the caller has one or none is left. */
async function buyAny({ free, attempts }: Sale, caller: Caller) {
  while (free.length > 0) {
    const copy = free[Math.floor(Math.random() * free.length)]!
    const attempt = await buy(caller, copy)
    attempts.push(attempt)
    if (attempt.status === 200 || attempt.status === CONFLICT) removeCopy(free, copy)
    if (attempt.status === 200) return
  }
}

function removeCopy(free: Copy[], copy: Copy) {
  const at = free.indexOf(copy)
  if (at >= 0) free.splice(at, 1)
}

async function summarize({ database, callers, copies, attempts }: Sale) {
  const count = (matches: (status: number) => boolean) =>
    attempts.filter(({ status }) => matches(status)).length
  const times = attempts.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return {
    people: callers.length,
    copies: copies.length,
    sold: count((status) => status === 200),
    ...(await soldCopies(database, copies[0]!)),
    attempts: attempts.length,
    errors: count((status) => status >= 500),
    p99_ms: Math.round(times[Math.floor(times.length * 0.99)]!),
  }
}

/** Counts the sold copies and their owners in the database. */
async function soldCopies({ db }: BenchDatabase, { kid, seller }: Copy) {
  return db
    .selectFrom('serial')
    .select((eb) => [
      eb.fn.countAll<number>().as('owned'),
      eb.fn.count<number>('owner').distinct().as('owners'),
    ])
    .where('kid', '=', kid)
    .where('owner', '!=', seller)
    .executeTakeFirstOrThrow()
}

function buy(caller: Caller, copy: Copy): Promise<Attempt> {
  const { kid, asset_token_id, seller: owner_account_id } = copy
  const order = { kid, asset_token_id, owner_account_id, lang: 'en' as const }
  const paid = { asset_sale_price: PRICE, balance_to_use: PRICE }
  return post(caller, '/assets/purchase_for_free', { ...order, ...paid })
}

const join = (caller: Caller, kid: string) => post(caller, '/waiting_rooms/join', { id: kid })

async function post({ url, token }: Caller, path: string, body: object): Promise<Attempt> {
  const startedAt = performance.now()
  const response = await fetch(`${url}/api/2.0${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  })
  await response.text()
  return { status: response.status, ms: performance.now() - startedAt }
}
