import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What production must be given, and a laptop makes for itself. */
export interface Secrets {
  secret: string
  keyRing: string
  emulators: EmulatorKeys
}
/** The keys with which our clients and the stand-ins know each other. */
export interface EmulatorKeys {
  card: { secretKey: string; webhookSecret: string }
  storage: { accessKeyId: string; secretAccessKey: string }
}

/**
 * The secrets of a data folder, made when first asked for (`secrets.json`, readable by its owner
 * only). Of two processes that make them at once, both get those of the first.
 */
export function keptSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json')
  return read(file) ?? keep(file, dataDir) ?? read(file)!
}

function read(file: string): Secrets | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Error(`${file} cannot be read: mend it, or remove it and what it protects`, {
      cause: error,
    })
  }
}

/** Written beside its place and linked, as only one link of a name can succeed. */
function keep(file: string, dataDir: string): Secrets | undefined {
  const secrets = make()
  const draft = `${file}.${process.pid}`
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(draft, JSON.stringify(secrets, undefined, 2), { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
    return secrets
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined
    throw error
  } finally {
    rmSync(draft)
  }
}

function make(): Secrets {
  const random = (bytes: number) => randomBytes(bytes).toString('hex')
  return {
    secret: random(32),
    keyRing: `k1:${randomBytes(32).toString('base64')}`,
    emulators: {
      card: { secretKey: `sk_test_${random(16)}`, webhookSecret: `whsec_${random(16)}` },
      storage: { accessKeyId: `RENBAN${random(7).toUpperCase()}`, secretAccessKey: random(20) },
    },
  }
}
