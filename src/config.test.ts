import { deepEqual, equal, match, notEqual, throws } from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { newSigningPair } from './certificate.ts'
import { readConfig } from './config.ts'
import { ConfigError } from './environment.ts'

const { certificates, key } = newSigningPair(new Date())
const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://renban@db/renban',
  PUBLIC_URL: 'https://renban.example/',
  SECRET: 'a'.repeat(48),
  KEY_RING: `k1:${Buffer.alloc(32).toString('base64')}`,
  DOWNLOAD_CERTIFICATES: certificates,
  DOWNLOAD_KEY: key,
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_new,whsec_old',
  SMTP_URL: 'smtps://ren:p%40ss@mail.example',
  MAIL_FROM: 'Renban <post@renban.example>',
  S3_ENDPOINT: 'https://s3.example',
  S3_REGION: 'ap-northeast-1',
  S3_BUCKET: 'renban',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'key',
}

test('an empty environment is a demo with emulators, whose secrets are created once and kept private', (t) => {
  const DATA_DIR = folder(t)
  const config = readConfig({ DATA_DIR, DATABASE_URL: '' })

  equal(config.publicUrl, 'http://localhost:3000')
  deepEqual([config.demo, config.emulators, config.production], [true, true, false])
  equal(config.databaseUrl, undefined)
  deepEqual(readConfig({ DATA_DIR }), config)
  notEqual(readConfig({ DATA_DIR: folder(t) }).secret, config.secret)
  equal(statSync(join(DATA_DIR, 'secrets.json')).mode & 0o777, 0o600)
})

test('secrets of an older version, with the keys under the former name, are read', (t) => {
  const DATA_DIR = folder(t)
  const { emulatorKeys } = readConfig({ DATA_DIR })
  const file = join(DATA_DIR, 'secrets.json')
  const { emulators: standins, ...secrets } = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...secrets, standins }))
  deepEqual(readConfig({ DATA_DIR }).emulatorKeys, emulatorKeys)
})

test('production runs on the given settings and writes no files', () => {
  const config = readConfig({ ...PRODUCTION, DATA_DIR: '/proc/nowhere' })

  deepEqual([config.demo, config.emulators, config.production], [false, false, true])
  equal(config.publicUrl, 'https://renban.example')
  deepEqual(config.card?.webhookSecrets, ['whsec_new', 'whsec_old'])
  deepEqual(config.mail, {
    host: 'mail.example',
    port: 465,
    secure: true,
    user: 'ren',
    password: 'p@ss',
    from: 'Renban <post@renban.example>',
  })
  equal(config.storage?.publicEndpoint, 'https://s3.example')
})

test('production names every missing variable at once', () => {
  const { message } = refused({ NODE_ENV: 'production' })
  for (const name of Object.keys(PRODUCTION).filter((variable) => variable !== 'NODE_ENV'))
    match(message, new RegExp(`^${name} is missing: `, 'm'))
})

