import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { describe, test } from 'node:test'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { getCurrentAccount } from '#src/accounts/account/account.shared.ts'
import { readConfig } from '#src/config.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { asPerson } from '../../../test/call.ts'
import { type CrashApp, crashSuite } from '../../../test/crash-app.ts'
import { tablesWith } from '../../../test/deletions.ts'
import { codeFor } from '../../../test/mailed-codes.ts'
import type { Person } from '../../../test/people.ts'
import { waitUntil } from '../../../test/test-app.ts'
import { createTitle, listForSale } from '../../../test/titles.ts'
import { deleteAccount } from './deletion.shared.ts'
import { askForExport, exportAddress, getAccountExport } from './export.shared.ts'

const BACK_SECONDS = 60 // the time within which everything must be finished after a restart
const PRICE = 300

// oxfmt-ignore
const whileDeleting = [
  ['deletion.confirmed', 'with the code used up and nothing erased', 'kept'],
  ['deletion.erasing', 'with the account erased and its rows not', 'kept'],
  ['deletion.deleting', 'before the deletion is committed', 'kept'],
  ['deletion.deleted', 'with everything erased and the reply not sent', 'deleted'],
  ['mail.sent.deletion', 'with the mail about it sent and not recorded', 'deleted'],
] as const

// oxfmt-ignore
const whileExporting = [
  ['export.asking', 'before it is asked for', 'none'],
  ['export.asked', 'when it is asked for', 'asked'],
  ['export.zipped', 'with the file made and not stored', 'asked'],
  ['export.storing', 'before the file is committed', 'asked'],
  ['export.stored', 'with the file stored and the job not ended', 'asked'],
  ['mail.sent.export', 'with the mail about it sent and not recorded', 'asked'],
] as const

void describe('the process is killed', () => {
  const open = crashSuite()
  for (const [failpoint, when, end] of whileDeleting)
    test(`AC-02 an account is deleted wholly or not at all if the process is killed ${when}`, async (t) =>
      deleteAcrossCrash(await open(t, failpoint), failpoint, end))
  for (const [failpoint, when, end] of whileExporting)
    test(`AC-01 an export is made once if the process is killed ${when}`, async (t) =>
      exportAcrossCrash(await open(t, failpoint), failpoint, end))
})

/** Kills the process while Ren, who offers a copy for sale, deletes their account. */
async function deleteAcrossCrash(here: CrashApp, failpoint: string, end: 'kept' | 'deleted') {
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: PRICE })
  const film = await createTitle(here, mika, { copies: 2, price: PRICE })
  equal((await ren.call(purchaseForFree, film.order(1, PRICE))).error, undefined)
  await listForSale(here, ren, [film.tokens.get(1)!], PRICE)
  await waitUntil(() => subjects(here, ren), ({ length }) => length > 0, BACK_SECONDS) // oxfmt-ignore
  const before = await standing(here, ren)
  const restarted = here.waitForCrashAndRestart()
  await remove(here, ren).catch(() => {}) // the process may die before it answers
  await restarted
  if (end === 'kept') {
    deepEqual(await standing(here, ren), before)
    equal((await subjects(here, ren)).includes('Your account is deleted'), false)
    equal((await ren.call(getCurrentAccount, {})).email, ren.email)
    equal((await remove(here, ren)).error, undefined)
  }
  const told = () => deletionMails(here, ren)
  const mails = await waitUntil(told, ({ length }) => length > 0, BACK_SECONDS)
  await untilMailed(here)
  equal(new Set((await told()).map(({ message_id }) => message_id)).size, 1)
  if (failpoint !== 'mail.sent.deletion') equal(mails.length, 1)
  const after = await standing(here, ren)
  match(after.username, /^deleted-/)
  deepEqual({ ...after, username: '' }, { username: '', copies: 1, listings: 0, deletions: 1 })
  equal((await asPerson(here.url, ren.token)(getCurrentAccount, {})).error?.code, 'session_expired')
  deepEqual(await tablesWith(here.app.db, [ren.email]), ['public.mail']) // for two days
}

const remove = async (here: CrashApp, who: Person) => {
  const config = readConfig({ DATA_DIR: here.folder, NODE_ENV: 'test' })
  const code = await codeFor({ ...here, config }, who, 'deletion')
  return who.call(deleteAccount, { copies: 1, code })
}

/** Reads what a deletion changes. */
async function standing({ app }: CrashApp, { account_id }: Person) {
  const { rows } = await sql<Standing>`
    select username,
      (select count(*) from serial where owner = account.id) as copies,
      (select count(*) from listing where seller = account.id and status in ('preparing', 'open')) as listings,
      (select count(*) from account_deletion where account_id = account.id) as deletions
    from account where id = ${account_id}
  `.execute(app.db)
  return rows[0]!
}
interface Standing {
  username: string
  copies: number
  listings: number
  deletions: number
}

const subjects = async (here: CrashApp, { email }: Person) =>
  (await here.inbox(email)).map(({ subject }) => subject)

const deletionMails = async (here: CrashApp, { email }: Person) =>
  (await here.inbox(email)).filter(({ subject }) => subject === 'Your account is deleted')

/** Waits until no mail waits to be sent. */
const untilMailed = ({ app }: CrashApp) =>
  waitUntil(
    async () =>
      (
        await sql`select from graphile_worker.jobs where task_identifier = 'mail.send'`.execute(
          app.db,
        )
      ).rows.length,
    (waiting) => waiting === 0,
    BACK_SECONDS,
  )

/** Kills the process while Ren's export is asked for, made or told of. */
async function exportAcrossCrash(here: CrashApp, failpoint: string, end: 'none' | 'asked') {
  const ren = await here.person('Ren', { balance: PRICE })
  const restarted = here.waitForCrashAndRestart()
  await ren.call(askForExport, {}).catch(() => {}) // the process may die before it answers
  await restarted
  const again = await ren.call(askForExport, {})
  equal(again.error?.code, end === 'none' ? undefined : 'export_too_soon')
  const state = () => ren.call(getAccountExport, {})
  const { size } = await waitUntil(state, ({ made_at }) => made_at !== null, BACK_SECONDS)
  const headers = { authorization: `Bearer ${ren.token}` }
  const file = new Uint8Array(
    await (await fetch(here.url + exportAddress, { headers })).arrayBuffer(),
  )
  equal(file.length, size)
  ok('account.json' in unzipSync(file))
  const mails = () => here.inbox(ren.email)
  await waitUntil(mails, ({ length }) => length > 0, BACK_SECONDS)
  await untilMailed(here)
  equal(new Set((await mails()).map(({ message_id }) => message_id)).size, 1)
  if (failpoint !== 'mail.sent.export') equal((await mails()).length, 1)
  const kept = await here.app.db
    .selectFrom('account_export')
    .select('id')
    .where('account_id', '=', ren.account_id)
    .execute()
  equal(kept.length, 1)
}
