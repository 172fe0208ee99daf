import { deepEqual, equal, match, ok } from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { launch, type Opened, ownDatabase, untilOpen } from './program.ts'

const ROOT = join(import.meta.dirname, '..')
const CALL = '/api/2.0/application_settings'
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
const asRoot = { skip: !isRoot && 'only root can be another user' }

test('what was confirmed before everything was killed at once is there at the next start', async (t) => {
  const folder = dataFolder(t)
  const first = await start(folder)
  await query(folder, 'create table kept (number int)')
  let confirmed = 0
  const writing = (async () => {
    for (;;) await query(folder, `insert into kept values (${confirmed})`).then(() => confirmed++)
  })().catch(() => {})
  await sleep(500)

  process.kill(postmasterOf(folder), 'SIGKILL')
  first.child.kill('SIGKILL')
  await writing
  ok(confirmed > 0)

  const second = await start(folder)
  deepEqual(await statusOf(second, '/'), 200)
  const [kept] = (await query(folder, 'select count(*)::int as count from kept')) as {
    count: number
  }[]
  ok(kept!.count >= confirmed, `${kept!.count} of ${confirmed}`)
})

test('a server left by a killed owner is used again, and a clean stop leaves no process', async (t) => {
  const folder = dataFolder(t)
  const first = await start(folder)
  const pid = postmasterOf(folder)
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')

  const second = await start(folder)
  equal(postmasterOf(folder), pid)
  deepEqual(await statusOf(second, CALL), 200)
  second.child.kill('SIGTERM')
  deepEqual(await once(second.child, 'exit'), [0, null])
  await soon(async () => ok(!isAlive(pid)))
})

test('while the database is gone the answer is 503, and ten seconds later all is well', async (t) => {
  const folder = dataFolder(t)
  const house = await start(folder)
  equal(await statusOf(house, '/readyz'), 200)

  const pid = postmasterOf(folder)
  process.kill(pid, 'SIGSTOP') // so that it is down for as long as we look
  process.kill(pid, 'SIGKILL')
  const during = await Promise.all([statusOf(house, '/readyz'), statusOf(house, CALL)])
  deepEqual(during, [503, 503])
  equal(await statusOf(house, '/healthz'), 200)

  await soon(async () => {
    deepEqual(await Promise.all([statusOf(house, '/readyz'), statusOf(house, CALL)]), [200, 200])
  })
  equal(house.child.exitCode, null)
})

test('a second process on the same data is a guest, and outlives the first', async (t) => {
  const folder = dataFolder(t)
  const owner = await start(folder)
  const guest = await start(folder)
  equal(await statusOf(guest, CALL), 200)

  owner.child.kill('SIGTERM')
  await once(owner.child, 'exit')
  await soon(async () => equal(await statusOf(guest, CALL), 200))
})