// oxfmt-ignore
const unfit: [fault: RegExp, env: Record<string, string>][] = [
  [/^SECRET is a random text/,        { SECRET: 'short' }],
  [/^KEY_RING is id:key/,             { KEY_RING: 'k1:c2hvcnQ=' }],
  [/^KEY_RING is id:key/,             { KEY_RING: `${PRODUCTION.KEY_RING},${PRODUCTION.KEY_RING}` }],
  [/^LOG_KEY is 32 random bytes/,     { LOG_KEY: 'c2hvcnQ=' }],
  [/^VAPID_PRIVATE_KEY is missing/,   { VAPID_PUBLIC_KEY: 'BCVx' }],
  [/^VAPID_PUBLIC_KEY is not of/,     { VAPID_PUBLIC_KEY: 'BCVx', VAPID_PRIVATE_KEY: 'yfWP' }],
  [/^DOWNLOAD_KEY is missing/,        { DOWNLOAD_KEY: '' }],
  [/^DOWNLOAD_CERTIFICATES is not of/, { DOWNLOAD_CERTIFICATES: 'bm9uZQ==' }],
  [/^PUBLIC_URL is plain http/,       { PUBLIC_URL: 'http://renban.example' }],
  [/^S3_ENDPOINT is an emulator/,     { S3_ENDPOINT: 'http://127.0.0.1:3000/dev/storage' }],
  [/^STRIPE_API_URL is for dev/,      { STRIPE_API_URL: 'http://127.0.0.1:3000' }],
  [/^RATES_URL is an emulator/,       { RATES_URL: 'http://127.0.0.1:3000/dev/rates.xml' }],
  [/^FLOW_ACCESS_URL is missing/,     { FLOW_WALLET_URL: 'https://wallet.example/authn' }],
  [/^FLOW_WALLET_URL is missing/,     { FLOW_ACCESS_URL: 'https://rest-mainnet.onflow.org' }],
  [/^FLOW_WALLET_URL is an emulator/, { FLOW_WALLET_URL: 'http://localhost/dev/wallet', FLOW_ACCESS_URL: 'http://localhost' }],
  [/^FLOW_NETWORK is mainnet/,        { FLOW_NETWORK: 'emulator' }],
  [/^MAIL_FROM is missing/,           { MAIL_FROM: '' }],
  [/^MEDIA_FROM is server, storage/,  { MEDIA_FROM: 'media.example' }],
  [/^MEDIA_SECRET is missing/,        { MEDIA_FROM: 'https://media.example' }],
  [/^MEDIA_SECRET is a random text/,    { MEDIA_FROM: 'https://media.example', MEDIA_SECRET: 'short' }],
  [/^MEDIA_SECRET is set/,            { MEDIA_FROM: 'storage', MEDIA_SECRET: 'm'.repeat(32) }],
  [/^DRM_KEY is the communication/,   { DRM_KEY: 'short' }],
  [/^DRM_FAIRPLAY_CERTIFICATE is the path/, { DRM_FAIRPLAY_CERTIFICATE: '/nowhere.cer' }],
  [/^DRM_WIDEVINE_URL is an emulator/m, { DRM_WIDEVINE_URL: 'http://localhost/dev/licences/widevine' }],
  [/^DEMO=1/,                         { DEMO: '1' }],
  [/^FAILPOINT kills/,                { FAILPOINT: 'purchase.placing' }],
  [/^PORT is a number/,               { PORT: '70000' }],
  [/^DATABASE_URL is postgres/,       { DATABASE_URL: 'mysql://db' }],
  [/^DATABASE_DIRECT_URL is postgres/, { DATABASE_DIRECT_URL: 'mysql://db' }],
  [/^DATABASE_READ_URL is postgres/, { DATABASE_READ_URL: 'mysql://db' }],
  [/^DATABASE_READ_LAG_SECONDS is a number from 1 to 60/, { DATABASE_READ_LAG_SECONDS: '0' }],
  [/^DATABASE_CONNECTIONS is a number from 2 to 500/, { DATABASE_CONNECTIONS: '1' }],
  [/^DATABASE_JOB_CONNECTIONS is a number from 8/, { DATABASE_JOB_CONNECTIONS: '7' }],
  [/^WORKER_DISK is a number of MB, GB or TB/, { WORKER_DISK: '100 gigabytes' }],
  [/^WORKER_DISK is a number of MB, GB or TB/, { WORKER_DISK: '0GB' }],
  [/^DRAIN_SECONDS is 60 at most/,    { DRAIN_SECONDS: '90' }],
  [/^TRUSTED_PROXIES is a list/,      { TRUSTED_PROXIES: '10.0.0.0/33' }],
]
for (const [fault, env] of unfit)
  test(`production refuses ${Object.keys(env)[0]}=${Object.values(env)[0]}`, () => {
    match(refused({ ...PRODUCTION, ...env }).message, fault)
  })

