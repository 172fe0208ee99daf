import { existsSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { z } from 'zod'
import { addressesIn } from '#core/database/primary.ts'
import { isKeyRing } from '#core/vault.ts'
import { isSigningPair } from './certificate.ts'
import { isVapidPair } from './vapid.ts'

const optionalText = z.string().optional()
const webAddress = z.url({
  protocol: /^https?$/,
  error: 'is an address like https://renban.example',
})
const postgresAddress = z
  .string()
  .refine((url) => addressesIn(url).every(isDatabase), { error: 'is postgres://…' })
const databaseAddress = postgresAddress.refine(
  (url) => !/[?&]target_session_attrs=(?!read-write\b|primary\b)/.test(url),
  {
    error: 'has target_session_attrs: only read-write is possible',
  },
)
const numberFrom = (least: number, most: number) => {
  const error = `is a number from ${least} to ${most}`
  return z.coerce.number(error).int(error).min(least, error).max(most, error)
}
const BYTES = { MB: 1e6, GB: 1e9, TB: 1e12 }
const numberOfBytes = z
  .string()
  .regex(/^[1-9]\d*(?:\.\d+)? ?(?:MB|GB|TB)$/, 'is a number of MB, GB or TB, like 100GB')
  .transform((text) => Number.parseFloat(text) * BYTES[text.slice(-2) as keyof typeof BYTES])
const portNumber = numberFrom(0, 65_535)

const environment = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: portNumber.default(3000),
  HOST: optionalText,
  DRAIN_SECONDS: z.coerce
    .number('is a number of seconds')
    .int()
    .min(0)
    .max(60, 'is 60 at most')
    .optional(),
  METRICS_PORT: portNumber.optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: webAddress.optional(),
  DATA_DIR: z.string().default('.data'),
  WORKER_DISK: numberOfBytes.optional(),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_DIRECT_URL: databaseAddress.optional(),
  DATABASE_READ_URL: postgresAddress.optional(),
  DATABASE_READ_LAG_SECONDS: numberFrom(1, 60).default(3),
  DATABASE_CONNECTIONS: numberFrom(2, 500).default(16),
  DATABASE_READ_CONNECTIONS: numberFrom(1, 500).default(16),
  DATABASE_JOB_CONNECTIONS: numberFrom(8, 500).default(10),
  DEMO: z.enum(['0', '1'], 'is 0 or 1').optional(),
  SECRET: z.string().min(32, 'is a random text of 32 characters or more').optional(),
  KEY_RING: optionalText.refine((ring) => ring === undefined || isKeyRing(ring), {
    error: 'is id:key, the key being 32 random bytes in base64; more after a comma, newest first',
  }),
  LOG_KEY: optionalText.refine((key) => key === undefined || /^[A-Za-z0-9+/]{43}=$/.test(key), {
    error: 'is 32 random bytes in base64: make them with openssl rand -base64 32',
  }),
  DOWNLOAD_CERTIFICATES: optionalText,
  DOWNLOAD_KEY: optionalText,
  STRIPE_SECRET_KEY: optionalText,
  STRIPE_WEBHOOK_SECRET: optionalText,
  STRIPE_API_URL: webAddress.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'is smtp://user:password@host:port' }).optional(),
  MAIL_FROM: optionalText,
  S3_ENDPOINT: webAddress.optional(),
  S3_PUBLIC_ENDPOINT: webAddress.optional(),
  S3_REGION: optionalText,
  S3_BUCKET: optionalText,
  S3_ACCESS_KEY_ID: optionalText,
  S3_SECRET_ACCESS_KEY: optionalText,
  MEDIA_FROM: z
    .string()
    .refine(
      (from) => from === 'server' || from === 'storage' || webAddress.safeParse(from).success,
      {
        error: 'is server, storage, or the address of a CDN like https://media.example',
      },
    )
    .default('server'),
  MEDIA_SECRET: z.string().min(32, 'is a random text of 32 characters or more').optional(),
  DRM_KEY_ID: z.uuid({ error: 'is a UUID, the id of the communication key' }).optional(),
  DRM_KEY: optionalText.refine((key) => key === undefined || /^[A-Za-z0-9+/]{43}=$/.test(key), {
    error: 'is the communication key, 32 bytes in base64',
  }),
  DRM_WIDEVINE_URL: webAddress.optional(),
  DRM_PLAYREADY_URL: webAddress.optional(),
  DRM_FAIRPLAY_URL: webAddress.optional(),
  DRM_FAIRPLAY_CERTIFICATE: optionalText.refine((path) => !path || existsSync(path), {
    error: 'is the path of a file that exists',
  }),
  DRM_REQUIRED: z.enum(['0', '1'], 'is 0 or 1').default('0'),
  VAPID_PUBLIC_KEY: optionalText,
  VAPID_PRIVATE_KEY: optionalText,
  RATES_URL: webAddress.optional(),
  FLOW_WALLET_URL: webAddress.optional(),
  FLOW_ACCESS_URL: webAddress.optional(),
  FLOW_NETWORK: z.enum(['mainnet', 'testnet'], 'is mainnet or testnet').default('mainnet'),
  TRUSTED_PROXIES: optionalText.refine((list) => proxies(list).every(isNetwork), {
    error: 'is a list of addresses or networks, like 10.0.0.0/8,::1',
  }),
  REGION_HEADER: optionalText,
  GEOIP_DATABASE: optionalText,
  REQUESTS_PER_MINUTE: z.coerce.number('is a number; 0 is no limit').int().min(0).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: webAddress.optional(),
  FAILPOINT: optionalText,
})
export type Environment = z.infer<typeof environment>
type Name = keyof Environment