test('a web and a worker share a data folder, and a mail goes out through both', async (t) => {
  const folder = dataFolder(t)
  const web = await start(folder, { role: 'web' })
  await fetch(`${web.url}/api/2.0/wallet/codes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'mika@renban.test', lang: 'en' }),
  })
  const inbox = async () => (await fetch(`${web.url}/dev/inbox.json?to=mika@renban.test`)).json()
  deepEqual(await inbox(), [])

  await start(folder, { role: 'worker' })
  await soon(async () => match((await inbox())[0].code, /^\d{6}$/))
})

test('a signal waits for who is being answered, and takes nobody else in', async (t) => {
  const house = await start(dataFolder(t))
  const slow = new Client({ connectionString: ownDatabase(house.folder) })
  await slow.connect()
  await slow.query('begin; lock table setting in access exclusive mode')
  const answer = fetch(house.url + CALL)
  await sleep(300)

  house.child.kill('SIGTERM')
  await soon(async () => equal(await statusOf(house, '/healthz').catch(() => 'refused'), 'refused'))
  await slow.query('commit')
  await slow.end()

  equal((await answer).status, 200)
  deepEqual(await once(house.child, 'exit'), [0, null])
})

test('a port that is taken is one clear line', async (t) => {
  const other = createServer().listen(0)
  await once(other, 'listening')
  t.after(() => other.close())
  const { port } = other.address() as AddressInfo

  const { said, code } = await failed(t, { PORT: String(port), DATA_DIR: dataFolder(t) })
  equal(said, `PORT ${port} is taken by another program: set PORT to another.\n`)
  equal(code, 1)
})

test('production refuses to start without secrets of its own', async (t) => {
  const { said, code } = await failed(t, { NODE_ENV: 'production', DATA_DIR: dataFolder(t) })
  match(said, /^SECRET is missing: /m)
  match(said, /^STRIPE_SECRET_KEY is missing: no stand-in/m)
  equal(code, 1)
})

test('production refuses a database that may lose what it confirmed', async (t) => {
  const folder = dataFolder(t)
  await start(folder)
  await query(folder, 'alter system set fsync = off')
  await query(folder, 'select pg_reload_conf()')

  const { said, code } = await failed(t, { ...PRODUCTION, DATABASE_URL: ownDatabase(folder) })
  match(said, /^DATABASE_URL has fsync/)
  equal(code, 1)
})

test('root in a folder only root may enter, with spaces in its name', asRoot, async (t) => {
  const folder = join(dataFolder(t), 'a b', '.data')
  mkdirSync(folder, { recursive: true })
  chmodSync(join(folder, '..'), 0o700)
  const house = await start(folder)
  equal(await statusOf(house, CALL), 200)

  const line = house.said.find((one) => one.startsWith('Only root may enter'))
  const place = /lies in (\S+)\.$/.exec(line ?? '')?.[1]
  ok(place)
  t.after(() => rmSync(place, { recursive: true }))
})

const reachable = isRoot && (statSync(ROOT).mode & 0o005) === 0o005
const asNobody = { skip: !reachable && 'root has to lend a folder that others may read' }
test('an ordinary user', asNobody, async (t) => {
  const folder = dataFolder(t)
  chownSync(folder, NOBODY, NOBODY)
  const house = await start(folder, { uid: NOBODY })
  equal(await statusOf(house, CALL), 200)
  equal(statSync(join(folder, 'secrets.json')).uid, NOBODY)
})

interface House extends Opened {
  folder: string
}
const running: ChildProcess[] = []
const PRODUCTION = {
  NODE_ENV: 'production',
  PORT: '0',
  PUBLIC_URL: 'https://renban.test',
  SECRET: 's'.repeat(32),
  KEY_RING: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
  STRIPE_SECRET_KEY: 'sk_live_none',
  STRIPE_WEBHOOK_SECRET: 'whsec_none',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'post@renban.test',
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_REGION: 'none',
  S3_BUCKET: 'none',
  S3_ACCESS_KEY_ID: 'none',
  S3_SECRET_ACCESS_KEY: 'none',
}

/** A data folder of its own; whatever still runs in it in the end is killed. */
function dataFolder(t: TestContext): string {
  const folder = mkdtempSync('/tmp/renban-start-')
  chmodSync(folder, 0o755)
  t.after(async () => {
    for (const child of running.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    rmSync(folder, { recursive: true })
  })
  return folder
}

/** Starts the program as `npm start` does, and comes back when it says that it is open. */
async function start(
  folder: string,
  { role = 'all', uid }: { role?: string; uid?: number } = {},
): Promise<House> {
  const child = launch({ PORT: '0', DATA_DIR: folder, DEMO: '0' }, [role], uid)
  running.push(child)
  return { ...(await untilOpen(child)), folder }
}

async function failed(t: TestContext, env: Record<string, string>) {
  const child = launch({ DATA_DIR: '/tmp', ...env }, [])
  t.after(() => child.kill('SIGKILL'))
  const [said, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit')])
  return { said, code: code as number }
}

async function statusOf({ url }: House, path: string): Promise<number> {
  const response = await fetch(url + path, { headers: { connection: 'close' } })
  await response.arrayBuffer()
  return response.status
}

async function query(folder: string, statement: string): Promise<unknown[]> {
  const client = new Client(ownDatabase(folder))
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(statement)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

const postmasterOf = (folder: string) =>
  Number.parseInt(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8'))

/** A dead process that nobody has asked about yet (a zombie) is not alive. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** Tries again until it holds; ten seconds are what a recovery may take. */
async function soon(holds: () => Promise<void>) {
  for (const begun = Date.now(); ; await sleep(100)) {
    try {
      return await holds()
    } catch (error) {
      if (Date.now() - begun > 10_000) throw error
    }
  }
}
