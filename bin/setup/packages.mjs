import { readFileSync } from 'node:fs'
import { run, succeeds } from './run.mjs'

const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies']
// Scripts, as Node and PostgreSQL come by one; development packages, as pages are built here.
const FLAGS = [
  '--include=dev',
  '--ignore-scripts=false',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
]

/**
 * What is asked for, as text. package.json and the lock have to agree on it: the fallback below
 * would not notice if they did not.
 */
export function checkLock() {
  const asked = JSON.parse(readFileSync('package.json', 'utf8'))
  const lockText = readFileSync('package-lock.json', 'utf8')
  const { packages } = JSON.parse(lockText)
  const wrong = KINDS.flatMap((kind) => {
    const [here, locked] = [asked[kind] ?? {}, packages[''][kind] ?? {}]
    const names = new Set([...Object.keys(here), ...Object.keys(locked)])
    return [...names].filter(
      (name) =>
        here[name] !== locked[name] || packages[`node_modules/${name}`]?.version !== here[name],
    )
  })
  if (wrong.length > 0) {
    console.error(`package.json and package-lock.json disagree on ${wrong.join(', ')}.`)
    console.error('Run npm install, and commit both.')
    process.exit(1)
  }
  return JSON.stringify(KINDS.map((kind) => asked[kind])) + lockText
}

/**
 * As locked. What is whole is brought up to date in place, as a server may be running from it;
 * else all is installed anew. A lock made where a registry lacked other systems' binaries is
 * refused by `npm ci`; `npm install` takes the same versions from it.
 */
export async function installPackages({ wasWhole }) {
  if (!wasWhole && (await succeeds('npm', ['ci', ...FLAGS]))) return
  await run('npm', ['install', '--no-save', ...FLAGS])
}
