import { deepEqual } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { Pool } from 'pg'
import { connect } from '#core/database/db.ts'
import { migrate } from '#core/database/migrate.ts'
import { language } from '#core/language.shared.ts'
import type { ErrorCode } from '#core/errors.ts'
import { openPostgres, type Postgres } from '#core/database/postgres.ts'
import { type Config, readConfig } from '#src/config.ts'
import type { ServerTexts } from '#core/context.ts'
import { builtPages, createApp, type Pages } from '#src/app.ts'
import { jobs } from '#src/jobs.ts'
import { KEEP_ALIVE_MS } from '#src/server.ts'
import { changeFeedOf } from '#src/platform/realtime/change-feed.ts'
import { type Integrations, openIntegrations } from '#src/integrations/integrations.ts'
import { type Addresses, openEmulators, type Emulators } from '#src/emulators.ts'
import { assertBooksBalance, findBroken } from './books.ts'
import { type Call, caller } from './call.ts'
import { keptDatabase, PREPARE } from './kept-databases.ts'
import { logErrorsOnly, takeLines } from './log-capture.ts'
import { pauseAfter, timeLimit } from './pause.ts'
import { type PersonOptions, createPerson, type Person } from './people.ts'
import { findLeaks, REMEMBER_READERS, watchReplies } from './personal-texts.ts'

logErrorsOnly()

const TEMPLATE = 'template_app'
/** Settings that only protect data from a failing machine, turned off for speed. */
const UNSAFE_SETTINGS = ['fsync', 'full_page_writes', 'synchronous_commit']
let postgres: Postgres | undefined
let folder: string | undefined

/** Starts PostgreSQL once for all test files, with a migrated database as template. */
export async function globalSetup() {
  const given = process.env.DATABASE_URL
  folder = mkdtempSync(join(tmpdir(), 'renban-tests-'))
  process.env.TEST_RUN_FOLDER = folder // for all processes
  chmodSync(folder, 0o755) // PostgreSQL may run as another user and must be able to enter
  postgres = given ? undefined : await openPostgres(join(folder, 'postgres'))
  process.env.DATABASE_URL = given ?? postgres!.url
  if (!given)
    for (const setting of UNSAFE_SETTINGS) await admin(`alter system set ${setting} = off`)
  await admin('select pg_reload_conf()')
  await admin(`drop database if exists ${TEMPLATE}`)
  await admin(`create database ${TEMPLATE}`)
  const { pool, db } = connect(urlOf(TEMPLATE))
  await migrate(pool)
  if (process.env.MUTATION_SQL) await pool.query(process.env.MUTATION_SQL) // bin/mutate.mjs
  await pool.query(REMEMBER_READERS + findBroken(db) + PREPARE)
  await pool.end()
  flushCompileCache() // tests and the programs that they kill load the same modules
}
export async function globalTeardown() {
  await admins?.end()
  await postgres?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
}

/** Creates a migrated, empty database for one test. */
export async function emptyDatabase() {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await admin(`create database ${name} template ${TEMPLATE} strategy file_copy`)
  return { url: urlOf(name), drop: () => admin(`drop database ${name} with (force)`) }
}

/** The processes to run. With `web` no worker runs; jobs run by `runDueJobs` only. */
type Role = 'web' | 'all'
interface Options {
  pages?: Pages
  role?: Role
  now?: Date
  jobTime?: (payload: unknown) => Date | undefined
  /** Changes the addresses of the vendors and the database, for example to those of a proxy. */
  via?: (to: { addresses: Addresses; databaseUrl: string }) => Promise<Via>
}
interface Via {
  addresses: Addresses
  databaseUrl: string
  directUrl?: string
  silentMs?: number
}
interface InboxMail {
  subject: string
  text: string
  code: string | null
  /** The address for the mail program's own button (RFC 8058). */
  unsubscribe: string | null
}

/** What is done before the app of a test closes. */
type LastAction = (hasFailed: boolean) => Promise<void>

export interface TestApp {
  url: string
  app: Awaited<ReturnType<typeof createApp>> & { role: Role }
  clock: { now: Date }
  config: Config
  integrations: Integrations
  call: Call
  /** Registers an action to run after the test, before the app closes. */
  beforeClose: (action: LastAction) => void
  /** Runs one recurring job now. */
  run: (name: string) => Promise<void>
  inbox: (to: string) => Promise<InboxMail[]>
  person: (name: string, options?: PersonOptions) => Promise<Person>
}

/**
 * Opens the app for one test, on its own port and database, with the emulators behind the same port.
 * Asserts after the test that the books balance.
 */
