import { deepEqual, ok } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
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
  endpointName,
  requestFullResponse,
  tokenFor,
} from './access-fixtures.ts'
import { rows } from './access-rows.ts'
import { registerBank } from './bank-accounts.ts'
import { giveOne } from './gifts.ts'
import { captureLog } from './log-capture.ts'
import { pagePaths } from './page-paths.ts'

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
  const lines = captureLog(t)
  const things = await accessFixtures(t, { logsRequests: true, pages: await builtPages() })
  const { here, ren } = things
  const canaries = await enterCanaries(things)
  const secrets = Object.values(canaries)
  const found: string[] = []
  const search = (where: string, text: string, also: string[] = []) => {
    for (const secret of [...secrets, ...also])
      if (text.includes(secret)) found.push(`${secret}: ${where}`)
  }

  for (const { endpoint, input } of rows)
    for (const caller of others) {
      const token = await tokenFor(things, caller)
      const { headers, text } = await requestFullResponse(things, endpoint, {
        ...{ input: input(things, caller), token },
      })
      // Creators entered the addresses on their lists themselves.
      const also = endpoint.path.startsWith('/allowlists') ? [] : [ren.email]
      search(`${endpointName(endpoint)} as ${caller}`, JSON.stringify(headers) + text, also)
    }
  const paths = ['/', `/asset/${things.film.kid}`, `/asset/${things.film.kid}/serials`]
  const plain = pagePaths.filter((path) => !/[:*]/.test(path)).map((path) => `/${path}`)
  for (const path of [...paths, ...plain])
    for (const caller of others) {
      const token = await tokenFor(things, caller)
      const response = await fetch(here.url + path, {
        headers: token ? { cookie: `session=${token}` } : {},
      })
      search(`${path} as ${caller}`, await response.text(), [ren.email])
    }

  await here.app.runDueJobs()
  const mails = readFileSync(join(here.config.dataDir, 'mail/mail.jsonl'), 'utf8')
    .trim()
    .split('\n')
  const foreign = mails.filter((line) => {
    const { to } = JSON.parse(line) as { to: string }
    return to !== ren.email && to !== canaries.friend
  })
  ok(foreign.length > 3 && foreign.length < mails.length, `${foreign.length} of ${mails.length}`)
  for (const line of foreign) search('a mail', line, [ren.email])

  ok(lines.length > 300, 'requests are logged')
  for (const line of lines) search('the log', line, [ren.email])
  const files = filesSince(start)
  ok(files.length > 3, 'files of this test')
  for (const file of files) search(file, readFileSync(file).toString('latin1'))
  deepEqual(found, [])
})

/** Lists temporary files written since then, without the database and the mailboxes of the emulator. */
function filesSince(start: number): string[] {
  const written = globSync('renban-*/**', {
    cwd: tmpdir(),
    exclude: (path) => /postgres/.test(path),
  })
  return written
    .map((path) => join(tmpdir(), path))
    .filter((path) => {
      const stat = statSync(path, { throwIfNoEntry: false })
      const isNew = stat?.isFile() && stat.mtimeMs >= start && stat.size < FILE_MAX
      return isNew && !path.endsWith('/mail/mail.jsonl')
    })
}
