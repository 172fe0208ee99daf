// Runs the given tests, or all. If a few files fail, runs them once more one at a time. A file that then
// passes is flaky: it is recorded in test/flaky-files.txt and gets no second run until its cause is found
// and its line removed. Does not retry more than three files.
import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const PROCESSES = 3
const FILES_PER_PROCESS = 24
const RETRIES_MAX = 3 // files
const TIMEOUT_MS = process.env.FULL ? 3_600_000 : 480_000 // for one test
const MEMORY = '/dev/shm'
const FLAKY_FILES = 'test/flaky-files.txt' // tracked: a line for each file that once passed only when retried
const FREE_MIN = 8 * 1024 ** 3 // bytes that all tests together may need there

const { true: options = [], false: files = [] } = Object.groupBy(process.argv.slice(2), (word) =>
  word.startsWith('--'),
)
// The longest tests start first: those that start processes, then journeys, then the others.
const all = ['test/*.test.ts', 'test/journeys/*.test.ts', 'src/**/*.test.ts'].map((pattern) =>
  globSync(pattern).toSorted(),
)
const wanted = files.length > 0 ? [files] : all
const folder = mkdtempSync(join(hasFreeMemory() ? MEMORY : tmpdir(), 'renban-tests-'))
chmodSync(folder, 0o755) // PostgreSQL may run as another user and must be able to enter
try {
  process.exitCode = main()
} finally {
  rmSync(folder, { recursive: true })
}

function main() {
  const first = run(wanted, PROCESSES)
  const retried = first.failed
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => relative('.', file))
  const known = new Set(readFileSync(FLAKY_FILES, 'utf8').split('\n'))
  const again = retried.filter((file) => known.has(file))
  if (again.length > 0) console.log(`\nKnown to be flaky, so not retried: ${again.join(' ')}`)
  const mayRetry = retried.length === first.failed.length && retried.length <= RETRIES_MAX
  if (first.status === 0 || retried.length === 0 || !mayRetry || again.length > 0)
    return first.status
  console.log(`\nRunning again, one at a time: ${retried.join(' ')}\n`)
  const second = run([retried], 1)
  if (second.status === 0) {
    console.log(`\nPassed only the second time, recorded in ${FLAKY_FILES}: ${retried.join(' ')}`)
    appendFileSync(FLAKY_FILES, retried.map((file) => `${file}\n`).join(''))
  }
  return second.status
}

/** Returns true if tests can use a file system in memory: they write thousands of files durably. */
function hasFreeMemory() {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > FREE_MIN
}

/** Runs lists of test files, one list after the other. Returns the exit status and the files with failed tests. */
function run(lists, concurrency) {
  const list = join(folder, 'failed')
  const cache = join(process.cwd(), 'node_modules/.cache/node')
  const { status } = spawnSync(
    process.execPath,
    [
      '--test',
      '--import=./test/no-async-hooks.mjs',
      `--test-concurrency=${concurrency}`,
      `--test-timeout=${TIMEOUT_MS}`,
      '--test-global-setup=test/test-app.ts',
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      '--test-reporter=./bin/failed-files.mjs',
      `--test-reporter-destination=${list}`,
      ...options,
      ...bundled(lists),
    ],
    {
      stdio: 'inherit',
      // React reads NODE_ENV when the pages are imported; its production mode is the quicker one.
      env: {
        ...process.env,
        NODE_ENV: 'production',
        TMPDIR: folder,
        NODE_COMPILE_CACHE: cache,
      },
    },
  )
  const failed = readFileSync(list, 'utf8').split('\n').filter(Boolean)
  return { status: status ?? 1, failed: [...new Set(failed)] }
}

/**
 * Writes a file for each process that imports several test files. They run one after the other and
 * share their imports and one Chromium. Returns the paths in the order in which the processes start.
 */
function bundled(lists) {
  return lists.flatMap(inGroups).map((group, i) => {
    const path = join(folder, `${String(i).padStart(3, '0')}.mjs`)
    const urls = group.map((file) => pathToFileURL(resolve(file)).href)
    writeFileSync(path, urls.map((url) => `import ${JSON.stringify(url)}\n`).join(''))
    return path
  })
}

/** Deals files out in turn, since neighbours in the alphabet, such as crash tests, take equally long. */
function inGroups(testFiles) {
  const size = Math.min(FILES_PER_PROCESS, Math.ceil(testFiles.length / PROCESSES))
  const count = Math.ceil(testFiles.length / size)
  return Array.from({ length: count }, (_, group) =>
    testFiles.filter((_file, i) => i % count === group),
  )
}
