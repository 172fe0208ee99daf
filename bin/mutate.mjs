// Plants faults one by one, each in a copy of the tree, and looks whether a test notices: a lock
// gone, a share off by one, a rule of the database dropped. Exit code 1 where one escapes.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { openPostgres } from '../src/core/database/postgres.ts'
import { allFaults } from '../test/mutations/all-faults.ts'
import { databaseFaults } from '../test/mutations/database-rules.ts'

const USAGE = `node_modules/.bin/node bin/mutate.mjs           plants every fault
node_modules/.bin/node bin/mutate.mjs WORDS…    those that have one of these words in their names
node_modules/.bin/node bin/mutate.mjs --list    names them`
const PARTITIONS = Math.min(4, availableParallelism())
const UNLOADED = 'the program does not load'
const UNTITLED = 'no test has such a title'
const TEST = ['--test', '--test-reporter=tap', '--test-timeout=60000']
const words = process.argv.slice(2)
const wanted = words.filter((word) => !word.startsWith('--'))
const faults = [...allFaults, ...databaseFaults].filter(
  ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
)
if (words.includes('--list')) for (const { name } of faults) console.log(name)
else if (wanted.length < words.length || faults.length === 0) {
  console.error(USAGE)
  process.exitCode = 2
} else process.exitCode = await mutateAll()

async function mutateAll() {
  const folder = mkdtempSync(join(tmpdir(), 'renban-planted-'))
  chmodSync(folder, 0o755) // PostgreSQL may run as another user and has to get in
  const queue = [...Map.groupBy(faults, ({ name, batch }) => batch ?? name).values()]
  let escaped = 0
  const end = new AbortController() // what runs is waited for, then its databases are stopped
  process.once('SIGINT', () => end.abort()).once('SIGTERM', () => end.abort())
  const partitions = await Promise.all(
    Array.from({ length: PARTITIONS }, (_, i) => openPartition(folder, i)),
  )
  const work = async (partition) => {
    for (let batch = queue.shift(); batch && !end.signal.aborted; batch = queue.shift()) {
      const { fails = [], why } = await plant(partition, batch)
      if (end.signal.aborted) break
      for (const { name, title } of batch) {
        const by = title ? fails.find((one) => one === title) : fails[0]
        if (!by) escaped++
        const told = by ?? why ?? 'no test fails'
        console.log(`${by ? 'caught   ' : 'ESCAPED  '}${name.padEnd(52)} ${told}`)
      }
    }
  }
  try {
    const tests = [...new Set(faults.flatMap((fault) => fault.tests.split(' ')))].join(' ')
    const only = [...new Set(faults.map((fault) => fault.only))].join('|')
    const broken = await failing(partitions[0], { tests, only }, '')
    if (broken.length > 0) throw new Error(`without any fault there fails: ${broken.join('; ')}`)
    await Promise.all(partitions.map(work))
  } finally {
    await Promise.all(partitions.map(({ postgres }) => postgres.stop()))
    rmSync(folder, { recursive: true, force: true })
  }
  if (end.signal.aborted) return 1
  console.log(`\n${faults.length - escaped} of ${faults.length} planted faults were caught`)
  return escaped === 0 ? 0 : 1
}

/** A copy of the tree and a PostgreSQL of its own. */
async function openPartition(folder, i) {
  const tree = join(folder, `tree${i}`)
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    encoding: 'utf8',
  })
  for (const path of listed.trim().split('\n'))
    if (existsSync(path)) cpSync(path, join(tree, path), { recursive: true })
  symlinkSync(join(process.cwd(), 'node_modules'), join(tree, 'node_modules'))
  const postgres = await openPostgres(join(folder, `postgres${i}`))
  return { tree, postgres }
}

/**
 * Which tests fail with these faults; else why that cannot be said.
 * Faults of the database may be a batch; one of a file is alone.
 */
async function plant({ tree, postgres }, batch) {
  const [{ file, from, to, tests, only }] = batch
  const sql = batch.map((fault) => fault.sql ?? '').join(';')
  const path = file && join(tree, file)
  const whole = path && readFileSync(path, 'utf8')
  if (path && whole.split(from).length !== 2) return { why: `${file} has not once: ${from}` }
  try {
    if (path)
      writeFileSync(
        path,
        whole.replace(from, () => to),
      ) // what looks like $1 stays
    const fails = await failing({ tree, postgres }, { tests, only }, sql)
    return [UNLOADED, UNTITLED].includes(fails[0]) ? { why: fails[0] } : { fails }
  } finally {
    if (path) writeFileSync(path, whole)
  }
}

/** The titles of the tests that fail; a run in which none is found is not one that passes. */
async function failing({ tree, postgres }, { tests, only }, sql) {
  const child = spawn(
    process.execPath,
    [
      ...[...TEST, `--test-global-setup=${join(tree, 'test/test-app.ts')}`],
      `--test-name-pattern=${only}`,
      ...tests.split(' '),
    ],
    { cwd: tree, env: { ...process.env, DATABASE_URL: postgres.url, MUTATION_SQL: sql } },
  )
  const [out, errors] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  const titles = [...out.matchAll(/^\s*not ok \d+ - (.*?)( # .*)?$/gm)].map(([, title]) => title)
  if (/\b(SyntaxError|ERR_MODULE_NOT_FOUND|ERR_INVALID_TYPESCRIPT_SYNTAX)\b/.test(out + errors))
    return [UNLOADED]
  if (!/^\s*(not )?ok \d+ - (?!.*\.test\.ts).*$/m.test(out)) return [UNTITLED]
  return titles
}
