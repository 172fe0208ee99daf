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
import { booksAreInOrder } from './books.ts'
import { type PersonOptions, type Place, signIn, type Somebody } from './people.ts'
import { launch, ownDatabase, untilOpen } from './program.ts'
import { emptyDatabase } from './test-app.ts'

const DEATH_SECONDS = 60 // within which the armed place must have been reached

export interface CrashApp extends Place {
  folder: string
  child: ChildProcess
  integrations: Awaited<ReturnType<typeof openIntegrations>>
  person(name: string, options?: PersonOptions): Promise<Somebody>
  /** Waits for the process to be killed, and opens the house again with nothing armed. */
  diesAndComesBack(): Promise<void>
}

interface Options {
  /** Where the first process is to die. */
  failpoint?: string
  /** It runs a PostgreSQL of its own in its folder; else only the house can die. */
  ownPostgres?: boolean
}

/**
 * A house in a process of its own, on a port it keeps, that a failpoint kills and that opens again.
 * The test looks into the same database. In the end its books must be in order.
 */
export async function crashApp(t: TestContext, options: Options = {}): Promise<CrashApp> {
  const folder = mkdtempSync(join(tmpdir(), 'renban-crash-'))
  chmodSync(folder, 0o755) // PostgreSQL may run as another user and has to get in
  const empty = options.ownPostgres ? undefined : await emptyDatabase()
  const env = { DATA_DIR: folder, DEMO: '0', ...(empty && { DATABASE_URL: empty.url }) }
  const { failpoint = '' } = options
  const { child, url } = await untilOpen(launch({ ...env, FAILPOINT: failpoint, PORT: '0' }))
  const { db, pool } = connect(empty?.url ?? ownDatabase(folder), 4)
  const integrations = await openIntegrations(knownAddresses(folder)!)
  const clock = {
    get now() {
      return new Date()
    },
  }
  const here: CrashApp = {
    ...{ url, folder, child, integrations, clock, app: { db } },
    person: (name, given) => signIn(here, name, given),
    async diesAndComesBack() {
      const late = sleep(DEATH_SECONDS * 1_000, ['alive'], { ref: false })
      deepEqual(await Promise.race([ended(here.child), late]), [null, 'SIGKILL'])
      here.child = (await untilOpen(launch({ ...env, PORT: new URL(url).port }))).child
    },
  }
  t.after(async () => {
    try {
      await booksAreInOrder(db)
    } finally {
      here.child.kill('SIGTERM')
      await ended(here.child)
      integrations.close()
      await pool.end()
      await empty?.drop()
      rmSync(folder, { recursive: true })
    }
  })
  return here
}

async function ended(child: ChildProcess) {
  const { exitCode, signalCode } = child
  if (exitCode === null && signalCode === null) await once(child, 'exit')
  return [child.exitCode, child.signalCode]
}