/** The variables that each vendor needs. If none of them is set, its emulator is used. */
export const VENDORS = {
  card: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  mail: ['SMTP_URL', 'MAIL_FROM'],
  storage: ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
} as const satisfies Record<string, Name[]>

/** Thrown for an environment that the app cannot run in. Each line names a variable and its fault. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  constructor(faults: string[]) {
    super(faults.join('\n'))
  }
}

/** Reads and validates the environment. Throws a `ConfigError`. */
export function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  const values = parse(env)
  const faults = [
    ...incompleteVendors(values),
    ...deliveryFaults(values),
    ...signingFaults(values),
    ...databaseFaults(values),
    ...licenceFaults(values),
    ...vapidFaults(values),
    ...flowFaults(values),
    ...(values.NODE_ENV === 'production' ? productionFaults(values) : []),
  ]
  if (faults.length > 0) throw new ConfigError(faults)
  return values
}

function parse(env: NodeJS.ProcessEnv): Environment {
  const filled = Object.entries(env).filter(([, value]) => value !== '') // Compose files pass ''
  const { data, error } = environment.safeParse(Object.fromEntries(filled))
  if (data) return data
  throw new ConfigError(error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`))
}

function incompleteVendors(values: Environment): string[] {
  return Object.entries(VENDORS).flatMap(([vendor, names]) => {
    const missing = names.filter((name) => !values[name])
    if (missing.length === 0 || missing.length === names.length) return []
    return missing.map((name) => `${name} is missing: the other settings of ${vendor} are set.`)
  })
}

function databaseFaults(values: Environment): string[] {
  if (values.DATABASE_URL) return []
  const others = ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const
  return others
    .filter((name) => values[name])
    .map((name) => `DATABASE_URL is missing: ${name} is set.`)
}

function deliveryFaults({ MEDIA_FROM, MEDIA_SECRET }: Environment): string[] {
  const isCdn = MEDIA_FROM !== 'server' && MEDIA_FROM !== 'storage'
  if (isCdn && !MEDIA_SECRET) return ['MEDIA_SECRET is missing: the CDN checks addresses by it.']
  return MEDIA_SECRET && !isCdn ? ['MEDIA_SECRET is set, but MEDIA_FROM names no CDN.'] : []
}

function flowFaults({ FLOW_WALLET_URL, FLOW_ACCESS_URL }: Environment): string[] {
  if (FLOW_WALLET_URL && !FLOW_ACCESS_URL)
    return ['FLOW_ACCESS_URL is missing: FLOW_WALLET_URL is set.']
  return FLOW_ACCESS_URL && !FLOW_WALLET_URL
    ? ['FLOW_WALLET_URL is missing: FLOW_ACCESS_URL is set.']
    : []
}

export const LICENCE_URLS = {
  widevine: 'DRM_WIDEVINE_URL',
  playready: 'DRM_PLAYREADY_URL',
  fairplay: 'DRM_FAIRPLAY_URL',
} as const

function licenceFaults(values: Environment): string[] {
  const keys = ['DRM_KEY_ID', 'DRM_KEY'] as const
  const urls = Object.values(LICENCE_URLS)
  const isSet = (name: Name) => values[name] !== undefined
  const isRequired = values.DRM_REQUIRED === '1'
  if (!isRequired && ![...keys, ...urls, 'DRM_FAIRPLAY_CERTIFICATE' as const].some(isSet)) return []
  const missing: Name[] = keys.filter((name) => !isSet(name))
  if (!urls.some(isSet)) missing.push('DRM_WIDEVINE_URL')
  if (isSet('DRM_FAIRPLAY_URL') && !isSet('DRM_FAIRPLAY_CERTIFICATE'))
    missing.push('DRM_FAIRPLAY_CERTIFICATE')
  return missing.map((name) => `${name} is missing: other settings of licences are set.`)
}

function productionFaults(values: Environment): string[] {
  const required: [Name, string][] = [
    ['DATABASE_URL', 'name a PostgreSQL of version 15 or later.'],
    ['PUBLIC_URL', 'set it to the address that people type.'],
    ['SECRET', 'make one with: openssl rand -base64 48'],
    ['KEY_RING', 'make one with: echo "k1:$(openssl rand -base64 32)"'],
    ['DOWNLOAD_CERTIFICATES', 'make it with: npm run certificate'],
    ['DOWNLOAD_KEY', 'make it with: npm run certificate'],
    ...Object.values(VENDORS)
      .flat()
      .map((name): [Name, string] => [name, 'production uses no emulators.']),
  ]
  const faults = required
    .filter(([name]) => !values[name])
    .map(([name, hint]) => `${name} is missing: ${hint}`)
  const publicUrl = URL.parse(values.PUBLIC_URL ?? '')
  if (publicUrl?.protocol === 'http:' && publicUrl.hostname !== 'localhost')
    faults.push('PUBLIC_URL is plain http: people can sign in over https only.')
  if (values.STRIPE_API_URL) faults.push('STRIPE_API_URL is for development: remove it.')
  if (values.S3_ENDPOINT?.includes('/dev/storage')) faults.push('S3_ENDPOINT is an emulator.')
  if (values.RATES_URL?.includes('/dev/rates')) faults.push('RATES_URL is an emulator.')
  if (values.FLOW_WALLET_URL?.includes('/dev/wallet'))
    faults.push('FLOW_WALLET_URL is an emulator.')
  for (const name of Object.values(LICENCE_URLS))
    if (values[name]?.includes('/dev/licences')) faults.push(`${name} is an emulator.`)
  if (values.FAILPOINT) faults.push('FAILPOINT kills the server: remove it.')
  if (values.DEMO === '1')
    faults.push('DEMO=1 creates accounts that anybody can sign in to: remove it.')
  return faults
}

/** Returns the faults of a key and its certificates that do not belong together. */
function signingFaults({ DOWNLOAD_CERTIFICATES, DOWNLOAD_KEY }: Environment): string[] {
  if (!DOWNLOAD_CERTIFICATES && !DOWNLOAD_KEY) return []
  if (!DOWNLOAD_CERTIFICATES) return ['DOWNLOAD_CERTIFICATES is missing: DOWNLOAD_KEY is set.']
  if (!DOWNLOAD_KEY) return ['DOWNLOAD_KEY is missing: DOWNLOAD_CERTIFICATES is set.']
  return isSigningPair({ certificates: DOWNLOAD_CERTIFICATES, key: DOWNLOAD_KEY })
    ? []
    : ['DOWNLOAD_CERTIFICATES is not of DOWNLOAD_KEY: make both with: npm run certificate']
}

/** Returns the faults of VAPID keys that do not belong together. */
function vapidFaults({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }: Environment) {
  if (!publicKey && !privateKey) return []
  if (!publicKey) return ['VAPID_PUBLIC_KEY is missing: VAPID_PRIVATE_KEY is set.']
  if (!privateKey) return ['VAPID_PRIVATE_KEY is missing: VAPID_PUBLIC_KEY is set.']
  return isVapidPair({ publicKey, privateKey })
    ? []
    : ['VAPID_PUBLIC_KEY is not of VAPID_PRIVATE_KEY: npx web-push generate-vapid-keys makes both.']
}

const isDatabase = (address: string) => /^postgres(ql)?:$/.test(URL.parse(address)?.protocol ?? '')

/** Splits a list of networks. */
export const proxies = (list = '') =>
  list
    .split(',')
    .map((network) => network.trim())
    .filter(Boolean)

function isNetwork(text: string): boolean {
  const [address = '', prefix] = text.split('/')
  const family = isIP(address)
  if (family === 0) return false
  if (prefix === undefined) return true
  try {
    new BlockList().addSubnet(address, Number(prefix), family === 6 ? 'ipv6' : 'ipv4')
    return /^\d+$/.test(prefix)
  } catch {
    return false
  }
}
