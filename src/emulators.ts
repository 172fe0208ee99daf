import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { CardConfig } from './integrations/card.ts'
import type { MailConfig } from './integrations/mail.ts'
import type { RatesConfig } from './integrations/rates.ts'
import type { StorageConfig } from './integrations/storage.ts'
import type { EmulatorKeys } from './secrets.ts'
import { openBankEmulator } from './emulators/bank/server.ts'
import { openCardEmulator } from './emulators/card/server.ts'
import { openMailEmulator } from './emulators/mail/server.ts'
import { openRatesEmulator, RATES } from './emulators/rates/server.ts'
import { openStorageEmulator } from './emulators/storage/server.ts'

/** Where our clients find the outside when stand-ins play it. */
export interface Addresses {
  card: CardConfig
  mail: MailConfig
  storage: StorageConfig
  rates: RatesConfig
}

export interface Emulators {
  /** Answers what is the stand-ins' to answer; false means that the request is the house's. */
  handle(request: IncomingMessage, response: ServerResponse): boolean
  addresses: Addresses
  close(): Promise<void>
}

interface Options {
  /** The data folder: each stand-in keeps what it holds in a folder of its own. */
  dir: string
  keys: EmulatorKeys
  /** Our server as this machine reaches it, and as browsers do; both without a closing slash. */
  localUrl: string
  publicUrl: string
  /** The provider's clock, where it is not this machine's. */
  now?: () => Date
}

const STORAGE = '/dev/storage'
const CARD_PAGES = '/dev/card'
const INBOX = '/dev/inbox'
export const CARD_WEBHOOK = '/api/2.0/webhooks/stripe'

/**
 * The outside on one machine: an S3 store, a card provider, a bank, a publisher of rates and a mail
 * server, behind the house's own port (mail on a port of its own). What they hold outlives a restart.
 */
export async function openEmulators(options: Options): Promise<Emulators> {
  const { dir, keys, localUrl, publicUrl } = options
  const { accessKeyId, secretAccessKey } = keys.storage
  const storage = openStorageEmulator({
    dir: folder(dir, 'storage'),
    prefix: STORAGE,
    credentials: { [accessKeyId]: secretAccessKey },
  })
  const card = openCardEmulator({
    dir: folder(dir, 'card'),
    ...keys.card,
    webhookUrl: localUrl + CARD_WEBHOOK,
    pagePrefix: CARD_PAGES,
    publicUrl: () => publicUrl,
    ...(options.now && { now: options.now }),
  })
  const bank = openBankEmulator({ dir: folder(dir, 'bank') })
  const rates = openRatesEmulator({ now: options.now })
  const mail = await openMail(dir)
  const addresses = addressesOf(options, mail.port)
  remember(dir, addresses)
  return {
    addresses,
    handle(request, response) {
      const path = request.url?.split('?')[0] ?? ''
      const isCardCall = path.startsWith('/v1/') && isBearer(request, keys.card.secretKey)
      if (path.startsWith(`${STORAGE}/`)) storage.handle(request, response)
      else if (path.startsWith(`${CARD_PAGES}/`) || isCardCall) card.handle(request, response)
      else if (path === INBOX || path.startsWith(`${INBOX}.`)) mail.handle(request, response)
      else return rates.handle(request, response) || bank.handle(request, response)
      return true
    },
    async close() {
      card.close()
      bank.close()
      await Promise.all([storage.close(), mail.close()])
    },
  }
}

/** The addresses last opened on this data folder, for a worker that serves no pages itself. */
export function knownAddresses(dir: string): Addresses | undefined {
  try {
    return JSON.parse(readFileSync(join(dir, 'standins.json'), 'utf8'))
  } catch {
    return undefined // nobody has served this folder yet
  }
}

/** On the port it had before, if that is free: workers that run on know it by that. */
async function openMail(dir: string) {
  const options = { dir: folder(dir, 'mail'), port: knownAddresses(dir)?.mail.port ?? 0 }
  return openMailEmulator(options).catch(() => openMailEmulator({ ...options, port: 0 }))
}

function addressesOf({ keys, localUrl, publicUrl }: Options, mailPort: number): Addresses {
  const { hostname, port } = new URL(localUrl)
  return {
    card: {
      secretKey: keys.card.secretKey,
      webhookSecrets: [keys.card.webhookSecret],
      api: { host: hostname, port: Number(port), protocol: 'http' },
    },
    rates: { url: localUrl + RATES },
    mail: { host: '127.0.0.1', port: mailPort, secure: false, from: 'Renban <post@renban.test>' },
    storage: {
      ...keys.storage,
      endpoint: localUrl + STORAGE,
      publicEndpoint: publicUrl + STORAGE,
      region: 'local',
      bucket: 'renban',
    },
  }
}

function remember(dir: string, addresses: Addresses) {
  const file = join(dir, 'standins.json')
  writeFileSync(`${file}.new`, JSON.stringify(addresses, undefined, 2), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

function folder(dir: string, name: string): string {
  const path = join(dir, name)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  return path
}

function isBearer(request: IncomingMessage, key: string): boolean {
  const { authorization = '' } = request.headers
  return authorization === `Bearer ${key}`
}
