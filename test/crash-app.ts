import { deepEqual } from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '#core/database/db.ts'
import { openIntegrations } from '#src/integrations/integrations.ts'
import { knownAddresses } from '#src/emulators.ts'
import { assertBooksBalance } from './books.ts'
import { type PersonOptions, type RunningApp, createPerson, type Person } from './people.ts'
import { launch, embeddedDatabaseUrl, waitUntilStarted } from './program.ts'
import { emptyDatabase } from './test-app.ts'

const DEATH_SECONDS = 60 // the time within which the failpoint must be reached

interface CrashMail {
  subject: string
  message_id: string
}

export interface CrashApp extends RunningApp {
  folder: string
  child: ChildProcess
  integrations: Awaited<ReturnType<typeof openIntegrations>>
  person(name: string, options?: PersonOptions): Promise<Person>
  /** Returns the mails to an address, the newest first. */
  inbox(to: string): Promise<CrashMail[]>
  /** Starts a second web process on the same database, which ends with the test. */
  secondWeb(): Promise<{ url: string }>
  /** Waits until the failpoint kills the process, then starts it again without failpoint. */
  waitForCrashAndRestart(): Promise<void>
}

interface Options {
  /** The failpoint at which the first process dies. */
  failpoint?: string
  /** Lets the process run its own PostgreSQL, so that both die; otherwise only the app dies. */
  ownPostgres?: boolean
}

/**
 * Starts the app in its own process, to be killed by a failpoint and started again on the same port.
 * The test reads the same database. Asserts after the test that the books balance.
 */
export async function crashApp(t: TestContext, options: Options = {}): Promise<CrashApp> {
  const folder = mkdtempSync(join(tmpdir(), 'renban-crash-'))
  chmodSync(folder, 0o755) // PostgreSQL may run as another user and must be able to enter
  const empty = options.ownPostgres ? undefined : await emptyDatabase()
  const env = { DATA_DIR: folder, DEMO: '0', ...(empty && { DATABASE_URL: empty.url }) }
  const { failpoint = '' } = options
  const { child, url } = await waitUntilStarted(launch({ ...env, FAILPOINT: failpoint, PORT: '0' }))
  const { db, pool } = connect(empty?.url ?? embeddedDatabaseUrl(folder), 4)
  const integrations = await openIntegrations(knownAddresses(folder)!)
  const clock = {
    get now() {
      return new Date()
    },
  }
  const others: ChildProcess[] = []
  const here: CrashApp = {
    url,
    folder,
    child,
    integrations,
    clock,
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
      deepEqual(await Promise.race([ended(here.child), late]), [null, 'SIGKILL'])
      here.child = (await waitUntilStarted(launch({ ...env, PORT: new URL(url).port }))).child
    },
  }
  t.after(async () => {
    try {
      await assertBooksBalance(db)
    } finally {
      for (const one of [...others, here.child]) {
        one.kill('SIGTERM')
        await ended(one)
      }
      integrations.close()
      await pool.end()
      await empty?.drop()
      rmSync(folder, { recursive: true })
    }
  })
  return here
}

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
