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
} from 'node:fs'
import { writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { openPostgres } from '../src/core/postgres.ts'
import { databaseFaults } from '../test/planted/database-rules.ts'
import { sourceFaults } from '../test/planted/source-faults.ts'

const USAGE = `node_modules/.bin/node bin/plant.mjs           plants every fault
node_modules/.bin/node bin/plant.mjs WORDS…    those that have one of these words in their names
node_modules/.bin/node bin/plant.mjs --list    names them`
const LANES = Math.min(4, availableParallelism())
const UNLOADED = 'the program does not load'
const TEST = ['--test', '--test-reporter=tap', '--test-timeout=60000']
const sound = new Map() // of tests: what fails of them without a fault

const words = process.argv.slice(2)
const wanted = words.filter((word) => !word.startsWith('--'))
const faults = [...sourceFaults, ...databaseFaults].filter(
  ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
)
if (words.includes('--list')) for (const { name } of faults) console.log(name)
else if (wanted.length < words.length || faults.length === 0) {
  console.error(USAGE)
  process.exitCode = 2
} else process.exitCode = await plantAll()

async function plantAll() {
  const folder = mkdtempSync(join(tmpdir(), 'renban-planted-'))
  chmodSync(folder, 0o755) // PostgreSQL may run as another user and has to get in
  const queue = [...faults]
  const escaped = []
  const lanes = await Promise.all(Array.from({ length: LANES }, (_, i) => openLane(folder, i)))
  try {
    const work = async (lane) => {
      for (let fault = queue.shift(); fault; fault = queue.shift()) {
        const by = await plant(lane, fault)
        if (!by.caught) escaped.push(fault)
        console.log(`${by.caught ? 'caught   ' : 'ESCAPED  '}${fault.name.padEnd(52)} ${by.what}`)
      }
    }
    await Promise.all(lanes.map(work))
  } finally {
    await Promise.all(lanes.map(({ postgres }) => postgres.stop()))
    rmSync(folder, { recursive: true, force: true })
  }
  console.log(`\n${faults.length - escaped.length} of ${faults.length} planted faults were caught`)
  return escaped.length === 0 ? 0 : 1
}

/** A copy of the tree and a PostgreSQL of its own. */
async function openLane(folder, i) {
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

/** Whether a test failed on a fault, and which. The same tests must pass without it. */
async function plant({ tree, postgres }, fault) {
  const { file, from, to, sql = '' } = fault
  const path = file && join(tree, file)
  const whole = path && readFileSync(path, 'utf8')
  if (path && whole.split(from).length !== 2)
    return { caught: false, what: `${file} has not once: ${from}` }
  const before = await soundly({ tree, postgres }, fault)
  if (before) return { caught: false, what: `fails without it: ${before}` }
  try {
    if (path)
      writeFileSync(
        path,
        whole.replace(from, () => to),
      )
    const [first] = await failing({ tree, postgres }, fault, sql)
    return { caught: first !== undefined && first !== UNLOADED, what: first ?? 'no test fails' }
  } finally {
    if (path) writeFileSync(path, whole)
  }
}

/** What fails of a fault's tests in the tree as it is: nothing may. Each is asked once. */
async function soundly(lane, { tests, only }) {
  const key = `${tests} ${only}`
  if (!sound.has(key)) sound.set(key, (await failing(lane, { tests, only }, ''))[0])
  return sound.get(key)
}

/** The titles of the tests that fail; a run in which none is found is not one that passes. */
async function failing({ tree, postgres }, { tests, only }, sql) {
  const child = spawn(
    process.execPath,
    [
      ...[...TEST, `--test-global-setup=${join(tree, 'test/world.ts')}`],
      ...(only ? [`--test-name-pattern=${only}`] : []),
      ...tests.split(' '),
    ],
    { cwd: tree, env: { ...process.env, DATABASE_URL: postgres.url, PLANTED_SQL: sql } },
  )
  const [out, errors] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  const titles = [...out.matchAll(/^\s*not ok \d+ - (.*?)( # .*)?$/gm)].map(([, title]) => title)
  if (/\b(SyntaxError|ERR_MODULE_NOT_FOUND|ERR_INVALID_TYPESCRIPT_SYNTAX)\b/.test(out + errors))
    return [UNLOADED]
  if (!/^\s*(not )?ok \d+ - (?!.*\.test\.ts).*$/m.test(out)) return ['no test has such a title']
  return titles
}
