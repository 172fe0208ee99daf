import { deepEqual, ok } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { builtPages } from '#src/app.ts'
import { updateCurrentAccount } from '#src/accounts/account/account.shared.ts'
import { createReport } from '#src/catalog/moderation/report.shared.ts'
import { requestPayout } from '#src/finance/payout/payout.shared.ts'
import type { Caller } from './access-row.ts'
import {
  type AccessFixtures,
  accessFixtures,
  requestFullResponse,
  tokenFor,
} from './access-fixtures.ts'
import { rows } from './access-rows.ts'
import { registerBank } from './bank-accounts.ts'
import { giveOne } from './gifts.ts'
import { pagePaths } from './page-paths.ts'
import { findLeaks } from './personal-texts.ts'
import { testApp } from './test-app.ts'

const FILE_MAX = 20_000_000 // bytes
/** Everybody but Ren himself and administrators, who answer for what was reported and paid out. */
const others: Caller[] = ['guest', 'mika', 'aoi', 'expired']

/** Enters a text of its own in each personal field of Ren, and returns the texts. */
async function enterCanaries({ here, ren, film }: AccessFixtures) {
  const canary = (name: string) => `${name}${randomBytes(6).toString('hex')}`
  const canaries = {
    first_name: canary('Given'),
    last_name: canary('Family'),
    account_number: String(2_000_000 + (randomBytes(3).readUIntBE(0, 3) % 7_000_000)),
    report: canary('report'),
    friend: `${canary('friend')}@example.test`,
    message: canary('message'),
  }
  const { first_name, last_name, account_number, report, friend, message } = canaries
  await ren.call(updateCurrentAccount, { first_name, last_name })
  await registerBank(here, ren, { account_number })
  await ren.call(requestPayout, { amount: 1_000 })
  await ren.call(createReport, { of: 'title', id: film.kid, reason: 'other', text: report })
  await giveOne(ren, film, 28, { message, emails: [friend] })
  return canaries
}

test('texts in each personal field are in no log, file, page, answer and mail of anybody else', async (t) => {
  const start = Date.now()
  const things = await accessFixtures(t, { pages: await builtPages() })
  const { here } = things
  const canaries = Object.values(await enterCanaries(things))

  // The test app looks at all replies, mails and log lines itself when it closes.
  for (const { endpoint, input } of rows)
    for (const caller of others) {
      const token = await tokenFor(things, caller)
      await requestFullResponse(things, endpoint, { input: input(things, caller), token })
    }
  const paths = ['/', `/asset/${things.film.kid}`, `/asset/${things.film.kid}/serials`]
  const plain = pagePaths.filter((path) => !/[:*]/.test(path)).map((path) => `/${path}`)
  for (const path of [...paths, ...plain])
    for (const caller of others) {
      const token = await tokenFor(things, caller)
      const headers = new Headers(token ? { cookie: `session=${token}` } : {})
      await (await fetch(here.url + path, { headers })).text()
    }
  await here.app.runDueJobs()

  const files = filesSince(start, here.config.dataDir)
  ok(files.length > 3, 'files of this test')
  for (const file of files) {
    const bytes = bytesOf(file)
    deepEqual(canaries.filter((canary) => bytes.includes(canary)), [], file) // oxfmt-ignore
  }
})

test('a test fails where a text of somebody reaches a guest, another person, the log, a file or a mail', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const ren = await here.person('Ren')
  const aoi = await here.person('Aoi')
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const reply = (token?: string) => ({
    method: 'GET',
    path: '/',
    token,
    sent: () => '',
    read: () => ren.email,
  })
  const replies = [reply(), reply(aoi.token), reply(ren.token), reply(sora.token)]
  const { dataDir } = here.config
  writeFileSync(join(dataDir, 'note'), ren.email)
  const source = `Subject: Sold\n\n${ren.email}`
  const mails = [aoi, ren].map(({ email: to }) => JSON.stringify({ to, source }))
  writeFileSync(join(dataDir, 'mail/received.jsonl'), mails.join('\n'))

  const leaks = await findLeaks({ ...here, replies, lines: [ren.email] })
  const where = leaks.map((leak) => leak.replace(/.*?" in /, '').replace(dataDir, ''))
  deepEqual(where, [
    'GET / for a guest',
    `GET / for ${aoi.account_id}`,
    `the log: ${ren.email}`,
    `the mail "Sold" to ${aoi.email}`,
    '/note',
  ])
  rmSync(join(dataDir, 'note'))
  rmSync(join(dataDir, 'mail/received.jsonl'))
})

/** Returns the bytes of a file as text, none if it has been removed meanwhile. */
function bytesOf(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

/** Lists files of an app and pictures in work written since then, without the mailboxes of the emulator. */
function filesSince(start: number, dataDir: string): string[] {
  const pictures = globSync('renban-picture-*', { cwd: tmpdir() }).map((path) =>
    join(tmpdir(), path),
  )
  return [dataDir, ...pictures]
    .flatMap((folder) => globSync('**', { cwd: folder }).map((path) => join(folder, path)))
    .filter((path) => {
      const stat = statSync(path, { throwIfNoEntry: false })
      const isNew = stat?.isFile() && stat.mtimeMs >= start && stat.size < FILE_MAX
      return isNew && !path.endsWith('/mail/received.jsonl')
    })
}
