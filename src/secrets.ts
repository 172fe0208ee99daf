import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newVapidKeys, type VapidKeys } from './vapid.ts'
import { newSigningPair, type SigningPair } from './certificate.ts'

/** The secrets that production must set, and that other environments create for themselves. */
export interface Secrets {
  secret: string
  keyRing: string
  emulators: EmulatorKeys
}
/** The keys that authenticate vendor clients and emulators to each other. */
export interface EmulatorKeys {
  card: { secretKey: string; webhookSecret: string }
  storage: { accessKeyId: string; secretAccessKey: string }
}

/**
 * Returns the secrets of a data folder, created at first use (`secrets.json`, readable by its owner
 * only). If two processes create them at once, both get those of the first.
 */
export function storedSecrets(dataDir: string): Secrets {
  const { standins, ...secrets } = stored(dataDir, 'secrets.json', randomSecrets) as Secrets & {
    standins?: EmulatorKeys
  }
  return { ...(standins && { emulators: standins }), ...secrets } // older files have the other name
}

/**
 * Returns the key of a data folder that signs downloaded files, created at first use
 * (`download-certificate.json`).
 */
export const storedSigningPair = (dataDir: string): SigningPair =>
  stored(dataDir, 'download-certificate.json', () => newSigningPair(new Date()))

/** Returns the VAPID keys of a data folder, created at first use (`vapid.json`). */
export const storedVapidKeys = (dataDir: string): VapidKeys =>
  stored(dataDir, 'vapid.json', newVapidKeys)

function stored<T>(dataDir: string, name: string, make: () => T): T {
  const file = join(dataDir, name)
  return (read(file) ?? create(file, dataDir, make) ?? read(file)) as T
}

function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Error(`${file} cannot be read: repair it, or remove it and the data it protects`, {
      cause: error,
    })
  }
}

/** Writes a draft and links it to its name, because only one process can create that link. */
function create<T>(file: string, dataDir: string, make: () => T): T | undefined {
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

function randomSecrets(): Secrets {
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
