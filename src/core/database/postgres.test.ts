import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { Client } from 'pg'
import { copyCluster } from '../../../test/migrated-cluster.ts'
import { eventually, isAlive } from '../../../test/program.ts'
import { openPostgres, type Postgres } from './postgres.ts'

const isRoot = process.getuid?.() === 0
const asRoot = { skip: !isRoot && 'only root can switch users' }

test('data survives a stop, and a stop leaves no process running', async (t) => {
  const dir = await madeFolder(t)
  const first = await open(dir)
  await query(first, 'create table kept as select 7 as number')
  const pid = pidOf(first)
  await first.stop()
  await eventually(async () => ok(!isAlive(pid)))

  const second = await open(dir)
  deepEqual(await query(second, 'select number from kept'), [{ number: 7 }])
})

test('a killed server is restarted with all committed data', async (t) => {
  const postgres = await open(await madeFolder(t))
  await query(postgres, 'create table kept as select 7 as number')
  const pid = pidOf(postgres)

  process.kill(pid, 'SIGKILL')

  const rows = await eventually(() => query(postgres, 'select number from kept'))
  deepEqual(rows, [{ number: 7 }])
  notEqual(pidOf(postgres), pid)
})

test('the next process uses and stops the server that a killed owner left', async (t) => {
  const dir = await madeFolder(t)
  const owner = await startOwner(t, dir)
  owner.kill('SIGKILL')
  await once(owner, 'exit')

  const postgres = await open(dir)
  const pid = pidOf(postgres)
  deepEqual(await query(postgres, 'select 1 as one'), [{ one: 1 }])
  await postgres.stop()
  await eventually(async () => ok(!isAlive(pid)))
})

test('the database recovers when owner and server are killed at the same time', async (t) => {
  const dir = await madeFolder(t)
  const owner = await startOwner(t, dir)
  const pid = Number.parseInt(readFileSync(join(dir, 'postmaster.pid'), 'utf8'))
  owner.kill('SIGKILL')
  process.kill(pid, 'SIGKILL')

  const postgres = await open(dir)
  deepEqual(await query(postgres, 'select 1 as one'), [{ one: 1 }])
})

test('a guest that stops leaves the server running, and another takes over when the owner ends', async (t) => {
  const dir = await madeFolder(t)
  const owner = await open(dir)
  const passing = await open(dir)
  const staying = await open(dir)

  await passing.stop()
  deepEqual(await query(owner, 'select 1 as one'), [{ one: 1 }])
  await owner.stop()
  deepEqual(await eventually(() => query(staying, 'select 1 as one')), [{ one: 1 }])
})

test('ten processes that open the same folder at once create one cluster', async (t) => {
  const dir = folder(t)
  const all = await Promise.all(Array.from({ length: 10 }, () => open(dir)))
  equal(new Set(all.map(pidOf)).size, 1)
})

test('a cluster left incomplete by a killed process is built again', async (t) => {
  const dir = folder(t)
  mkdirSync(`${dir}.half/base`, { recursive: true })
  const postgres = await open(dir)
  deepEqual(await query(postgres, 'select 1 as one'), [{ one: 1 }])
})

test('paths with spaces or percent signs, or too long for a socket, work', async (t) => {
  const postgres = await open(folder(t, `a b/50% ${'連番'.repeat(20)}`))
  deepEqual(await query(postgres, 'select 1 as one'), [{ one: 1 }])
  const sockets = decodeURIComponent(new URL(postgres.url).hostname)
  t.after(() => rmSync(sockets, { recursive: true }))
  match(sockets, /^\/tmp\/renban-\w+$/)
  equal(lstatSync(sockets).mode & 0o777, 0o700)
})

test('a socket folder that other users may enter is refused', asRoot, async (t) => {
  const dir = folder(t, '連番'.repeat(20))
  const first = await open(dir)
  const sockets = decodeURIComponent(new URL(first.url).hostname)
  await first.stop()
  t.after(() => rmSync(sockets, { recursive: true }))

  chmodSync(sockets, 0o755)
  await rejects(openPostgres(dir), /is open to other users/)
})

test(
  'a folder that only root may enter links to a cluster elsewhere, permanently',
  asRoot,
  async (t) => {
    const dir = folder(t)
    chmodSync(dirname(dir), 0o700)
    const lines: string[] = []
    const first = await openPostgres(dir, (line) => lines.push(line))
    t.after(() => first.stop())
    t.after(() => rmSync(dirname(first.cluster), { recursive: true }))
    await query(first, 'create table kept as select 7 as number')
    await first.stop()

    equal(lines.length, 1)
    ok(lines[0]?.includes(dirname(first.cluster)))
    chmodSync(dirname(dir), 0o755)
    const second = await open(dir)
    equal(second.cluster, first.cluster)
    deepEqual(await query(second, 'select number from kept'), [{ number: 7 }])
  },
)

test('a link to a cluster that is gone is refused instead of starting empty', async (t) => {
  const dir = folder(t)
  symlinkSync(join(dirname(dir), 'gone/cluster'), dir)
  await rejects(openPostgres(dir), /which is gone/)
})

test("root's PostgreSQL runs as nobody", asRoot, async (t) => {
  const dir = folder(t)
  const first = await open(dir)
  equal(lstatSync(first.cluster).uid, 65_534)
  equal(processUser(pidOf(first)), 65_534)
})

const opened: Postgres[] = []

/** Creates a data folder. After the test, stops every server that was opened and removes the folder. */
function folder(t: TestContext, name = 'data'): string {
  const root = realpathSync(mkdtempSync('/tmp/renban-test-'))
  chmodSync(root, 0o755)
  const dir = join(root, name, 'postgres')
  mkdirSync(dirname(dir), { recursive: true })
  t.after(async () => {
    for (const postgres of opened.splice(0)) await postgres.stop()
    rmSync(root, { recursive: true })
  })
  return dir
}

/** Creates a data folder that has a cluster already, which takes long to make. */
async function madeFolder(t: TestContext): Promise<string> {
  const dir = folder(t)
  await copyCluster(dir)
  return dir
}

async function open(dir: string, say?: (line: string) => void): Promise<Postgres> {
  const postgres = await openPostgres(dir, say)
  opened.push(postgres)
  return postgres
}

/** Starts another process that owns the cluster. */
async function startOwner(t: TestContext, dir: string): Promise<ChildProcess> {
  const program = `
    const { openPostgres } = await import(process.argv[1])
    await openPostgres(process.argv[2])
    console.log('open')
    setInterval(() => {}, 1000)`
  const module = join(import.meta.dirname, 'postgres.ts')
  const child = spawn(process.execPath, ['-e', program, module, dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  await once(createInterface(child.stdout), 'line')
  return child
}

async function query({ url }: Postgres, statement: string): Promise<unknown[]> {
  const client = new Client(url)
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(statement)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

const pidOf = ({ cluster }: Postgres) =>
  Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'))

const processUser = (pid: number) => lstatSync(`/proc/${pid}`).uid
