import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, connectReplica, inTx } from '#core/database/db.ts'
import {
  getAsset,
  getListedAsset,
  listListedAssets,
  updateAsset,
} from '#src/catalog/asset/asset.shared.ts'
import { getShelf, putOwnShelf } from '#src/sales/shelf/shelf.shared.ts'
import { caller } from './call.ts'
import { dataFolder, startApp, statusOf, type StartedApp } from './data-folder.ts'
import { freePort } from './free-port.ts'
import { createPerson, type Person, type RunningApp } from './people.ts'
import { eventually } from './program.ts'
import { ask, openPrimaryAndReplica } from './standby.ts'
import { openTcpProxy } from './tcp-proxy.ts'
import { createTitle } from './titles.ts'

const LAG_SECONDS = 4
const LONG_SECONDS = 20 // enough for many steps; after 30 a standby cancels what reads there
const PRICE = 1_000
/** The last reads of each connection to a replica, without those that look at it. */
const READS = `select query_start from pg_stat_activity where application_name = 'renban guests'
  and query ~ '^(select|with)' and query !~ 'pg_wal_lsn_diff' order by query_start desc`

/** Starts a primary, a replica and web processes that let guests read from it. */
async function openShop(t: TestContext, { processes = 1, lagSeconds = LAG_SECONDS } = {}) {
  const servers = await openPrimaryAndReplica(t)
  const { primary, standby } = servers
  const way = await openTcpProxy({ port: standby.port })
  const webs: (StartedApp & { metrics: () => Promise<string> })[] = []
  for (let i = 0; i < processes; i++) {
    const port = await freePort()
    const started = await startApp(dataFolder(t), {
      env: {
        DATABASE_URL: primary.url,
        DATABASE_READ_URL: standby.url.replace(`:${standby.port}/`, `:${way.port}/`),
        DATABASE_READ_LAG_SECONDS: String(lagSeconds),
        METRICS_PORT: String(port),
      },
    })
    const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    webs.push({ ...started, metrics })
  }
  const [web] = webs as [StartedApp & { metrics: () => Promise<string> }]
  const lines: string[] = []
  web.child
    .stderr!.setEncoding('utf8')
    .on('data', (text: string) => lines.push(...text.split('\n')))
  const { db, pool } = connect(primary.url, 4)
  t.after(() => pool.end())
  const here: RunningApp = {
    url: web.url,
    app: { db },
    clock: { get now() { return new Date() } }, // oxfmt-ignore
  }
  const mika = await createPerson(here, 'Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 3, price: PRICE })
  const isUsed = async (expected = true) =>
    eventually(async () => {
      match(await web.metrics(), new RegExp(`^renban_replica_used{.*} ${expected ? 1 : 0}$`, 'm'))
    })
  await isUsed()
  return { ...servers, way, web, webs, lines, here, db, mika, film, isUsed }
}

const USED = 'a replica answers guests'
const NOT_USED = 'a replica is not used: guests read from the primary'
/** Returns what the log says of replicas. */
const said = (lines: string[]) =>
  lines
    .filter((line) => line.includes('a replica'))
    .map((line) => (JSON.parse(line) as { what: string }).what)

/** Returns how many calls of guests a server has answered. */
async function readsOf(web: { metrics: () => Promise<string> }, server: string): Promise<number> {
  const [, count] =
    new RegExp(`^renban_guest_reads_total{server="${server}"} (\\d+)$`, 'm').exec(
      await web.metrics(),
    ) ?? []
  return Number(count ?? 0)
}

const guest = ({ url }: { url: string }, headers: Record<string, string> = {}) =>
  caller(url, headers)

/** Opens a page and returns what it shows, once it answers 200. */
async function page({ url }: { url: string }, path: string, cookie = 'lang=en'): Promise<string> {
  const response = await fetch(url + path, { headers: { cookie, connection: 'close' } })
  equal(response.status, 200)
  return response.text()
}

/** Returns a function that changes what Mika's shelf says, and one that reads it; nobody is notified of it. */
function shelfOf({ mika }: { mika: Person }) {
  const settings = { is_public: true, is_indexed: false, shows_brands: false, shows_count: false }
  return {
    async write(about: string) {
      const { error } = await mika.call(putOwnShelf, { ...settings, about, asset_token_ids: [] })
      equal(error, undefined)
    },
    read: async (from: { url: string }, cookie = 'lang=en') =>
      (await caller(from.url, { cookie })(getShelf, { username: mika.name })).about,
  }
}

test('OP-09 guests read from the replica, and people who are signed in from the primary', async (t) => {
  const { web, standby, film, mika, lines } = await openShop(t, { lagSeconds: LONG_SECONDS })
  await eventually(async () => {
    await page(web, `/asset/${film.kid}?from=${Math.random()}`)
    ok((await ask(standby.url, READS)).length > 0)
  })
  const [last] = (await ask(standby.url, READS)) as { query_start: string }[]
  equal((await mika.call(getAsset, { id: film.kid })).kid, film.kid)
  equal((await mika.call(getListedAsset, { id: film.kid })).kid, film.kid)
  for (const { query_start } of await ask(standby.url, READS))
    ok(String(query_start) <= last!.query_start, 'the replica has read nothing since')
  const before = await readsOf(web, 'primary')
  for (const path of [`/asset/${film.kid}`, '/', '/?q=Title'])
    for (let i = 0; i < 5; i++) await page(web, `${path}${path.includes('?') ? '&' : '?'}try=${i}`)
  for (const path of ['/sitemap.xml', '/sitemaps/titles-1.xml', '/feed.atom']) {
    const reads = await readsOf(web, 'replica')
    equal(await statusOf(web, path), 200)
    equal(await readsOf(web, 'replica'), reads + 1)
  }
  equal(await readsOf(web, 'primary'), before)
  ok((await readsOf(web, 'replica')) > 10)
  equal(await statusOf(web, '/asset/00000000-0000-4000-8000-000000000000'), 404)
  match(await web.metrics(), /^renban_database_pool_connections_max{pool="replica .*"} 16$/m)
  deepEqual(said(lines).slice(1), [])
})

test('OP-09 a replica that stands still: guests see a change of a title at once, all else within the bound, and who wrote sees it in every process', async (t) => {
  const { web, webs, here, standby, film, mika, lines, isUsed } = await openShop(t, {
    processes: 2,
    lagSeconds: LONG_SECONDS,
  })
  const shelf = shelfOf({ mika })
  await shelf.write('Before')
  await eventually(async () => {
    for (const one of webs) equal(await shelf.read(one), 'Before')
  })
  await isUsed()
  await ask(standby.url, 'select pg_wal_replay_pause()')
  const pausedAt = performance.now()
  const sincePause = () => performance.now() - pausedAt
  await shelf.write('After')
  equal((await mika.call(updateAsset, { kid: film.kid, title: 'Renamed' })).error, undefined)
  const newShelf = shelfOf({ mika: await createPerson(here, 'Noa') })
  await newShelf.write('New')
  const cookie = await signOut(web, mika)
  equal(cookie, `wrote=1; Path=/; HttpOnly; SameSite=Lax; Max-Age=${LONG_SECONDS + 1}`)
  for (const one of webs) {
    equal(await shelf.read(one, 'wrote=1'), 'After')
    match(await page(one, `/asset/${film.kid}`, 'lang=en; wrote=1'), /Renamed/)
    equal(await shelf.read(one), 'Before')
  }
  for (const one of webs)
    for (const path of [`/asset/${film.kid}`, `/asset/${film.kid}?no=2`, '/'])
      await eventually(async () => match(await page(one, path), /Renamed/))
  for (const one of webs) {
    const call = guest(one)
    equal((await call(getAsset, { id: film.kid })).title, 'Renamed')
    equal((await call(getListedAsset, { id: film.kid })).title, 'Renamed')
    equal((await call(listListedAssets, {})).items[0]!.title, 'Renamed')
    equal(await newShelf.read(one), 'New', 'a row that the replica lacks is asked of the primary')
  }
  for (const one of webs) equal(await shelf.read(one), 'Before')
  const rest = LONG_SECONDS * 1_000 - sincePause()
  ok(rest > 0, 'the replica was within the bound until here')
  await sleep(rest)
  await eventually(async () => {
    for (const one of webs) equal(await shelf.read(one), 'After')
  })
  await isUsed(false)
  equal(await statusOf(web, '/readyz'), 200)
  await ask(standby.url, 'select pg_wal_replay_resume()')
  await isUsed()
  deepEqual(said(lines), [NOT_USED, USED])
})

/** Signs a browser out, and returns the cookie that its changing request left. */
async function signOut({ url }: { url: string }, { token }: Person): Promise<string> {
  const response = await fetch(`${url}/api/2.0/logout`, {
    method: 'POST',
    headers: { cookie: `session=${token}`, origin: url },
  })
  equal(response.ok, true)
  return response.headers.getSetCookie().find((line) => line.startsWith('wrote=')) ?? ''
}

test('OP-09 a replica that is killed, cancels reads or is promoted fails no request of a guest', async (t) => {
  const { web, primary, standby, way, restart, film, lines, isUsed } = await openShop(t)
  const paths = [
    '/?page=1',
    `/asset/${film.kid}?no=1`,
    '/?q=Title',
    `/api/2.0/assets/${film.kid}/serials`,
  ]
  const visits = { begun: 0 }
  /** Waits until so many more requests have begun. */
  const more = async (count: number, meanwhile = () => sleep(10)) => {
    const enough = visits.begun + count
    while (visits.begun < enough) await meanwhile()
  }
  const failures: string[] = []
  const isOver = new AbortController()
  t.after(() => isOver.abort())
  const visitors = Array.from({ length: 8 }, async () => {
    while (!isOver.signal.aborted) {
      const path = paths[visits.begun++ % paths.length]!
      const address = path.startsWith('/api') ? path : `${path}&try=${visits.begun}`
      const response = await fetch(web.url + address, { headers: { connection: 'close' } })
      const text = await response.text()
      if (response.status !== 200) failures.push(`${address}: ${response.status} ${text}`)
    }
  })
  const disturb = (how: 'pg_terminate_backend' | 'pg_cancel_backend') =>
    more(100, async () => {
      const readers = `from pg_stat_activity where application_name = 'renban guests'`
      await ask(standby.url, `select ${how}(pid) ${readers}`)
    })
  await disturb('pg_cancel_backend')
  await disturb('pg_terminate_backend')
  await isUsed()
  standby.child.kill('SIGKILL')
  await more(100)
  await isUsed(false)
  equal(await statusOf(web, '/readyz'), 200)
  const again = await restart()
  await isUsed()
  const before = await readsOf(web, 'replica')
  await more(50)
  ok((await readsOf(web, 'replica')) > before)
  way.silence()
  await isUsed(false)
  await more(50)
  way.resume()
  await isUsed()
  await ask(again.url, 'select pg_promote()')
  await isUsed(false)
  await more(50)
  isOver.abort()
  await Promise.all(visitors)
  deepEqual(failures, [])
  equal((await ask(primary.url, 'select count(*)::int as titles from asset'))[0]!.titles, 1)
  t.diagnostic(`${visits.begun} requests, ${said(lines).length} log lines`)
  ok(said(lines).filter((what) => what === USED).length >= 3)
  equal(said(lines).at(-1), NOT_USED)
})

test('OP-09 a replica takes no writes, no locks and no transactions, not even once it is promoted', async (t) => {
  const { primary, standby } = await openPrimaryAndReplica(t)
  await ask(primary.url, 'create table kept (name text primary key)')
  await eventually(() => ask(standby.url, 'select name from kept'))
  const { db, pool } = connectReplica(standby.url, 2)
  t.after(() => pool.end())
  for (const isPromoted of [false, true]) {
    if (isPromoted) await ask(standby.url, 'select pg_promote()')
    const row = { name: 'a' } as never
    await rejects(
      db
        .insertInto('kept' as 'setting')
        .values(row)
        .execute(),
      { code: '25006' },
    )
    await rejects(db.selectFrom('kept' as 'setting').select('name' as never).forUpdate().execute(), { code: '25006' }) // oxfmt-ignore
    await rejects(
      inTx({ db }, async () => {}),
      /begins no transaction/,
    )
  }
})
