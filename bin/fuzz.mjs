// Sends changed calls to a server of its own until a number is reached: the test of `test/fuzz.test.ts`, longer.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'

const USAGE = 'npm run fuzz -- [--calls 10000] [--seed N]'
const options = { calls: { type: 'string', default: '10000' }, seed: { type: 'string' } }
const { calls, seed = String(randomInt(2 ** 31)) } = read().values
if (![calls, seed].every((number) => /^\d{1,10}$/.test(number))) stop()

const test = ['--test', '--test-isolation=none', '--test-reporter=spec', 'test/fuzz.test.ts']
const setup = ['--import=./test/no-async-hooks.mjs', '--test-global-setup=test/test-app.ts']
const env = { ...process.env, NODE_ENV: 'production', FUZZ_CALLS: calls, FUZZ_SEED: seed }
const { status } = spawnSync(process.execPath, [...setup, ...test], { stdio: 'inherit', env })
process.exitCode = status ?? 1

function read() {
  try {
    return parseArgs({ options })
  } catch {
    return stop()
  }
}

function stop() {
  console.error(USAGE)
  process.exit(2)
}
