import { deepEqual, equal, match, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { freePort } from '../test/free-port.ts'
import { captureLog } from '../test/log-capture.ts'
import { testApp } from '../test/test-app.ts'
import { ConfigError } from './environment.ts'
import { checkNotifications, openDatabase, versionFault } from './database.ts'
import { openMail } from './integrations/mail.ts'
import { openStorage } from './integrations/storage.ts'
import { mailFault, roleFault, storageFault } from './start-faults.ts'

test('a database that refuses, is missing or is away is one line with what to do', async (t) => {
  const lines = captureLog(t)
  const here = process.env.DATABASE_URL!
  const changed = (part: 'username' | 'pathname', value: string) => {
    const url = new URL(here)
    url[part] = value
    return url.href
  }
  const away = `127.0.0.1:${await freePort()}`
  const refused = 'is refused: correct its user and password. (PostgreSQL says 28000.)'
  const missing = 'names a database that does not exist: create it, or correct the name.'
  for (const [databaseUrl, fault] of [
    [changed('username', 'nobody'), `DATABASE_URL ${refused}`],
    [changed('pathname', '/nowhere'), `DATABASE_URL ${missing} (PostgreSQL says 3D000.)`],
    [
      `${here}?options=-c%20default_transaction_read_only%3Don`,
      `DATABASE_URL ${new URL(here).host} is a standby or read-only: name the primary.`,
    ],
    [
      `postgres://renban@${away}/renban`,
      `DATABASE_URL ${away} does not answer (ECONNREFUSED): start PostgreSQL, or correct the address.`,
    ],
  ] as const) {
    const config = {
      databaseUrl,
      databaseDirectUrl: undefined,
      postgresDir: '',
      production: false,
    }
    await rejects(
      openDatabase(config, () => {}, 10),
      new ConfigError([fault]),
    )
  }
  const fault = 'DATABASE_DIRECT_URL does not answer (ECONNREFUSED): correct the address.'
  await rejects(
    checkNotifications({ url: here, directUrl: `postgres://renban@${away}/renban` }),
    new ConfigError([fault]),
  )
  for (const line of lines) deepEqual(JSON.parse(line).error, undefined, line)
  equal(versionFault(14), 'DATABASE_URL is PostgreSQL 14: use 15 or later.')
  equal(versionFault(15), undefined)
})

test('a role that does not exist is refused, and options are no role', () => {
  equal(roleFault('wrker'), 'The role wrker does not exist: choose web, worker, all.')
  for (const role of [undefined, '--dev', 'web', 'worker', 'all']) equal(roleFault(role), undefined)
})

test('a storage that is away, or whose bucket or keys are wrong, is one line with its variable', async (t) => {
  const { config, integrations } = await testApp(t, { role: 'web' })
  const emulator = {
    endpoint: integrations.storage.publicOrigin + '/dev/storage',
    publicEndpoint: integrations.storage.publicOrigin,
    region: 'local',
    bucket: 'renban',
    ...config.emulatorKeys!.storage,
  }
  const faultOf = async (change: Partial<typeof emulator>) => {
    const storage = { ...emulator, ...change }
    const client = openStorage(storage)
    try {
      return await client.ready().catch((error: unknown) => storageFault(error, { storage }))
    } finally {
      client.close()
    }
  }
  equal(await faultOf({}), undefined)
  match(
    (await faultOf({ secretAccessKey: 'wrong' }))!,
    /^S3_BUCKET renban cannot be used \(.+\): create/,
  )
  match(
    (await faultOf({ bucket: 'No_Bucket' }))!,
    /^S3_BUCKET No_Bucket cannot be used \(.+\): create/,
  )
  const endpoint = `http://127.0.0.1:${await freePort()}`
  equal(
    await faultOf({ endpoint }),
    `S3_ENDPOINT ${endpoint} does not answer (ECONNREFUSED): uploads and playback fail until it does.`,
  )
})

test('a mail server that is away or refuses the password is one line with its variable', async () => {
  const port = await freePort()
  const mail = { host: '127.0.0.1', port, secure: false, from: 'Renban <post@renban.example>' }
  const client = openMail(mail)
  const away = `SMTP_URL 127.0.0.1:${port} does not answer (`
  const fault = await client.verify().catch((error: unknown) => mailFault(error, { mail }))
  equal(fault?.slice(0, away.length), away)
  client.close()
  const refused = Object.assign(new Error('no'), { code: 'EAUTH' })
  match(mailFault(refused, { mail }), /correct its user and password\.$/)
})
