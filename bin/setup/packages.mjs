import { readFileSync } from 'node:fs'
import { run, succeeds } from './run.mjs'

const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies']
// Node and PostgreSQL are installed by scripts; building the pages needs development packages.
const FLAGS = [
  '--include=dev',
  '--ignore-scripts=false',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
]

/**
 * Returns the requested packages as text. Exits if package.json and the lock disagree, which the
 * fallback to `npm install` would not notice.
 */
export function checkLock() {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
  const lockText = readFileSync('package-lock.json', 'utf8')
  const { packages } = JSON.parse(lockText)
  const wrong = KINDS.flatMap((kind) => {
    const [requested, locked] = [manifest[kind] ?? {}, packages[''][kind] ?? {}]
    const names = new Set([...Object.keys(requested), ...Object.keys(locked)])
    return [...names].filter(
      (name) =>
        requested[name] !== locked[name] ||
        packages[`node_modules/${name}`]?.version !== requested[name],
    )
  })
  if (wrong.length > 0) {
    console.error(`package.json and package-lock.json disagree on ${wrong.join(', ')}.`)
    console.error('Run npm install, and commit both.')
    process.exit(1)
  }
  return JSON.stringify(KINDS.map((kind) => manifest[kind])) + lockText
}

/**
 * Installs the locked versions. A complete installation is updated in place, because a server may be
 * running from it; otherwise everything is installed again. If `npm ci` fails, as with an npm that
 * reads the lock otherwise, `npm install` installs the same versions.
 */
export async function installPackages({ wasComplete }) {
  if (!wasComplete && (await succeeds('npm', ['ci', ...FLAGS]))) return
  await run('npm', ['install', '--no-save', ...FLAGS])
}
