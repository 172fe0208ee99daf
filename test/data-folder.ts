import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { Client } from 'pg'
import { copyCluster } from './migrated-cluster.ts'
import { launch, type StartedProgram, embeddedDatabaseUrl, waitUntilStarted } from './program.ts'

/** The program running in a data folder. */
export interface StartedApp extends StartedProgram {
  folder: string
}
const running: ChildProcess[] = []
/** Makes a data folder; after the test, stops the programs that still run and deletes it. */
export function dataFolder(t: TestContext): string {
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

/** Makes a data folder whose database exists and has all migrations. */
export async function migratedFolder(t: TestContext): Promise<string> {
  const folder = dataFolder(t)
  await copyCluster(join(folder, 'postgres'))
  return folder
}

interface StartOptions {
  role?: string
  flags?: string[]
  uid?: number
  env?: Record<string, string>
}

/** Starts the program, and waits until it is open. */
export async function startApp(
  folder: string,
  { role = 'all', flags = [], uid, env }: StartOptions = {},
): Promise<StartedApp> {
  const child = launch({ PORT: '0', DATA_DIR: folder, DEMO: '0', ...env }, [role, ...flags], {
    uid,
  })
  running.push(child)
  return { ...(await waitUntilStarted(child)), folder }
}

/** Starts the program in a way that must fail; returns its error output and exit code. */
export async function failedStart(t: TestContext, env: Record<string, string>) {
  const child = launch({ DATA_DIR: '/tmp', ...env }, [])
  t.after(() => child.kill('SIGKILL'))
  const [said, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit')])
  return { said, code: code as number }
}

/** Returns the status of a response, on a new connection: a kept one would outlive a stop. */
export async function statusOf({ url }: Pick<StartedApp, 'url'>, path: string): Promise<number> {
  const response = await fetch(url + path, { headers: { connection: 'close' } })
  await response.arrayBuffer()
  return response.status
}

/** Queries the folder’s own database. */
export async function query(folder: string, statement: string): Promise<unknown[]> {
  const client = new Client(embeddedDatabaseUrl(folder))
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(statement)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

/** Returns the process id of the folder’s own database server. */
export const postmasterOf = (folder: string) =>
  Number.parseInt(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8'))
