import { equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { TestContext } from 'node:test'
import { sql } from 'kysely'
import { LIVE_PATH, liveEvent } from '#src/platform/realtime/live.shared.ts'
import { changeFeedOf } from '#src/platform/realtime/change-feed.ts'
import type { Somebody } from './people.ts'
import { title } from './titles.ts'
import { soon, type TestApp, testApp } from './test-app.ts'

/** A title of ten copies, its creator, and a buyer. */
export async function market(t: TestContext) {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 9_000 })
  const film = await title(here, mika, { copies: 10, price: 1_000 })
  await soon(async () => changeFeedOf(here.app.db)!.isConnected(), Boolean)
  await caughtUp(here)
  return { here, mika, ren, film }
}

/** All that was done until now has been heard: what is told comes in the order of the commits. */
export async function caughtUp({ app: { db } }: TestApp) {
  const mark = randomUUID()
  const version = changeFeedOf(db)!.version(mark)
  await sql`select pg_notify('title', ${mark})`.execute(db)
  const isHeard = async () => changeFeedOf(db)!.version(mark) !== version
  equal(await soon(isHeard, Boolean), true)
}

/** Looks at a title as a browser does; `events` are what it has been told. */
export async function look(t: TestContext, { url }: TestApp, kid: string, who?: Somebody) {
  const leave = new AbortController()
  t.after(() => leave.abort())
  const headers = { ...(who && { authorization: `Bearer ${who.token}` }), 'last-event-id': '7' }
  const response = await fetch(`${url}${LIVE_PATH}?kid=${kid}`, { headers, signal: leave.signal })
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
  const hears = async (count: number) =>
    equal(
      await soon(
        async () => events().length,
        (n) => n >= count,
      ),
      count,
    )
  return Object.assign(seen, { events, hears })
}
