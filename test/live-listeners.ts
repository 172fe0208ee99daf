import { equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { LIVE_PATH, liveEvent } from '#src/platform/realtime/live.shared.ts'
import { changeFeedOf } from '#src/platform/realtime/change-feed.ts'
import { ALL_MS } from '#src/platform/realtime/subscribers.ts'
import type { Person } from './people.ts'
import { createTitle } from './titles.ts'
import { waitUntil, type TestApp, testApp } from './test-app.ts'

/** Opens a test app with a title of ten copies, its creator and a buyer. */
export async function liveFixtures(t: TestContext) {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 9_000 })
  const film = await createTitle(here, mika, { copies: 10, price: 1_000 })
  await waitUntil(async () => changeFeedOf(here.app.db)!.isConnected(), Boolean)
  await waitForChangeFeed(here)
  return { here, mika, ren, film }
}

/**
 * Waits until the change feed has received all commits so far, and tells them with its version of all
 * titles. Notifications keep their order.
 */
export async function waitForChangeFeed({ app: { db } }: TestApp) {
  const feed = changeFeedOf(db)!
  const mark = randomUUID()
  const version = feed.version(mark)
  await sql`select pg_notify('title', ${mark})`.execute(db)
  equal(await waitUntil(async () => feed.version(mark) !== version, Boolean), true)
  await sleep(ALL_MS)
  feed.version()
}

/**
 * Opens the event stream of a title or a screening as a browser does; `events` returns what has arrived.
 */
export async function openEventStream(
  t: TestContext,
  { url }: Pick<TestApp, 'url'>,
  of: string | { screening: string },
  who?: Person,
) {
  const query = typeof of === 'string' ? `kid=${of}` : `screening=${of.screening}`
  const leave = new AbortController()
  t.after(() => leave.abort())
  const headers = { ...(who && { authorization: `Bearer ${who.token}` }), 'last-event-id': '7' }
  const response = await fetch(`${url}${LIVE_PATH}?${query}`, { headers, signal: leave.signal })
  const { status } = response
  const seen = { status, response, text: '', isOver: false, leave: () => leave.abort() }
  void (async () => {
    const text = new TextDecoderStream()
    for await (const part of response.body!.pipeThrough(text)) seen.text += part
  })()
    .catch(() => {})
    .finally(() => (seen.isOver = true))
  const told = () => [...seen.text.matchAll(/^event: changed\ndata: (.+)$/gm)]
  const events = () => told().map(([, data]) => liveEvent.parse(JSON.parse(data!)))
  const waitForEvents = async (count: number) =>
    equal(
      await waitUntil(
        async () => events().length,
        (n) => n >= count,
      ),
      count,
    )
  return Object.assign(seen, { events, waitForEvents })
}
