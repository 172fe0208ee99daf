import { equal } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { isLocked, processLock } from './process-lock.ts'

const BACKLOG = 511 // of `net.Server`: how many connections wait for a process that accepts none

/** Starts a process that holds the lock of a name. */
async function holder(t: TestContext, name: string) {
  const url = JSON.stringify(pathToFileURL(`${import.meta.dirname}/process-lock.ts`))
  const script = `
    const { processLock } = await import(${url})
    console.log(await processLock(${JSON.stringify(name)}) ? 'locked' : 'refused')
    setInterval(() => {}, 1_000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  for await (const line of createInterface(child.stdout)) {
    equal(line, 'locked')
    break
  }
  return child
}

test('a lock is held by one process until it is killed', async (t) => {
  const name = crypto.randomUUID()
  equal(await isLocked(name), false)
  const child = await holder(t, name)
  equal(await isLocked(name), true)
  equal(await processLock(name), undefined)
  child.kill('SIGKILL')
  await once(child, 'exit')
  equal(await isLocked(name), false)
  const release = await processLock(name)
  equal(await isLocked(name), true)
  release!()
})

test('a process that stands still holds its lock, however often it is asked', async (t) => {
  const name = crypto.randomUUID()
  const child = await holder(t, name)
  child.kill('SIGSTOP')
  for (let asked = 0; asked < 2 * BACKLOG; asked++) equal(await isLocked(name), true, `${asked}`)
})
