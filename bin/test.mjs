// Runs the tests named, or all. Where one fails, its file runs once more with nothing beside it: what
// then passes failed for want of the machine's time, and is named. More than a few are no accident.
import { spawnSync } from 'node:child_process'
import {
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
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const SIDE_BY_SIDE = 3
const TOGETHER = 8 // files in one process
const ACCIDENTS = 3 // files
const PATIENCE = 480_000 // ms for one test
const MEMORY = '/dev/shm'
const ROOM = 8 * 1024 ** 3 // bytes that all tests have to spare there

const { true: options = [], false: files = [] } = Object.groupBy(process.argv.slice(2), (word) =>
  word.startsWith('--'),
)
// What takes longest begins first: what starts processes, then journeys, then uploads before accounts.
const all = ['test/*.test.ts', 'test/journeys/*.test.ts', 'src/**/*.test.ts'].flatMap((pattern) =>
  globSync(pattern).toSorted().toReversed(),
)
const wanted = files.length > 0 ? files : all
const folder = mkdtempSync(join(isRoomy() ? MEMORY : tmpdir(), 'renban-tests-'))
chmodSync(folder, 0o755) // PostgreSQL may run as another user and has to get in
try {
  process.exitCode = main()
} finally {
  rmSync(folder, { recursive: true })
}

function main() {
  const first = run(wanted, SIDE_BY_SIDE)
  const again = first.failed.filter((file) => file.endsWith('.test.ts'))
  const isAccident = again.length === first.failed.length && again.length <= ACCIDENTS
  if (first.status === 0 || again.length === 0 || !isAccident) return first.status
  console.log(`\nOnce more, by itself: ${again.join(' ')}\n`)
  const second = run(again, 1)
  if (second.status === 0) console.log(`\nPassed only the second time: ${again.join(' ')}`)
  return second.status
}

/** Tests make files by the thousand, and stand-ins wait until each is on the disk. */
function isRoomy() {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ROOM
}

/** Runs these files; how it ended, and the files in which a test failed. */
function run(some, concurrency) {
  const list = join(folder, 'failed')
  const cache = join(process.cwd(), 'node_modules/.cache/node')
  const { status } = spawnSync(
    process.execPath,
    [
      ...['--test', `--test-concurrency=${concurrency}`, `--test-timeout=${PATIENCE}`],
      ...['--test-global-setup=test/test-app.ts'],
      ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
      ...['--test-reporter=./bin/failed-files.mjs', `--test-reporter-destination=${list}`],
      ...options,
      ...joined(some),
    ],
    {
      stdio: 'inherit',
      env: { ...process.env, TMPDIR: folder, NODE_COMPILE_CACHE: cache },
    },
  )
  const failed = readFileSync(list, 'utf8').split('\n').filter(Boolean)
  return { status: status ?? 1, failed: [...new Set(failed)] }
}

/**
 * Files that stand together run in one process, one after the other: what they import is loaded
 * once, and Chromium opened once. For each process a file that imports them.
 */
function joined(some) {
  const size = Math.min(TOGETHER, Math.ceil(some.length / SIDE_BY_SIDE))
  const groups = Array.from({ length: Math.ceil(some.length / size) }, (_, i) =>
    some.slice(i * size, (i + 1) * size),
  )
  return groups.map((group, i) => {
    const path = join(folder, `${String(i).padStart(3, '0')}.mjs`) // they begin in this order
    const urls = group.map((file) => pathToFileURL(resolve(file)).href)
    writeFileSync(path, urls.map((url) => `import ${JSON.stringify(url)}\n`).join(''))
    return path
  })
}
