import { type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { Client } from 'pg'
import { launch, type Opened, ownDatabase, untilOpen } from './program.ts'

/** The program as it runs in a data folder. */
export interface App extends Opened {
  folder: string
}
const running: ChildProcess[] = []
/** A data folder of its own; whatever still runs in it in the end is killed. */
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

/** Starts the program as `npm start` does, and comes back when it says that it is open. */
export async function start(
  folder: string,
  { role = 'all', uid }: { role?: string; uid?: number } = {},
): Promise<App> {
  const child = launch({ PORT: '0', DATA_DIR: folder, DEMO: '0' }, [role], uid)
  running.push(child)
  return { ...(await untilOpen(child)), folder }
}

/** A start that must not succeed: what it says, and its exit code. */
export async function failed(t: TestContext, env: Record<string, string>) {
  const child = launch({ DATA_DIR: '/tmp', ...env }, [])
  t.after(() => child.kill('SIGKILL'))
  const [said, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit')])
  return { said, code: code as number }
}

/** How it answers, on a connection of its own: a kept one would outlive a stop. */
export async function statusOf({ url }: App, path: string): Promise<number> {
  const response = await fetch(url + path, { headers: { connection: 'close' } })
  await response.arrayBuffer()
  return response.status
}

/** Asks the folder’s own database. */
export async function query(folder: string, statement: string): Promise<unknown[]> {
  const client = new Client(ownDatabase(folder))
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(statement)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

/** The process of the folder’s own database server. */
export const postmasterOf = (folder: string) =>
  Number.parseInt(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8'))