export async function testApp(
  t: TestContext,
  { pages, role = 'all', now, jobTime, via }: Options = {},
): Promise<TestApp> {
  const database = await keptDatabase(emptyDatabase)
  const dataDir = mkdtempSync(join(tmpdir(), 'renban-test-'))
  const clock = { now: now ?? new Date('2030-01-01T00:00:00Z') }
  const server = await listenOnUsualPort()
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  const values = { DATA_DIR: dataDir, PUBLIC_URL: url, NODE_ENV: 'test' }
  const config = { ...readConfig(values), logsRequests: true } // as in production
  const emulators = await openEmulators({
    dir: dataDir,
    keys: config.emulatorKeys!,
    localUrl: url,
    publicUrl: url,
    now: () => clock.now,
  })
  const direct = { addresses: emulators.addresses, databaseUrl: database.url }
  const { addresses, ...way } = via ? await via(direct) : direct
  const integrations = await openIntegrations({ ...addresses, push: config.push })
  const texts = pages ? (await pages()).serverTexts : plainTexts
  const parts = {
    ...way,
    config,
    integrations,
    texts,
    now: () => clock.now,
    connectTo: database.connect,
  }
  const created = await createApp({ ...parts, role, jobTime, ...(pages && { pages }) })
  const app = { ...created, role }
  const { replies, watch } = watchReplies(url)
  answerFrom(server, app.listener(), emulators, watch)
  await integrations.storage.ready()
  // Requests for live changes are refused until the app listens to the database.
  await waitUntil(async () => changeFeedOf(app.db)?.isConnected() ?? true, Boolean)
  const last: LastAction[] = []
  let hasFailed = false
  // Node has `passed`, its types do not. That of a test with parts is known only after its last action.
  const note = (of: object) => void (hasFailed ||= 'passed' in of && of.passed === false)
  t.afterEach(note)
  t.after(async () => {
    try {
      note(t)
      for (const action of last) await action(hasFailed)
      await assertBooksBalance(app.db)
      deepEqual(await findLeaks({ app, config, replies, lines: takeLines() }), [])
    } finally {
      server.closeAllConnections()
      server.close()
      await app.close()
      integrations.close()
      await emulators.close()
      await database.giveBack()
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
  const call = caller(url, {})
  const inbox = async (to: string) => {
    const response = await fetch(`${url}/dev/inbox.json?to=${encodeURIComponent(to)}`)
    return (await response.json()) as InboxMail[]
  }
  const run = async (job: string) => {
    const task = jobs.find((one) => one.name === job)!
    await task.action(app.jobCtx(job), {} as never)
  }
  const beforeClose = (action: LastAction) => void last.push(action)
  const here = { url, app, clock, config, integrations, call, beforeClose, run, inbox }
  return { ...here, person: (who, options) => createPerson(here, who, options) }
}

let usualPort = 0
/** Listens on one port for all tests of a process, for the scripts in Chromium's cache. */
async function listenOnUsualPort(): Promise<Server> {
  // A connection must outlast a test whose machine stands still; closed meanwhile, its next call fails.
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }).listen(usualPort, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    server.listen(0, '127.0.0.1') // the test has two apps, or another process took the port
    await once(server, 'listening')
  }
  usualPort ||= (server.address() as AddressInfo).port
  return server
}

/** Sets the app's clock to `at` and keeps all sessions alive. */
export async function travelTo({ app, clock }: Pick<TestApp, 'app' | 'clock'>, at: Date | string) {
  clock.now = new Date(at)
  await app.db.updateTable('session').set({ seen_at: clock.now.toISOString() }).execute()
}

/** Texts without catalogues: the refusal's code itself, in the language of the cookie. Mails are real. */
const plainTexts: ServerTexts = {
  refusal: (_lang: string, code: ErrorCode) => code,
  mail: async (...of) => (await (await builtPages())()).serverTexts.mail(...of),
  personName: (_lang, username) => username,
  language: ({ headers }) =>
    language.catch('en').parse(/\blang=([\w-]+)/.exec(headers.get('cookie') ?? '')?.[1]),
}

function answerFrom(
  server: Server,
  listener: ReturnType<TestApp['app']['listener']>,
  emulators: Emulators,
  watch: ReturnType<typeof watchReplies>['watch'],
) {
  server.on('request', (request, response) => {
    if (emulators.handle(request, response)) return
    watch(request, response)
    void listener(request, response)
  })
}

/** Counts replies by outcome: `{ done: 1, another_user_purchasing: 9 }`. */
export function countOutcomes(answers: ({ error?: { code: string } } | undefined)[]) {
  const counts: Record<string, number> = {}
  for (const answer of answers) {
    const code = answer?.error?.code ?? 'done'
    counts[code] = (counts[code] ?? 0) + 1
  }
  return counts
}

/** Calls `make` ten times, for actions at once. */
export const tenTimes = <T>(make: (i: number) => T): T[] =>
  Array.from({ length: 10 }, (_, i) => make(i))

/** Reads a value until `done` accepts it, and returns the last one read; gives up after `seconds`. */
export async function waitUntil<T>(
  look: () => Promise<T>,
  done: (seen: T) => boolean,
  seconds = 30,
): Promise<T> {
  const isOver = timeLimit(seconds)
  for (let looks = 0; ; looks++) {
    const seen = await look()
    if (done(seen) || isOver()) return seen
    await pauseAfter(looks)
  }
}

function urlOf(database: string): string {
  const url = new URL(process.env.DATABASE_URL!)
  url.pathname = `/${database}`
  return url.href
}

let admins: Pool | undefined
/** Runs a statement in the database that belongs to no test. Lets the process end. */
async function admin(statement: string) {
  admins ??= new Pool({
    connectionString: process.env.DATABASE_URL!,
    max: 2,
    allowExitOnIdle: true,
  })
  await admins.query(statement)
}
