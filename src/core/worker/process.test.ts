import { equal } from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { tempFolder } from '../../../test/ffmpeg.ts'
import { captureLog } from '../../../test/log-capture.ts'
import { waitUntil } from '../../../test/test-app.ts'
import { openWorkerProcess } from './process.ts'

const PROGRAM = `import { appendFileSync } from 'node:fs'
appendFileSync(process.env.STARTS, 'x')`

test('OP-11 a worker that ends is started again, unless the process is told to stop', async (t) => {
  const lines = captureLog(t, 'the worker ended')
  const folder = await tempFolder()
  const [program, file] = [join(folder, 'worker.mjs'), join(folder, 'starts')]
  await writeFile(program, PROGRAM)
  let isStopping = false
  const worker = openWorkerProcess(program, { STARTS: file }, () => isStopping)
  const starts = async () => (await readFile(file, 'utf8').catch(() => '')).length
  await waitUntil(starts, (count) => count === 2)
  isStopping = true
  const logged = lines.length
  await sleep(1_500) // in which another would start
  equal(await starts(), 2)
  equal(lines.length, logged)
  await worker.close()
})
