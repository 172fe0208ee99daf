import { deepEqual, equal, ok } from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { Ctx } from '#core/context.ts'
import { HOUR_MS } from '#core/durations.shared.ts'
import { clearDeadFolders, keepFoldersClear, withWorkFolder } from './work-folder.ts'

const NEED = { subject: 'a film', bytes: 6 }
/** A process that works in a folder until it is killed. */
const WORKING = `
  import { writeFileSync } from 'node:fs'
  import { withWorkFolder } from '${import.meta.dirname}/work-folder.ts'
  await withWorkFolder({ config: { dataDir: process.argv[1] } }, { subject: 'a', bytes: 6 }, async (_, { path: folder }) => {
    writeFileSync(folder + '/source', 'a film')
    console.log('works')
    await new Promise((resolve) => setTimeout(resolve, 60_000))
  })`

function dataFolder(t: TestContext) {
  const dataDir = mkdtempSync(join(tmpdir(), 'renban-folders-'))
  const place = join(dataDir, 'processing')
  mkdirSync(place)
  t.after(() => rmSync(dataDir, { recursive: true }))
  const ctx = { config: { dataDir } } as Ctx
  return { dataDir, place, ctx, names: () => readdir(place) }
}

async function startWorking(t: TestContext, dataDir: string): Promise<ChildProcess> {
  const args = ['--input-type=module', '--eval', WORKING, dataDir]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

test('UP-06 the folder of a killed process is deleted at once, never that of one that works', async (t) => {
  const { dataDir, ctx, names } = dataFolder(t)
  const [killed, living] = [await startWorking(t, dataDir), await startWorking(t, dataDir)]
  equal((await names()).length, 2)
  await withWorkFolder(ctx, NEED, async () => {
    await clearDeadFolders(dataDir)
    equal((await names()).length, 3)
    living.kill('SIGSTOP')
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    const folders = keepFoldersClear(dataDir) // as a worker that starts
    t.after(folders.stop)
    const deadline = Date.now() + 5_000
    while ((await names()).length > 2 && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 20))
    equal((await names()).length, 2, 'its own, and that of a process that stands still')
  })
  equal((await names()).length, 1)
})

test('a folder of another container is deleted an hour after its process last touched it', async (t) => {
  const { dataDir, place, names } = dataFolder(t)
  const made = (name: string, hours: number) => {
    mkdirSync(join(place, name))
    writeFileSync(join(place, name, 'source'), 'a film')
    const at = new Date(Date.now() - hours * HOUR_MS)
    utimesSync(join(place, name), at, at)
    return name
  }
  const elsewhere = (id: string) =>
    `0123456789ab-${id.repeat(8)}-0000-4000-8000-000000000000-AbCdEf`
  const living = made(elsewhere('1'), 0.9)
  made(elsewhere('2'), 1.1)
  const earlier = made('title-AbCdEf', 23)
  made('title-GhIjKl', 25)
  await clearDeadFolders(dataDir)
  deepEqual((await names()).toSorted(), [living, earlier].toSorted())
})

test('a process shows others that it works', async (t) => {
  const { ctx, place } = dataFolder(t)
  t.mock.timers.enable({ apis: ['setInterval'] })
  await withWorkFolder(ctx, NEED, async (_, { path: folder }) => {
    ok(folder.startsWith(place))
    utimesSync(folder, new Date(0), new Date(0))
    t.mock.timers.tick(60_000)
    const deadline = Date.now() + 5_000
    while ((await stat(folder)).mtimeMs === 0 && Date.now() < deadline)
      await new Promise((resolve) => setImmediate(resolve))
    ok(Date.now() - (await stat(folder)).mtimeMs < 5_000)
  })
})
