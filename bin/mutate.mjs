// Mutation testing: applies mutations one by one, each in a copy of the tree, and checks that a test
// fails: a missing lock, a share off by one, a dropped database constraint. Exits with 1 if a mutation survives.
// A test that fails without any mutation is named and ignored; the others go on, and the exit status is 1.
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
import { allMutations } from '../test/mutations/all-mutations.ts'
import { databaseMutations } from '../test/mutations/database-rules.ts'

const USAGE = `node_modules/.bin/node bin/mutate.mjs           runs every mutation
node_modules/.bin/node bin/mutate.mjs WORDS…    runs those with one of these words in their names
node_modules/.bin/node bin/mutate.mjs --changed  runs those of files that differ from the commit before
node_modules/.bin/node bin/mutate.mjs --list    lists their names`
const WORKERS = Math.min(4, availableParallelism())
const NOT_LOADED = 'the program does not load'
const NO_TEST = 'no test has such a title'
const ENDLESS = 'its tests do not end, as they do without it'
/** The longest run of a mutation's tests. Without it they end in a fraction of this. */
const LIMIT_MS = 240_000
const TEST = ['--test', '--test-reporter=tap', '--test-timeout=180000']
const words = process.argv.slice(2)
const wanted = words.filter((word) => !word.startsWith('--'))
const changed = words.includes('--changed') ? changedFiles() : undefined
const faults = [...allMutations, ...databaseMutations].filter(
  ({ name, file }) =>
    (wanted.length === 0 || wanted.some((word) => name.includes(word))) &&
    (!changed || changed.has(file)),
)
if (changed && faults.length === 0) console.log('No mutation of a changed file')
else if (words.includes('--list')) for (const { name } of faults) console.log(name)
else if (wanted.length + (changed ? 1 : 0) < words.length || faults.length === 0) {
  console.error(USAGE)
  process.exitCode = 2
} else process.exitCode = await mutateAll()

/** Returns the files that differ from the parent of the current commit, uncommitted changes included. */
function changedFiles() {
  const names = execFileSync('git', ['diff', '--name-only', 'HEAD~1'], { encoding: 'utf8' })
  return new Set(names.split('\n'))
}

async function mutateAll() {
  const folder = mkdtempSync(join(tmpdir(), 'renban-mutations-'))
  chmodSync(folder, 0o755) // PostgreSQL may run as another user and must be able to enter
  const queue = [...Map.groupBy(faults, ({ name, batch }) => batch ?? name).values()]
  let survived = 0
  let broken = []
  const stopping = new AbortController() // running tests are awaited, then the databases are stopped
  process.once('SIGINT', () => stopping.abort()).once('SIGTERM', () => stopping.abort())
  const workers = await Promise.all(
    Array.from({ length: WORKERS }, (_, i) => openWorker(folder, i)),
  )
  const work = async (worker) => {
    for (let batch = queue.shift(); batch && !stopping.signal.aborted; batch = queue.shift()) {
      const { failed = [], error } = await mutate(worker, batch)
      if (stopping.signal.aborted) break
      const telling = failed.filter((test) => !broken.includes(test))
      for (const { name, title } of batch) {
        const killer = title ? telling.find((test) => test === title) : telling[0]
        if (!killer) survived++
        const reason = killer ?? error ?? 'no test fails'
        console.log(`${killer ? 'killed    ' : 'SURVIVED  '}${name.padEnd(52)} ${reason}`)
      }
    }
  }
  try {
    const tests = [...new Set(faults.flatMap((fault) => fault.tests.split(' ')))].join(' ')
    const only = [...new Set(faults.map((fault) => fault.only))].join('|')
    broken = await failedTests(workers[0], { tests, only }, '', WORKERS)
    if ([NOT_LOADED, NO_TEST].includes(broken[0])) throw new Error(broken[0])
    for (const title of broken) console.log(`FAILS WITHOUT A MUTATION, so it kills none: ${title}`)
    await Promise.all(workers.map(work))
  } finally {
    await Promise.all(workers.map(({ postgres }) => postgres.stop()))
    rmSync(folder, { recursive: true, force: true })
  }
  if (stopping.signal.aborted) return 1
  console.log(`\n${faults.length - survived} of ${faults.length} mutations were killed`)
  return survived + broken.length === 0 ? 0 : 1
}

/** Creates a copy of the tree with its own PostgreSQL. */
async function openWorker(folder, i) {
  const tree = join(folder, `tree${i}`)
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    encoding: 'utf8',
  })
  for (const path of listed.trim().split('\n'))
    if (existsSync(path)) cpSync(path, join(tree, path), { recursive: true })
  // Mails are rendered by the built pages.
  for (const name of ['node_modules', 'build'])
    symlinkSync(join(process.cwd(), name), join(tree, name))
  const postgres = await openPostgres(join(folder, `postgres${i}`))
  return { tree, postgres }
}

/**
 * Applies a batch of mutations and returns the tests that fail, or an error. Mutations of the
 * database may be tested as a batch; a mutation of a file is tested alone.
 */
async function mutate({ tree, postgres }, batch) {
  const [{ file, from, to, tests, only }] = batch
  const sql = batch.map((fault) => fault.sql ?? '').join(';')
  const path = file && join(tree, file)
  const original = path && readFileSync(path, 'utf8')
  if (path && original.split(from).length !== 2)
    return { error: `${file} does not contain exactly once: ${from}` }
  try {
    if (path)
      writeFileSync(
        path,
        original.replace(from, () => to),
      ) // a function, so that $1 in the text is not a reference
    const failed = await failedTests({ tree, postgres }, { tests, only }, sql)
    return [NOT_LOADED, NO_TEST].includes(failed[0]) ? { error: failed[0] } : { failed }
  } finally {
    if (path) writeFileSync(path, original)
  }
}

/** Returns the titles of the tests that fail. A run that finds no test does not count as passing. */
async function failedTests({ tree, postgres }, { tests, only }, sql, concurrency = 1) {
  const child = spawn(
    process.execPath,
    [
      ...TEST,
      `--test-global-setup=${join(tree, 'test/test-app.ts')}`,
      `--test-concurrency=${concurrency}`,
      `--test-name-pattern=${only}`,
      ...tests.split(' '),
    ],
    {
      cwd: tree,
      env: { ...process.env, DATABASE_URL: postgres.url, MUTATION_SQL: sql },
      detached: true, // a group of its own, which the limit ends whole
    },
  )
  let isEndless = false
  const end = () => {
    isEndless = true
    endGroup(child)
  }
  const limit = concurrency > 1 ? undefined : setTimeout(end, LIMIT_MS)
  const [out, errors] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  clearTimeout(limit)
  if (isEndless) return [ENDLESS]
  const titles = [...out.matchAll(/^\s*not ok \d+ - (.*?)( # .*)?$/gm)].map(([, title]) => title)
  if (/^\s*(not )?ok \d+ - (?!.*\.test\.ts).*$/m.test(out)) return titles
  const isBroken = /\b(SyntaxError|ERR_MODULE_NOT_FOUND|ERR_INVALID_TYPESCRIPT_SYNTAX)\b/
  return [isBroken.test(out + errors) ? NOT_LOADED : NO_TEST]
}

function endGroup({ pid }) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}
