// Proves on real engines what deploy/ and the operator's guide say. Prints a table; exits with 1 if a line
// fails. Runs in namespaces of its own, so that it meets no other service and leaves no process.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { logErrorsOnly } from '../log-capture.ts'
import { FILES, makeCertificate, SHOP } from './certificate.ts'
import { Missing } from './engine.ts'
import { proveAll } from './prove-all.ts'
import { type Claim, type Line, tableOf } from './table.ts'

const FOLDER = 'PROVE_FOLDER'
const NAMESPACES = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
const SHOWN = 300 // characters of a fault in the table; the whole stands above it

const inside = process.env[FOLDER]
process.exitCode = inside ? await prove(inside) : enterNamespaces()

/** Runs this file again in namespaces: a network with loopback only, mounts and processes of its own. */
function enterNamespaces(): number {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    console.error(
      'npm run prove needs root on Debian: it starts network services by their own users.',
    )
    return 1
  }
  const folder = mkdtempSync(join(tmpdir(), 'renban-prove-'))
  chmodSync(folder, 0o755) // engines run as users of their own
  try {
    const { certificate } = makeCertificate(folder)
    const env = {
      ...process.env,
      [FOLDER]: folder,
      TMPDIR: folder,
      NODE_EXTRA_CA_CERTS: certificate,
    }
    const words = [...NAMESPACES, process.execPath, ...process.execArgv, import.meta.filename]
    return spawnSync('unshare', words, { env, stdio: 'inherit' }).status ?? 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function prove(folder: string): Promise<number> {
  logErrorsOnly()
  process.on('SIGINT', () => process.exit(130)) // the first process of a namespace ends all others with it
  process.on('SIGTERM', () => process.exit(143))
  spawnSync('ip', ['link', 'set', 'lo', 'up'])
  const hosts = join(folder, 'hosts')
  writeFileSync(hosts, `127.0.0.1 localhost ${SHOP} ${FILES}\n`)
  spawnSync('mount', ['--bind', hosts, '/etc/hosts'])
  const ends: (() => unknown)[] = []
  const lines: Line[] = []
  const began = Date.now()
  try {
    await proveAll(folder, { after: (action) => void ends.push(action) }, async (...of) => {
      lines.push(await lineOf(...of))
    })
  } catch (error) {
    console.log(error)
    lines.push({ part: 'engines', claim: 'all start', result: 'FAILS', found: faultOf(error) })
  }
  for (const end of ends.toReversed())
    await (async () => end())().catch((error: unknown) => console.log(error))
  console.log(`\n${tableOf(lines)}\n\n${Math.round((Date.now() - began) / 60_000)} minutes`)
  return lines.some(({ result }) => result === 'FAILS') ? 1 : 0
}

async function lineOf(...[part, claim, check]: Parameters<Claim>): Promise<Line> {
  console.log(`${part}: ${claim} …`)
  try {
    const found = await check()
    console.log(`  holds: ${found}`)
    return { part, claim, result: 'holds', found }
  } catch (error) {
    console.log(error)
    const result = error instanceof Missing ? 'not run' : 'FAILS'
    return { part, claim, result, found: faultOf(error) }
  }
}

function faultOf(error: unknown): string {
  const { message } = error as Error
  return message.replaceAll(/\s+/g, ' ').replaceAll('|', '/').slice(0, SHOWN)
}
