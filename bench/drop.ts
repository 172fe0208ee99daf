import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WaitingRoom } from '#src/sales/waiting-room/waiting.shared.ts'
import { type Copy, ground, type Ground, onSale, people, sessions } from './ground.ts'
import { dropInside } from './sale.ts'
import { serve } from './server.ts'

const PEOPLE = 1_000
const COPIES = 500
const PRICE = 1_000
const LATE = 409 // somebody else was quicker
const STARTS_IN_SECONDS = 20 // enough for everybody to have come
const PEOPLE_PER_MINUTE = 6_000
const LOOK_MS = 5_000 // as the page does

/** One person at one of the web processes. */
interface Caller {
  url: string
  token: string
}
/** What an attempt to buy came to: its status, and how long the answer took in milliseconds. */
interface Attempt {
  status: number
  ms: number
}

/**
 * A sale that everybody waited for. Inside: 500 people after 2,000 copies against one SQL function
 * for each purchase. Over HTTP, at two web processes on one database: a thousand people who each
 * want one of 500 copies, reaching for them all at once, and let in through a waiting room.
 */
export async function drop() {
  const inside = await dropInside()
  return { ...inside, http: { open: await overHttp(reach), waiting_room: await overHttp(wait) } }
}

interface Sale {
  on: Ground
  callers: Caller[]
  copies: Copy[]
  /** Those that still look free. */
  free: Copy[]
  attempts: Attempt[]
}

async function overHttp(way: (sale: Sale) => Promise<number>) {
  const on = await ground()
  const env = { DATABASE_URL: on.url, DATA_DIR: on.folder }
  const servers = [await serve(env), await serve(env)]
  try {
    const [seller] = await people(on, 1, 0)
    const copies = await onSale(on, seller!, { copies: COPIES, price: PRICE })
    const tokens = await sessions(on, await people(on, PEOPLE, PRICE))
    const callers = tokens.map((token, i) => ({ token, url: servers[i % servers.length]!.url }))
    const sale: Sale = { on, callers, copies, free: [...copies], attempts: [] }
    const seconds = await way(sale)
    return { ...(await outcome(sale)), seconds: Math.round(seconds * 10) / 10 }
  } finally {
    for (const server of servers) await server.stop()
    await on.close()
  }
}

/** Everybody at once; answers how many seconds it took. */
async function reach(sale: Sale): Promise<number> {
  const begun = performance.now()
  await Promise.all(sale.callers.map((caller) => take(sale, caller)))
  return (performance.now() - begun) / 1_000
}

/** Everybody comes before the start, looks every few seconds, and buys when they are let in. */
async function wait(sale: Sale): Promise<number> {
  const { on, callers, copies } = sale
  const { kid } = copies[0]!
  const value = JSON.stringify({ waiting_people_per_minute: PEOPLE_PER_MINUTE })
  await on.db.insertInto('setting').values({ value, reason: 'bench' }).execute()
  const starts = Date.now() + STARTS_IN_SECONDS * 1_000
  const sale_starting_at = new Date(starts).toISOString()
  await on.db
    .updateTable('asset')
    .set({ sale_starting_at, waiting_room: true })
    .where('kid', '=', kid)
    .execute()
  await Promise.all(callers.map((caller) => lookAt(caller, kid, (room) => room.state === 'open')))
  for (const { status } of await Promise.all(callers.map((caller) => join(caller, kid))))
    if (status !== 200) throw new Error(`the room lets nobody in: ${status}`)
  if (Date.now() > starts) throw new Error('not everybody was there at the start')
  await Promise.all(
    callers.map(async (caller) => {
      const turn = ({ mine }: WaitingRoom) => mine?.status !== 'waiting'
      const { mine } = await lookAt(caller, kid, turn)
      if (mine?.status === 'admitted') await take(sale, caller)
    }),
  )
  return (Date.now() - starts) / 1_000
}

/** One person looks, each at a time of their own, until the room is as they want it. */
async function lookAt({ url, token }: Caller, kid: string, done: (room: WaitingRoom) => boolean) {
  for (;;) {
    await sleep(Math.random() * LOOK_MS)
    const response = await fetch(`${url}/api/2.0/waiting_rooms/${kid}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const room = (await response.json()) as WaitingRoom
    if (response.status !== 200) throw new Error(`the room answers ${response.status}`)
    if (done(room)) return room
  }
}

/** One person tries for whatever still looks free until they have one or nothing is left. */
async function take({ free, attempts }: Sale, caller: Caller) {
  while (free.length > 0) {
    const copy = free[Math.floor(Math.random() * free.length)]!
    const attempt = await buy(caller, copy)
    attempts.push(attempt)
    if (attempt.status === 200 || attempt.status === LATE) forget(free, copy)
    if (attempt.status === 200) return
  }
}

function forget(free: Copy[], copy: Copy) {
  const at = free.indexOf(copy)
  if (at >= 0) free.splice(at, 1)
}

async function outcome({ on, callers, copies, attempts }: Sale) {
  const count = (fits: (status: number) => boolean) =>
    attempts.filter(({ status }) => fits(status)).length
  const times = attempts.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return {
    people: callers.length,
    copies: copies.length,
    sold: count((status) => status === 200),
    ...(await soldCopies(on, copies[0]!)),
    attempts: attempts.length,
    errors: count((status) => status >= 500),
    p99_ms: Math.round(times[Math.floor(times.length * 0.99)]!),
  }
}

/** What the database says: copies that are not the seller's any more, and whose they are. */
async function soldCopies({ db }: Ground, { kid, seller }: Copy) {
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
  const order = { kid, asset_token_id, owner_account_id, lang: 'en' }
  const paid = { asset_sale_price: PRICE, balance_to_use: PRICE }
  return post(caller, '/assets/purchase_for_free', { ...order, ...paid })
}

const join = (caller: Caller, kid: string) => post(caller, '/waiting_rooms/join', { id: kid })

async function post({ url, token }: Caller, path: string, body: object): Promise<Attempt> {
  const begun = performance.now()
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
  return { status: response.status, ms: performance.now() - begun }
}
