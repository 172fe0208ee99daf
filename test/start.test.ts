import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism, networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  dataFolder,
  migratedFolder,
  failedStart,
  query,
  startApp,
  statusOf,
} from './data-folder.ts'
import { PRODUCTION } from './production.ts'
import { eventually, embeddedDatabaseUrl, isAlive } from './program.ts'

const ROOT = join(import.meta.dirname, '..')
const CALL = '/api/2.0/application_settings'
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
const asRoot = { skip: !isRoot && 'only root can be another user' }

test('a second process on the same data folder shares its PostgreSQL, and outlives the first', async (t) => {
  const folder = dataFolder(t)
  const owner = await startApp(folder)
  const guest = await startApp(folder)
  equal(await statusOf(guest, CALL), 200)

  owner.child.kill('SIGTERM')
  await once(owner.child, 'exit')
  await eventually(async () => equal(await statusOf(guest, CALL), 200))
})

test('a web and a worker process share a data folder, and a mail passes through both', async (t) => {
  const folder = await migratedFolder(t)
  const web = await startApp(folder, { role: 'web' })
  await fetch(`${web.url}/api/2.0/wallet/codes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'mika@renban.test', lang: 'en' }),
  })
  const inbox = async () => (await fetch(`${web.url}/dev/inbox.json?to=mika@renban.test`)).json()
  deepEqual(await inbox(), [])

  await startApp(folder, { role: 'worker' })
  await eventually(async () => match((await inbox())[0].code, /^\d{6}$/))
})

const WORKER_SECONDS = 60 // until a worker has started, which yields to all other work
const twoCores = { skip: availableParallelism() < 2 && 'jobs stay in the process' }

test(
  'npm start runs jobs in a process of their own, which is started anew and never outlives it',
  twoCores,
  async (t) => {
    const folder = await migratedFolder(t)
    const { url, child } = await startApp(folder, { flags: ['--worker-process'] })
    const codeFor = async (email: string) => {
      await fetch(`${url}/api/2.0/wallet/codes`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, lang: 'en' }),
      })
      const inbox = async () => (await fetch(`${url}/dev/inbox.json?to=${email}`)).json()
      await eventually(async () => match((await inbox())[0]?.code, /^\d{6}$/), WORKER_SECONDS)
    }
    const workers = () => childrenOf(child.pid!).filter((pid) => commandOf(pid).includes('worker'))
    await codeFor('mika@renban.test')
    const [first, ...others] = workers()
    deepEqual(others, [])

    process.kill(first!, 'SIGKILL')
    await codeFor('ren@renban.test')
    const [second] = workers()
    ok(second !== undefined && second !== first)
    child.kill('SIGKILL')
    await eventually(async () => equal(isAlive(second), false))
  },
)

test('a fault at the start is one line without a stack, and the program exits with 1', async (t) => {
  const other = createServer().listen(0)
  await once(other, 'listening')
  t.after(() => other.close())
  const { port } = other.address() as AddressInfo

  const { said, code } = await failedStart(t, { PORT: String(port), DATA_DIR: dataFolder(t) })
  equal(said, `PORT ${port} is taken by another program: set PORT to another.\n`)
  equal(code, 1)
})

test('emulators answer this machine only, and only under its own name', async (t) => {
  const { url } = await startApp(await migratedFolder(t))
  const { port } = new URL(url)
  const statusFor = async (host: string, more: string[] = []) => {
    const headers = ['Host', host, 'Connection', 'close', ...more]
    const sent = get({ host: '127.0.0.1', port, path: '/dev/inbox.json', headers, setHost: false })
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.resume()
    return response.statusCode
  }
  const others = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  for (const { address } of others.filter(({ internal, family }) => !internal && family === 'IPv4'))
    await rejects(fetch(`http://${address}:${port}/healthz`))
  equal(await statusFor(`localhost:${port}`), 200)
  equal(await statusFor('127.0.0.1'), 200)
  equal(await statusFor('attacker.example'), 403)
  equal(await statusFor('localhost', ['Host', 'attacker.example']), 400)
})

test('production refuses to start without its own secrets', async (t) => {
  const { said, code } = await failedStart(t, { NODE_ENV: 'production', DATA_DIR: dataFolder(t) })
  match(said, /^SECRET is missing: /m)
  match(said, /^STRIPE_SECRET_KEY is missing: production uses no emulators/m)
  equal(code, 1)
})

test('production refuses a database that may lose committed transactions', async (t) => {
  const folder = await migratedFolder(t)
  await startApp(folder)
  await query(folder, 'alter system set fsync = off')
  await query(folder, 'select pg_reload_conf()')

  const { said, code } = await failedStart(t, {
    ...PRODUCTION,
    DATABASE_URL: embeddedDatabaseUrl(folder),
  })
  match(said, /^DATABASE_URL has fsync/)
  equal(code, 1)
})

test(
  'root can start the program in a folder that only root may enter, with spaces in its name',
  asRoot,
  async (t) => {
    const folder = join(dataFolder(t), 'a b', '.data')
    mkdirSync(folder, { recursive: true })
    chmodSync(join(folder, '..'), 0o700)
    const app = await startApp(folder)
    equal(await statusOf(app, CALL), 200)

    const line = app.output.find((one) => one.startsWith('Only root may enter'))
    const place = /the database is in (\S+)\.$/.exec(line ?? '')?.[1]
    ok(place)
    t.after(() => rmSync(place, { recursive: true }))
  },
)

const reachable = isRoot && (statSync(ROOT).mode & 0o005) === 0o005
const asNobody = { skip: !reachable && 'root has to lend a folder that others may read' }
test('an ordinary user can start the program', asNobody, async (t) => {
  const folder = dataFolder(t)
  chownSync(folder, NOBODY, NOBODY)
  const app = await startApp(folder, { uid: NOBODY })
  equal(await statusOf(app, CALL), 200)
  equal(statSync(join(folder, 'secrets.json')).uid, NOBODY)
})

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
const commandOf = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8')
