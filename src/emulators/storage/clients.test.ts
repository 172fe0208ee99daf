import { doesNotMatch, match } from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)
const CLIENT = 's3cmd' // installed before the first test run

test('a client that others wrote stores, lists, reads and deletes files of odd names and in parts', async (t) => {
  const isInstalled = await run(CLIENT, ['--version']).then(
    () => true,
    () => false,
  )
  if (!isInstalled) return t.skip(`without ${CLIENT} there is no other client`)

  const { stdout } = await run(process.execPath, ['bin/storage-clients.mjs', CLIENT])

  match(stdout, /^ok {5}s3cmd/m)
  doesNotMatch(stdout, /FAILED|not installed/)
})
