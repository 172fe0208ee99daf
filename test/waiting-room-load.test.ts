import { deepEqual, equal } from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { addSeconds } from '#core/clock.ts'
import { connect } from '#core/database/db.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import {
  getWaitingResults,
  getWaitingRoom,
  joinWaitingRoom,
} from '#src/sales/waiting-room/waiting.shared.ts'
import { assertBooksBalance } from './books.ts'
import { createPerson, type Person } from './people.ts'
import { sizeOf } from './random.ts'
import { launch, waitUntilStarted } from './program.ts'
import { changeWaitingSettings } from './waiting-rooms.ts'
import { createTitle, type Title } from './titles.ts'
import { asPerson } from './call.ts'
import { emptyDatabase, countOutcomes, waitUntil } from './test-app.ts'

const PEOPLE = sizeOf(300, 1_000)
const LATE = sizeOf(30, 100) // people who join after the draw
const COPIES = 30
const PRICE = 1_000
const AT_ONCE = 40
const STARTS_SECONDS = 30
const PATIENCE_SECONDS = 120

/** Starts two processes on one database; the first runs the emulators and is never killed. */
async function openTwoApps(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'renban-crowd-'))
  chmodSync(folder, 0o755) // PostgreSQL may run as another user and must be able to enter
  const empty = await emptyDatabase()
  const limit = { REQUESTS_PER_MINUTE: '0' } // all people share one address
  const env = { DATA_DIR: folder, DEMO: '0', DATABASE_URL: empty.url, PORT: '0', ...limit }
  const opened = [await waitUntilStarted(launch(env)), await waitUntilStarted(launch(env))]
  const { db, pool } = connect(empty.url, 8)
  const clock = {
    get now() {
      return new Date()
    },
  }
  t.after(async () => {
    try {
      await assertBooksBalance(db)
    } finally {
      for (const { child } of opened.toReversed()) await stop(child)
      await pool.end()
      await empty.drop()
      rmSync(folder, { recursive: true })
    }
  })
  return {
    url: opened[0]!.url,
    app: { db },
    clock,
    /** Returns the origins of the running processes. */
    origins: () => opened.filter(({ child }) => isAlive(child)).map(({ url }) => url),
    kill: () => void opened[1]!.child.kill('SIGKILL'),
    again: async () => void opened.push(await waitUntilStarted(launch(env))),
  }
}
type Apps = Awaited<ReturnType<typeof openTwoApps>>

const isAlive = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null

async function stop(child: ChildProcess) {
  if (!isAlive(child)) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** Sends a request to a random process; if it was killed, repeats it with the same key. */
async function callAnyApp<T>(
  { origins }: Apps,
  { token }: Person,
  ask: (call: Person['call'], key: string) => Promise<T>,
): Promise<T> {
  const key = randomUUID()
  for (let tries = 1; ; tries++) {
    const open = origins()
    const url = open[Math.floor(Math.random() * open.length)]!
    try {
      return await ask(asPerson(url, token), key)
    } catch (error) {
      if (tries === 10) throw error
      await sleep(50)
    }
  }
}

/** Runs an action for each item, `AT_ONCE` of them in parallel. */
async function forEachInParallel<T>(
  all: readonly T[],
  action: (one: T, i: number) => Promise<unknown>,
) {
  const left = [...all.entries()]
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) await action(next[1], next[0])
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

/** Lets each admitted person buy the next number until the room ends, and returns the buyers. */
async function buyAll(apps: Apps, film: Title, people: ReadonlyMap<string, Person>) {
  const { db } = apps.app
  const buyers = new Set<string>()
  const isOver = async () => {
    const ended = db.selectFrom('waiting_room').select('id').where('ended_at', 'is not', null)
    return (await ended.executeTakeFirst()) !== undefined
  }
  for (let next = 1; !(await isOver()); await sleep(50)) {
    const passes = await db
      .selectFrom('waiting_entry')
      .select('account_id')
      .where('status', '=', 'admitted')
      .where('order_id', 'is', null)
      .execute()
    await forEachInParallel(passes, async ({ account_id }) => {
      const order = film.order(next++, PRICE)
      const answer = await callAnyApp(apps, people.get(account_id)!, (call, key) =>
        call(purchaseForFree, order, key),
      )
      equal(answer.status, 'settled', JSON.stringify(answer.error))
      buyers.add(account_id)
    })
  }
  return buyers
}

test('people keep their places in a waiting room when one of two servers is killed, and each copy is sold once', async (t) => {
  const apps = await openTwoApps(t)
  const { db } = apps.app
  await changeWaitingSettings(apps, { waiting_opens_seconds: 600 })
  const mika = await createPerson(apps, 'Mika', { role: 'ORH' })
  const { kid, ...film } = await createTitle(apps, mika, { copies: COPIES, price: PRICE })
  const people: Person[] = []
  await forEachInParallel(Array.from({ length: PEOPLE }), async (_, i) => {
    people.push(await createPerson(apps, `P${i}`, { balance: 2 * PRICE }))
  })
  const sale_starting_at = addSeconds(new Date(), STARTS_SECONDS).toISOString()
  const starts = { sale_starting_at, waiting_room: true }
  await db.updateTable('asset').set(starts).where('kid', '=', kid).execute()
  const room = () => mika.call(getWaitingRoom, { id: kid })
  await waitUntil(room, ({ state }) => state === 'open')

  // One server is killed while people join; another replaces it before the sale.
  const places = new Map<string, string>()
  const joinAll = (some: readonly Person[]) =>
    forEachInParallel(some, async (who) => {
      const { entry_id, error } = await callAnyApp(apps, who, (call) =>
        call(joinWaitingRoom, { id: kid }),
      )
      equal(error, undefined)
      places.set(who.account_id, entry_id)
      if (places.size === PEOPLE / 4) apps.kill()
    })
  await joinAll(people.slice(LATE))
  await apps.again()
  await waitUntil(room, ({ state }) => state === 'admitting', PATIENCE_SECONDS)
  await joinAll(people.slice(0, LATE))

  const known = new Map(people.map((who) => [who.account_id, who]))
  const buyers = await buyAll(apps, { kid, ...film }, known)

  const ended = await waitUntil(room, ({ ending }) => ending !== null) // replies are cached for a second
  equal(ended.ending, 'sold_out')
  equal(buyers.size, COPIES)
  const { rows: sold } = await sql`
    select count(*) as copies, count(distinct buyer) as buyers from purchase where status = 'settled'
  `.execute(db)
  deepEqual(sold, [{ copies: COPIES, buyers: COPIES }])
  const standing: { error?: { code: string } }[] = []
  await forEachInParallel(people, async (who) => {
    const { mine } = await callAnyApp(apps, who, (call) => call(getWaitingRoom, { id: kid }))
    equal(mine?.entry_id, places.get(who.account_id))
    const code = mine?.status ?? 'nowhere'
    standing.push({ error: { code } })
  })
  deepEqual(countOutcomes(standing), { bought: COPIES, missed: PEOPLE - COPIES })
  const { total, later_count } = await mika.call(getWaitingResults, { id: kid })
  equal(total + later_count, PEOPLE)
})
