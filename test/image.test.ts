import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { test, type TestContext } from 'node:test'
import { openPostgres } from '#core/database/postgres.ts'
import { stagesOf } from './dockerfile.ts'
import { freePort } from './free-port.ts'
import { PRODUCTION } from './production.ts'
import { waitUntilStarted } from './program.ts'

const ROOT = join(import.meta.dirname, '..')
const ignored = readFileSync('.dockerignore', 'utf8').split('\n').filter(Boolean)
const stages = stagesOf(readFileSync('deploy/Dockerfile', 'utf8'))
const whole = Boolean(process.env.FULL)

/** What a stage has made: its files, its folder in them, its environment and what it starts. */
interface Built {
  root: string
  at: string
  env: Record<string, string>
  start: string[]
}

/**
 * Commands of RUN that would change this machine or take minutes, and what a test does instead. Offline,
 * npm can only read the lock, so that a package which it lacks for any system is an error.
 */
const QUICK_STEPS: [command: RegExp, instead: (command: string, at: string) => void][] = [
  [/^apt-get update$|^rm -rf \/var\/lib\/apt\/lists\/\*$|^useradd --system /, () => {}],
  [/^apt-get install -y --no-install-recommends /, hasProgramsOfSetup],
  [/^npm ci /, (command, at) => sh(`${command} --dry-run --offline`, at)],
  [/^node bin\/pages\.mjs$/, (_, at) => symlinkSync(join(ROOT, 'build'), join(at, 'build'))],
  [/^npm prune --omit=dev /, linkPackages],
]

test('the image’s steps make a program that starts in production, with its pages and commands', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'renban-image-'))
  chmodSync(folder, 0o755) // PostgreSQL may run as another user and must be able to enter
  t.after(() => rmSync(folder, { recursive: true }))
  const image = buildImage(folder)
  deepEqual(image.start.at(-1), 'web')
  const postgres = await openPostgres(join(folder, 'postgres'))
  t.after(() => postgres.stop())
  const port = await freePort()
  const environment = { ...PRODUCTION, DATABASE_URL: postgres.url, ...image.env }
  const own = { PORT: String(port), DATA_DIR: join(folder, 'data'), ...pathAndLinks() }
  mkdirSync(own.DATA_DIR)
  const env = { ...environment, ...own }

  const web = start(t, image, env)
  await waitUntilStarted(web)
  const answer = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    return [response.status, await response.text()] as const
  }
  equal((await answer('/readyz'))[0], 200)
  const [status, page] = await answer('/')
  equal(status, 200)
  const script = /\/built\/[\w.-]+\.js/.exec(page)![0]
  equal((await answer(script))[0], 200)
  ok(existsSync(join(image.at, 'build/client', `${script}.br`)), 'scripts are stored compressed')
  const books = spawnSync(process.execPath, ['bin/books.mjs'], { cwd: image.at, env })
  equal(books.status, 0, String(books.stderr))
  web.kill('SIGTERM')
  deepEqual(await once(web, 'exit'), [0, null])

  const worker = start(t, { ...image, start: [...image.start.slice(0, -1), 'worker'] }, env)
  await waitUntilStarted(worker)
  worker.kill('SIGTERM')
  deepEqual(await once(worker, 'exit'), [0, null])
})

test('the image has the Node that the packages name, and one user that is not root', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const [major] = (dependencies.node as string).split('.')
  for (const { from } of stages) match(from, new RegExp(`^node:${major}-`))
  const last = stages.at(-1)!
  const [user] = last.steps.filter(({ word }) => word === 'USER').map(({ rest }) => rest)
  ok(last.steps.some(({ rest }) => rest.includes(`useradd --system`) && rest.endsWith(` ${user}`)))
})

/** Carries out the steps of all stages in folders of their own, and returns the last stage. */
function buildImage(folder: string): Built {
  const built = new Map<string, Built>()
  for (const [i, { name, steps }] of stages.entries()) {
    const root = join(folder, `stage-${i}`)
    const stage: Built = { root, at: root, env: {}, start: [] }
    for (const { word, rest } of steps) carryOut(stage, word, rest, built)
    built.set(name, stage)
  }
  return [...built.values()].at(-1)!
}

function carryOut(stage: Built, word: string, rest: string, built: Map<string, Built>) {
  if (word === 'WORKDIR') mkdirSync((stage.at = join(stage.root, rest)), { recursive: true })
  else if (word === 'COPY') copy(stage, rest, built)
  else if (word === 'RUN') for (const command of rest.split(' && ')) run(command, stage.at)
  else if (word === 'ENV')
    Object.assign(stage.env, Object.fromEntries(rest.split(' ').map((pair) => pair.split('='))))
  else if (word === 'ENTRYPOINT' || word === 'CMD')
    stage.start.push(...(JSON.parse(rest) as string[]))
  else match(word, /^(USER|VOLUME|EXPOSE)$/)
}

/** Copies files of the tree, without what `.dockerignore` names, or of another stage. */
function copy({ at }: Built, rest: string, built: Map<string, Built>) {
  const [, from] = /^--from=(\w+) /.exec(rest) ?? []
  const paths = rest.replace(/^--from=\w+ /, '').split(' ')
  const to = resolve(at, paths.at(-1)!)
  for (const path of paths.slice(0, -1)) {
    const source = from ? join(built.get(from)!.root, path) : join(ROOT, path)
    const isFile = paths.at(-1)!.endsWith('/') && path !== '.'
    cpSync(source, isFile ? join(to, path.split('/').at(-1)!) : to, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => Boolean(from) || !ignored.includes(relative(ROOT, file)),
    })
  }
}

function run(command: string, at: string) {
  const quick = QUICK_STEPS.find(([pattern]) => pattern.test(command))
  ok(quick, `a test of \`${command}\` is missing`)
  if (whole && /^(npm|node) /.test(command)) sh(command, at)
  else quick[1](command, at)
}

/** Runs a command as `docker build` does. */
function sh(command: string, cwd: string) {
  const { PATH = '' } = process.env
  const env = { ...process.env, HOME: cwd, PATH: `${dirname(process.execPath)}:${PATH}` }
  execFileSync('sh', ['-c', command], { cwd, env, encoding: 'utf8' })
}

function hasProgramsOfSetup(command: string) {
  const [, list = ''] = /const forStart = \[(.*?)\n\]/s.exec(
    readFileSync('bin/setup/tools.mjs', 'utf8'),
  )!
  const names = Array.from(list.matchAll(/name: '([\w-]+)'/g), ([, name = '']) => name)
  deepEqual(command.split(' ').slice(4).toSorted(), names.toSorted())
}

/** Links the packages that are not only for development, in place of removing the others. */
function linkPackages(_: string, at: string) {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  for (const path of globSync(['node_modules/[!.@]*', 'node_modules/@*/*'], { cwd: ROOT })) {
    if (packages[path] === undefined || packages[path].dev) continue
    mkdirSync(dirname(join(at, path)), { recursive: true })
    symlinkSync(join(ROOT, path), join(at, path))
  }
}

/** The path, and the flags with which linked packages find only each other. */
function pathAndLinks() {
  const { PATH = '' } = process.env
  return { PATH, HOME: '/tmp', NODE_OPTIONS: whole ? '' : '--preserve-symlinks' }
}

function start(t: TestContext, { start: command, at }: Built, env: Record<string, string>) {
  equal(command[0], 'node')
  const stdio: ('ignore' | 'pipe')[] = ['ignore', 'pipe', 'pipe']
  const child = spawn(process.execPath, command.slice(1), { cwd: at, env, stdio })
  t.after(() => child.kill('SIGKILL'))
  return child
}