test('the disk of a worker is a number with its unit', () => {
  const disk = (WORKER_DISK?: string) => readConfig({ ...PRODUCTION, WORKER_DISK }).workerDiskBytes
  deepEqual(['500MB', '1.5 TB', '100GB'].map(disk), [5e8, 1.5e12, 1e11])
  equal(disk(), undefined)
})

test('an address without a pooler needs the one that leads through it', () => {
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const) {
    const { message } = refused({ [name]: 'postgres://renban@db/renban' })
    equal(message, `DATABASE_URL is missing: ${name} is set.`)
  }
})

test('a data folder that cannot be created is named, with what to do', () => {
  for (const DATA_DIR of ['/proc/nowhere/data', '/etc/hostname/data', '/etc/hostname'])
    match(
      refused({ DATA_DIR }).message,
      /^DATA_DIR \/\S+ cannot be created \(E[A-Z]+\): set it to another folder\.$/,
    )
})

test('the path of the country database is accepted even if the file does not exist yet', () => {
  const { geoip } = readConfig({ ...PRODUCTION, GEOIP_DATABASE: '/geoip/countries.mmdb' })
  deepEqual([geoip, readConfig(PRODUCTION).geoip], [{ path: '/geoip/countries.mmdb' }, undefined])
})

test('segments come from this server, from storage, or from a CDN that checks their addresses', () => {
  const delivery = (env: object) => readConfig({ ...PRODUCTION, ...env }).delivery
  equal(delivery({}), undefined)
  equal(delivery({ MEDIA_FROM: 'server' }), undefined)
  deepEqual(delivery({ MEDIA_FROM: 'storage' }), { from: 'storage' })
  const [url, secret] = ['https://media.example', 'm'.repeat(32)]
  deepEqual(delivery({ MEDIA_FROM: url, MEDIA_SECRET: secret }), { from: 'cdn', url, secret })
})

test('a licence provider needs its key and an address, and FairPlay its certificate', () => {
  const keyOfProvider = {
    DRM_KEY_ID: crypto.randomUUID(),
    DRM_KEY: Buffer.alloc(32).toString('base64'),
  }
  const url = 'https://licences.example/AcquireLicense'
  const widevine = { ...keyOfProvider, DRM_WIDEVINE_URL: url }
  const { licences } = readConfig({ ...PRODUCTION, ...widevine })
  deepEqual([licences?.keyId, licences?.urls], [keyOfProvider.DRM_KEY_ID, { widevine: url }])
  equal(licences?.isRequired, false)
  const required = { ...widevine, DRM_REQUIRED: '1' }
  equal(readConfig({ ...PRODUCTION, ...required }).licences?.isRequired, true)
  equal(readConfig(PRODUCTION).licences, undefined)
  const missing = (env: object) => refused({ ...PRODUCTION, ...env }).message
  match(missing({ DRM_WIDEVINE_URL: url }), /^DRM_KEY_ID is missing: .*\nDRM_KEY is missing: /)
  match(missing(keyOfProvider), /^DRM_WIDEVINE_URL is missing/)
  match(missing({ DRM_REQUIRED: '1' }), /^DRM_KEY_ID is missing/)
  match(
    missing({ ...keyOfProvider, DRM_FAIRPLAY_URL: url }),
    /^DRM_FAIRPLAY_CERTIFICATE is missing/,
  )
})

test('an incomplete set of vendor settings is refused in development too', () => {
  match(refused({ S3_ENDPOINT: 'https://s3.example' }).message, /^S3_BUCKET is missing/m)
})

function refused(env: NodeJS.ProcessEnv): ConfigError {
  let thrown: unknown
  throws(
    () => readConfig(env),
    (error) => (thrown = error) instanceof ConfigError,
  )
  return thrown as ConfigError
}

function folder(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'renban-config-'))
  t.after(() => rmSync(dir, { recursive: true }))
  return dir
}
