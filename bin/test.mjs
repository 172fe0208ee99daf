// Runs the tests named, or all. Where one fails, its file runs once more with nothing beside it: what
// then passes failed for want of the machine's time, and is named. More than a few are no accident.
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SIDE_BY_SIDE = 3
const ACCIDENTS = 3 // files
const PATIENCE = 480_000 // ms for one test

const named = process.argv.slice(2)
const wanted = named.length > 0 ? named : globSync(['test/**/*.test.ts', 'src/**/*.test.ts'])
const folder = mkdtempSync(join(tmpdir(), 'renban-tests-'))
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

/** Runs these files; how it ended, and the files in which a test failed. */
function run(files, concurrency) {
  const list = join(folder, 'failed')
  const { status } = spawnSync(
    process.execPath,
    [
      ...['--test', `--test-concurrency=${concurrency}`, `--test-timeout=${PATIENCE}`],
      ...['--test-global-setup=test/world.ts'],
      ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
      ...['--test-reporter=./bin/failed-files.mjs', `--test-reporter-destination=${list}`],
      ...files,
    ],
    {
      stdio: 'inherit',
      env: { ...process.env, NODE_COMPILE_CACHE: join(process.cwd(), 'node_modules/.cache/node') },
    },
  )
  const failed = readFileSync(list, 'utf8').split('\n').filter(Boolean)
  return { status: status ?? 1, failed: [...new Set(failed)] }
}
