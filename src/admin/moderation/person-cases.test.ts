import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { builtPages } from '#src/app.ts'
import { setProfileHidden } from '#src/accounts/account/account.ts'
import { getCurrentAccount, updateCurrentAccount } from '#src/accounts/account/account.shared.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import { listOwnedAssets } from '#src/catalog/asset/asset.shared.ts'
import { createAppeal, type Decision, getHiding } from '#src/catalog/moderation/case.shared.ts'
import { createReport } from '#src/catalog/moderation/report.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { getShelf, putOwnShelf } from '#src/sales/shelf/shelf.shared.ts'
import { deleteWithCode, tablesWith } from '../../../test/deletions.ts'
import { countDeadlocks, waitersAppear } from '../../../test/row-locks.ts'
import { tenTimes, testApp } from '../../../test/test-app.ts'
import { createTitle } from '../../../test/titles.ts'
import { decideCase, getCase, listCases } from './moderation.shared.ts'

/** Eve shows a shelf with No. 1 of a title; Ren reports her, Sora is an administrator. */
async function openFixtures(t: TestContext) {
  const here = await testApp(t, { role: 'web', pages: await builtPages() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const eve = await here.person('Yvaine', { balance: 500 })
  const ren = await here.person('Ren')
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const film = await createTitle(here, mika, { copies: 3, price: 500, title: 'Tide Table' })
  const order = { ...film.order(1, 500), asset_sale_price: 500 }
  equal((await eve.call(purchaseForFree, order)).error, undefined)
  await eve.call(updateCurrentAccount, { has_public_name: true })
  const shelf = {
    is_public: true,
    is_indexed: false,
    shows_brands: false,
    shows_count: false,
    about: 'Buy from my shop!',
    asset_token_ids: [film.tokens.get(1)!],
  }
  equal((await eve.call(putOwnShelf, shelf)).error, undefined)
  const about = {
    of: 'person',
    id: 'yvaine',
    reason: 'fraud',
    text: 'It is a trap.',
  } as const
  const report = () => ren.call(createReport, about)
  const theCase = async () => {
    const [found] = (await sora.call(listCases, {})).items
    const decide = (decision: Decision, reason = 'as shown') =>
      sora.call(decideCase, { id: found!.id, decision, reason })
    return { ...found!, decide }
  }
  const shown = () => here.call(getShelf, { username: 'Yvaine' })
  return { here, mika, eve, ren, sora, film, about, report, theCase, shown, shelf }
}

test('MO-08 a person is reported from their public shelf, and nowhere else', async (t) => {
  const { here, eve, sora, about, report, theCase, shown, shelf } = await openFixtures(t)
  equal((await shown()).username, 'Yvaine')
  const answers = await Promise.all(tenTimes(report))
  deepEqual(new Set(answers.map(({ number }) => number)).size, 1)
  const { id, of, name, reports } = await theCase()
  deepEqual([of, name, reports], ['person', 'Yvaine', 1])
  await eve.call(putOwnShelf, { ...shelf, about: 'Nothing to see.' })
  const { reported } = await sora.call(getCase, { id })
  deepEqual(reported.map(({ quoted }) => quoted), ['Yvaine\nBuy from my shop!']) // oxfmt-ignore
  const code = async (username: string) =>
    (await here.call(createReport, { ...about, id: username })).error?.code
  for (const other of ['Ren', 'nobody', 'a name!', eve.account_id])
    equal(await code(other), 'not_found')
  await eve.call(putOwnShelf, { ...shelf, is_public: false })
  equal(await code('Yvaine'), 'not_found')
})

test('MO-08 two people who report each other at once do not wait for each other', async (t) => {
  const { here, eve, ren, about, shelf } = await openFixtures(t)
  await ren.call(putOwnShelf, { ...shelf, asset_token_ids: [] })
  const deadlocks = await countDeadlocks(here.app.db)
  const answers = await Promise.all(
    tenTimes((i) =>
      i % 2 ? ren.call(createReport, about) : eve.call(createReport, { ...about, id: 'Ren' }),
    ),
  )
  deepEqual(answers.map(({ error }) => error).filter(Boolean), [])
  equal(await countDeadlocks(here.app.db), deadlocks)
})

test('MO-09 a hidden person loses name and shelf, and keeps copies, money and sign-in', async (t) => {
  const { here, eve, sora, film, report, theCase, shown } = await openFixtures(t)
  await report()
  const { decide } = await theCase()
  const balance = await eve.call(getBalance, {})
  equal((await decide('hide')).error, undefined)
  equal((await shown()).error?.code, 'not_found')
  const page = await (await fetch(`${here.url}/asset/${film.kid}?no=1`)).text()
  ok(!page.includes('Yvaine'))
  const me = await eve.call(getCurrentAccount, {})
  match(me.username, /^collector-[0-9a-f]{10}$/)
  equal((await eve.call(listOwnedAssets, {})).total, 1)
  deepEqual(await eve.call(getBalance, {}), balance)
  const [listed] = (await sora.call(listCases, { show: 'hidden' })).items
  equal(listed!.name, 'Yvaine')

  const rename = (who: typeof eve, username: string) => who.call(updateCurrentAccount, { username })
  equal((await rename(eve, 'Yvaine')).error?.code, 'profile_hidden')
  equal((await rename(eve, me.username)).error, undefined) // as the form of the profile sends it
  equal((await rename(sora, 'YVAINE')).error?.code, 'username_taken')
  equal((await decide('restore')).error, undefined)
  const { username, has_public_name } = await eve.call(getCurrentAccount, {})
  deepEqual([username, has_public_name], ['Yvaine', true])
  equal((await shown()).copies.length, 1)
})

test('MO-09 of a hiding and ten new names at once, the name that counts is hidden', async (t) => {
  const { eve, report, theCase } = await openFixtures(t)
  await report()
  const { decide } = await theCase()
  const [hidden] = await Promise.all([
    decide('hide'),
    ...tenTimes((i) => eve.call(updateCurrentAccount, { username: `Eve ${i}` })),
  ])
  equal(hidden.error, undefined)
  match((await eve.call(getCurrentAccount, {})).username, /^collector-/)
})

test('MO-09 nobody takes a name at the moment in which it is hidden', async (t) => {
  const { here, eve, ren } = await openFixtures(t)
  const { db } = here.app
  const { renamed } = await db.transaction().execute(async (hiding) => {
    await setProfileHidden(hiding, eve.account_id, here.clock.now)
    const taking = ren.call(updateCurrentAccount, { username: 'YVAINE' })
    ok(await waitersAppear(db, 1))
    return { renamed: taking }
  })
  equal((await renamed).error?.code, 'username_taken')
  await db.transaction().execute((tx) => setProfileHidden(tx, eve.account_id, null))
  equal((await eve.call(getCurrentAccount, {})).username, 'Yvaine')
})

test('MO-10 the hidden person hears of it, appeals once, and both sides hear of the answer', async (t) => {
  const { here, eve, ren, report, theCase } = await openFixtures(t)
  await report()
  const { id, number, decide } = await theCase()
  await decide('hide', 'It sells nothing.')
  await here.app.runDueJobs()
  const mailTo = async (who: typeof eve, subject: RegExp) =>
    (await here.inbox(who.email)).filter((mail) => subject.test(mail.subject))
  const [mail] = await mailTo(eve, /Your public profile is hidden/)
  match(mail!.text, /It sells nothing\./)
  match(mail!.text, new RegExp(`/account/hidden/person/${eve.account_id}`))
  equal((await mailTo(ren, new RegExp(`is decided, case ${number}`))).length, 1)
  const { hiding } = await eve.call(getHiding, { of: 'person', id: eve.account_id })
  deepEqual([hiding?.reason, hiding?.quoted], ['It sells nothing.', 'Yvaine\nBuy from my shop!'])
  equal((await ren.call(getHiding, { of: 'person', id: eve.account_id })).hiding, null)
  const appeal = (who: typeof eve) => who.call(createAppeal, { id, text: 'I sell films.' })
  equal((await appeal(ren)).error?.code, 'not_found')
  const answers = await Promise.all(tenTimes(() => appeal(eve)))
  equal(answers.filter(({ error }) => !error).length, 1)
  await decide('restore', 'You do.')
  await here.app.runDueJobs()
  equal((await mailTo(eve, /Your public profile is shown again/)).length, 1)
  equal((await mailTo(ren, /is decided/)).length, 2)
})

test('MO-10 a deleted account keeps no words of its person once the case is decided', async (t) => {
  const { here, eve, sora, report, theCase } = await openFixtures(t)
  await report()
  const { id, decide } = await theCase()
  const kept = async () => (await sora.call(getCase, { id })).reported.map(({ quoted }) => quoted)
  equal((await deleteWithCode(here, eve, 1)).error, undefined)
  deepEqual(await kept(), ['Yvaine\nBuy from my shop!'])
  equal((await decide('dismiss')).error, undefined)
  deepEqual(await kept(), [null])
})

test('MO-10 what a hidden person wrote is erased with their account', async (t) => {
  const { here, eve, report, theCase } = await openFixtures(t)
  await report()
  const { decide } = await theCase()
  await decide('hide')
  await here.app.runDueJobs()
  equal((await deleteWithCode(here, eve, 1)).error, undefined)
  await here.app.runDueJobs() // the farewell, to an address that only its job knows
  deepEqual(await tablesWith(here.app.db, ['Yvaine', 'Buy from']), ['public.mail']) // what the reporter was told
  equal((await decide('restore')).error, undefined)
  deepEqual(await tablesWith(here.app.db, ['Buy from']), [])
})
