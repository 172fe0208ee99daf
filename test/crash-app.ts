import { deepEqual, equal } from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { connect } from '#core/database/db.ts'
import { openIntegrations } from '#src/integrations/integrations.ts'
import { knownAddresses } from '#src/emulators.ts'
import { assertBooksBalance } from './books.ts'
import { type PersonOptions, type RunningApp, createPerson, type Person } from './people.ts'
import { launch, waitUntilStarted } from './program.ts'
import { emptyDatabase, waitUntil } from './test-app.ts'

const DEATH_SECONDS = 60 // the time within which the failpoint must be reached

interface CrashMail {
  subject: string
  message_id: string
}

export interface CrashApp extends RunningApp {
  folder: string
  integrations: Awaited<ReturnType<typeof openIntegrations>>
  person(name: string, options?: PersonOptions): Promise<Person>
  /** Returns the mails to an address, the newest first. */
  inbox(to: string): Promise<CrashMail[]>
  /** Starts a second web process on the same database, which ends with the test. */
  secondWeb(): Promise<{ url: string }>
  /** Waits until the failpoint kills the process, then starts it again without failpoint. */
  waitForCrashAndRestart(): Promise<void>
}

/**
 * Starts the app in its own process, to be killed by a failpoint and started again on the same port.
 * The test reads the same database. Asserts after the test that the books balance.
 */
export async function crashApp(
  t: TestContext,
  { failpoint }: { failpoint?: string } = {},
): Promise<CrashApp> {
  const { here, arm, close } = await openCrashApp()
  t.after(async () => {
    try {
      await assertBooksBalance(here.app.db)
    } finally {
      await close()
    }
  })
  if (failpoint) await arm(failpoint)
  return here
}

/**
 * Lets the tests of a suite, which run one after the other, share an app: what each of them has started
 * again is killed by the next. Each has people of its own, and asserts that the books balance.
 */
export function crashSuite() {
  let opened: ReturnType<typeof openCrashApp> | undefined
  let tests = 0
  after(async () => (await opened)?.close())
  return async (t: TestContext, failpoint: string): Promise<CrashApp> => {
    opened ??= openCrashApp()
    const { here, arm, untilIdle } = await opened
    await untilIdle()
    await arm(failpoint)
    t.after(() => assertBooksBalance(here.app.db))
    const number = ++tests
    return { ...here, person: (name, given) => here.person(`${name}${number}`, given) }
  }
}

async function openCrashApp() {
  const folder = mkdtempSync(join(tmpdir(), 'renban-crash-'))
  chmodSync(folder, 0o755) // PostgreSQL may run as another user and must be able to enter
  const empty = await emptyDatabase()
  const env = { DATA_DIR: folder, DEMO: '0', DATABASE_URL: empty.url }
  const { url, ...first } = await waitUntilStarted(launchArmed({ ...env, PORT: '0' }))
  let { child } = first
  const { db, pool } = connect(empty.url, 4)
  const integrations = await openIntegrations(knownAddresses(folder)!)
  const others: ChildProcess[] = []
  const start = async () => {
    child = (await waitUntilStarted(launchArmed({ ...env, PORT: new URL(url).port }))).child
  }
  const here: CrashApp = {
    url,
    folder,
    integrations,
    clock: { get now() { return new Date() } }, // oxfmt-ignore
    app: { db },
    person: (name, given) => createPerson(here, name, given),
    async inbox(to) {
      const response = await fetch(`${url}/dev/inbox.json?to=${to}`)
      return (await response.json()) as CrashMail[]
    },
    async secondWeb() {
      const second = await waitUntilStarted(launch({ ...env, PORT: '0' }, ['web']))
      others.push(second.child)
      return { url: second.url }
    },
    async waitForCrashAndRestart() {
      const late = sleep(DEATH_SECONDS * 1_000, ['alive'], { ref: false })
      deepEqual(await Promise.race([ended(child), late]), [null, 'SIGKILL'])
      await start()
    },
  }
  const close = async () => {
    for (const one of [...others, child]) {
      one.kill('SIGTERM')
      await ended(one)
    }
    integrations.close()
    await pool.end()
    await empty.drop()
    rmSync(folder, { recursive: true })
  }
  /** Arms a failpoint. A test before may have failed and left a dead process. */
  const arm = async (failpoint: string) => {
    if (child.exitCode !== null || child.signalCode !== null) await start()
    child.send(failpoint)
    await once(child, 'message')
  }
  /** Waits until no job of an earlier test is left, which could reach the next failpoint. */
  const untilIdle = async () => {
    const due = sql`select from graphile_worker.jobs
      where attempts < max_attempts and (locked_at is not null or run_at <= now())`
    const look = async () => (await due.execute(db)).rows.length
    equal(await waitUntil(look, (jobs) => jobs === 0, DEATH_SECONDS), 0, 'jobs are left')
  }
  return { here, arm, untilIdle, close }
}

const launchArmed = (env: Record<string, string>) =>
  launch(env, [], { preload: './test/armed.mjs' })

/**
 * Returns `sent`, which makes a request and, if the process dies meanwhile, makes it again after the
 * restart; and `restart`, which ends with it.
 */
export function acrossCrash(here: CrashApp) {
  const restart = here.waitForCrashAndRestart()
  const sent = async <T>(make: () => Promise<T>): Promise<T> => {
    try {
      return await make()
    } catch {
      await restart
      return make()
    }
  }
  return { sent, restart }
}

async function ended(child: ChildProcess) {
  const { exitCode, signalCode } = child
  if (exitCode === null && signalCode === null) await once(child, 'exit')
  return [child.exitCode, child.signalCode]
}
