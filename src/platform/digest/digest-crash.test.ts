import { deepEqual, equal } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { enqueue } from '#core/jobs.ts'
import { putMailChoice } from '#src/platform/notifications/notification.shared.ts'
import { lookAfterFreeRentals } from '#src/sales/free-rental/due.ts'
import { crashApp } from '../../../test/crash-app.ts'
import { lentForFree } from '../../../test/free-rentals.ts'
import { waitUntil } from '../../../test/test-app.ts'
import { createTitle } from '../../../test/titles.ts'
import { gatherMails } from './gather.ts'

const SECONDS = 60 // in which a restarted process has taken over

/** Kills the process while it sends Ren's two offers in one mail. Returns the mails after the restart. */
async function sendAcrossCrash(t: TestContext, failpoint: string) {
  const here = await crashApp(t, { failpoint })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  await ren.call(putMailChoice, { topic: 'offers', pace: 'daily' })
  const film = await createTitle(here, mika, { copies: 2 })
  for (const number of [1, 2])
    await lentForFree(mika, film, [number], { allowed_asset_renters: [ren.name] })
  const { db } = here.app
  await enqueue(db, lookAfterFreeRentals, {})
  const lines = () => db.selectFrom('digest_line').selectAll().execute()
  await waitUntil(lines, ({ length }) => length === 2, SECONDS)
  await db.updateTable('digest_line').set({ due_at: '2020-01-01T00:00:00Z' }).execute()
  const restarted = here.waitForCrashAndRestart()
  await enqueue(db, gatherMails, {})
  await restarted
  const sent = () => db.selectFrom('mail').select('message_id').execute()
  const [record, ...others] = await waitUntil(sent, ({ length }) => length > 0, SECONDS)
  deepEqual(others, [])
  await enqueue(db, gatherMails, {}, { key: 'once more' })
  equal(new Set((await lines()).map(({ digest_id }) => digest_id)).size, 1)
  const mails = (await here.inbox(ren.email)).filter(({ subject }) => /for/.test(subject))
  return { mails, id: record!.message_id }
}

test('NT-05 a gathered mail is sent once if the process dies between claim and sending', async (t) => {
  const { mails, id } = await sendAcrossCrash(t, 'digest.claimed')
  deepEqual(mails.map(({ subject }) => subject), ['2 notifications for you']) // oxfmt-ignore
  equal(mails[0]!.message_id, `<${id}@renban.test>`)
})

test('NT-05 a gathered mail that the mail server has when the process dies comes again with its message id only', async (t) => {
  const { mails, id } = await sendAcrossCrash(t, 'mail.sent.digest')
  deepEqual(new Set(mails.map(({ message_id }) => message_id)), new Set([`<${id}@renban.test>`]))
})
