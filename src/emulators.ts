import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { CardConfig } from './integrations/card.ts'
import type { FlowConfig } from './integrations/flow/flow.ts'
import type { MailConfig } from './integrations/mail.ts'
import type { RatesConfig } from './integrations/rates.ts'
import type { StorageConfig } from './integrations/storage.ts'
import type { EmulatorKeys } from './secrets.ts'
import { openBankEmulator } from './emulators/bank/server.ts'
import { openCardEmulator } from './emulators/card/server.ts'
import { LICENCES, openLicenceEmulator } from './emulators/licences/server.ts'
import { openMailEmulator } from './emulators/mail/server.ts'
import { openRatesEmulator, RATES } from './emulators/rates/server.ts'
import { openStorageEmulator } from './emulators/storage/server.ts'
import { ACCESS, openWalletEmulator, WALLET } from './emulators/wallet/server.ts'

/** The addresses of the emulators, for the vendor clients. */
export interface Addresses {
  card: CardConfig
  mail: MailConfig
  storage: StorageConfig
  rates: RatesConfig
  flow: FlowConfig
}

export interface Emulators {
  /** Answers requests to the emulators; returns false for requests to the app. */
  handle(request: IncomingMessage, response: ServerResponse): boolean
  addresses: Addresses
  close(): Promise<void>
}

interface Options {
  /** The data folder. Each emulator stores its data in its own folder there. */
  dir: string
  keys: EmulatorKeys
  /** The app's address on this machine, without a trailing slash. */
  localUrl: string
  /** The app's address for browsers, without a trailing slash. */
  publicUrl: string
  /** The clock of the emulators, if not this machine's. */
  now?: () => Date
}

const STORAGE = '/dev/storage'
const CARD_PAGES = '/dev/card'
const INBOX = '/dev/inbox'
export const CARD_WEBHOOK = '/api/2.0/webhooks/stripe'

/**
 * Opens emulators of all vendors: S3 storage, card provider, bank, exchange rates, licences, mail, and
 * a Flow wallet with its access node.
 * Serves them on the app's port; mail has its own. Their data survives a restart.
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
  const licences = openLicenceEmulator({ now: options.now })
  const wallet = openWalletEmulator({ dir: folder(dir, 'wallet') })
  const mail = await openMail(dir)
  const addresses = addressesOf(options, mail.port)
  storeAddresses(dir, addresses)
  return {
    addresses,
    handle(request, response) {
      const path = request.url?.split('?')[0] ?? ''
      const isCardCall = path.startsWith('/v1/') && isBearer(request, keys.card.secretKey)
      if (path.startsWith('/dev/') && !isOwnHost(request, publicUrl)) return refuseHost(response)
      if (path.startsWith(`${STORAGE}/`)) storage.handle(request, response)
      else if (path.startsWith(`${CARD_PAGES}/`) || isCardCall) card.handle(request, response)
      else if (path === INBOX || path.startsWith(`${INBOX}.`)) mail.handle(request, response)
      else if (path.startsWith(`${LICENCES}/`)) return licences.handle(request, response)
      else if (wallet.handle(request, response)) return true
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

/** Returns the addresses last opened on this data folder, for a worker process without a web server. */
export function knownAddresses(dir: string): Addresses | undefined {
  try {
    return JSON.parse(readFileSync(join(dir, 'emulators.json'), 'utf8'))
  } catch {
    return undefined // no web process has used this folder yet
  }
}

/** Opens the mail emulator on its previous port if free, because running workers still use that port. */
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
    flow: { network: 'testnet', accessUrl: localUrl + ACCESS, walletUrl: publicUrl + WALLET },
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

function storeAddresses(dir: string, addresses: Addresses) {
  const file = join(dir, 'emulators.json')
  writeFileSync(`${file}.new`, JSON.stringify(addresses, undefined, 2), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

function folder(dir: string, name: string): string {
  const path = join(dir, name)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  return path
}

/**
 * Tells if a request is for this machine or the public address. Any web page can have its own name
 * point here (DNS rebinding), and would then read the inbox as if it were its own page.
 */
function isOwnHost({ headers }: IncomingMessage, publicUrl: string): boolean {
  const address = `http://${headers.host}`
  const own = ['localhost', '127.0.0.1', '[::1]', new URL(publicUrl).hostname]
  return URL.canParse(address) && own.includes(new URL(address).hostname)
}

function refuseHost(response: ServerResponse): true {
  response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' })
  response.end('Open this at localhost or at PUBLIC_URL.\n')
  return true
}

function isBearer(request: IncomingMessage, key: string): boolean {
  const { authorization = '' } = request.headers
  return authorization === `Bearer ${key}`
}
