import { deepEqual, equal } from 'node:assert/strict'
import { describe, test } from 'node:test'
import { listAuditLog } from '#src/admin/audit/audit.shared.ts'
import { createReport } from '#src/catalog/moderation/report.shared.ts'
import { listOwnedAssets } from '#src/catalog/asset/asset.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { type CrashApp, crashSuite } from '../../../test/crash-app.ts'
import { waitUntil } from '../../../test/test-app.ts'
import { createTitle } from '../../../test/titles.ts'
import { decideCase, getCase, listCases } from './moderation.shared.ts'

const BACK_SECONDS = 60 // the time within which everything must be finished after a restart
const PRICE = 500

// oxfmt-ignore
const whileDeciding = [
  ['moderation.recorded', 'with the decision recorded and nothing hidden', 'open'],
  ['moderation.deciding', 'before the decision is committed', 'open'],
  ['moderation.decided', 'with the decision committed and the reply not sent', 'hidden'],
  ['mail.sent.case', 'with a mail about it sent and not recorded', 'hidden'],
] as const

void describe('the process is killed', () => {
  const open = crashSuite()
  for (const [failpoint, when, end] of whileDeciding)
    test(`MO-04 a case is decided wholly or not at all if the process is killed ${when}`, async (t) =>
      decideAcrossCrash(await open(t, failpoint), failpoint, end))
})

/** Kills the process while Sora hides Mika's title, which Aoi has reported and Ren owns a copy of. */
async function decideAcrossCrash(here: CrashApp, failpoint: string, end: 'open' | 'hidden') {
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 2 * PRICE })
  const aoi = await here.person('Aoi')
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const film = await createTitle(here, mika, { copies: 3, price: PRICE })
  const buy = (number: number) =>
    ren.call(purchaseForFree, { ...film.order(number, PRICE), asset_sale_price: PRICE })
  equal((await buy(1)).error, undefined)
  await aoi.call(createReport, { of: 'title', id: film.kid, reason: 'rights', text: 'Mine.' })
  const { id } = (await sora.call(listCases, {})).items[0]!
  const decisions = async () =>
    (await sora.call(listAuditLog, {})).items.filter(({ action }) =>
      action.startsWith('moderation'),
    )
  const before = await decisions()
  const restarted = here.waitForCrashAndRestart()
  const decide = () => sora.call(decideCase, { id, decision: 'hide', reason: 'as shown' })
  await decide().catch(() => {}) // the process may die before it answers
  await restarted
  const { status, history } = await sora.call(getCase, { id })
  deepEqual([status, history.length], [end, end === 'open' ? 0 : 1])
  const hidden = async () =>
    (
      await here.app.db
        .selectFrom('asset')
        .select('hidden_at')
        .where('kid', '=', film.kid)
        .executeTakeFirstOrThrow()
    ).hidden_at !== null
  equal(await hidden(), end === 'hidden')
  equal((await decide()).error?.code, end === 'open' ? undefined : 'case_changed')
  equal(await hidden(), true)
  equal((await buy(2)).error?.code, 'not_found')
  equal((await ren.call(listOwnedAssets, {})).total, 1)
  equal((await decisions()).length, before.length + 1)
  for (const [who, subject] of [
    [mika, /is hidden$/],
    [aoi, /^Your report is decided/],
  ] as const) {
    const told = async () =>
      (await here.inbox(who.email)).filter((mail) => subject.test(mail.subject))
    const mails = await waitUntil(told, ({ length }) => length > 0, BACK_SECONDS)
    equal(new Set(mails.map(({ message_id }) => message_id)).size, 1)
    if (failpoint !== 'mail.sent.case') equal(mails.length, 1)
  }
}
