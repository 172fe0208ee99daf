import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { unzipSync } from 'fflate'
import { createAppeal, type Decision, getHiding } from '#src/catalog/moderation/case.shared.ts'
import {
  createReport,
  hidingPath,
  type MessageKind,
  messageKinds,
} from '#src/catalog/moderation/report.shared.ts'
import { askForExport, exportAddress } from '#src/finance/account/export.shared.ts'
import {
  changeScreening,
  endScreening,
  getScreening,
  listScreenings,
  postMessage,
} from '#src/media/screening/screening.shared.ts'
import { getGift, listGifts } from '#src/sales/gift/gift.shared.ts'
import { getLoan, listLoans } from '#src/sales/loan/loan.shared.ts'
import { getTradeRelated, listTradeOffers } from '#src/sales/trade/trade.shared.ts'
import { deleteWithCode } from '../../../test/deletions.ts'
import { claim, giveOne } from '../../../test/gifts.ts'
import { borrow, lent } from '../../../test/loans.ts'
import type { Person } from '../../../test/people.ts'
import { join, openOne, screeningFixtures } from '../../../test/screenings.ts'
import { tenTimes } from '../../../test/test-app.ts'
import { offer, openToTrade, traderTitle } from '../../../test/trades.ts'
import { decideCase, getCase, listCases } from './moderation.shared.ts'

const WORDS = 'Send me your password.'
type Fixtures = Awaited<ReturnType<typeof screeningFixtures>>
type Shown = { message?: string; text?: string; from_name?: string; message_hidden: boolean }

/** Names the message's sender in gifts and loans, which people sign as they like. */
const SIGNED = 'Your old friend'

/** A message from Ren to Aoi: its id, the token of its link, and where each of them reads it. */
interface Sent {
  id: string
  token?: string
  read: (who: Pick<Person, 'call'>) => Promise<(Shown | undefined)[]>
}

/** Returns the token of the link of a gift or a loan. */
const tokenOf = ({ path }: { path: string | null }) => path!.split('/').at(-1)!

async function sendTrade({ here, mika, ren, aoi }: Fixtures): Promise<Sent> {
  const film = await traderTitle(here, mika, [ren, aoi])
  const song = await traderTitle(here, mika, [ren, aoi])
  const [mine, theirs] = [film.held(1), song.held(2)]
  await openToTrade(here, theirs)
  const { id } = await offer(mine, theirs, { message: WORDS })
  const read: Sent['read'] = async (who) => {
    const { items } = await who.call(listTradeOffers, {})
    const related = who === aoi && (await who.call(getTradeRelated, { id: theirs.token }))
    return [...items, ...(related ? related.wait_offers : [])]
  }
  return { id, read }
}

async function sendGift({ here, mika, ren, aoi }: Fixtures): Promise<Sent> {
  const film = await traderTitle(here, mika, [ren])
  const gift = await giveOne(ren, film, 1, { message: WORDS, from_name: SIGNED })
  const token = tokenOf(gift)
  await claim(aoi, gift)
  const read: Sent['read'] = async (who) => {
    const { items } = await who.call(listGifts, { direction: who === ren ? 'sent' : 'received' })
    return [items[0], ...(who === ren ? [] : [await here.call(getGift, { token })])]
  }
  return { id: gift.id, token, read }
}

async function sendLoan({ here, mika, ren, aoi }: Fixtures): Promise<Sent> {
  const film = await traderTitle(here, mika, [ren])
  const loan = await lent(ren, film, 1, { message: WORDS, from_name: SIGNED })
  const token = tokenOf(loan)
  await borrow(aoi, loan)
  const read: Sent['read'] = async (who) => {
    const { items } = await who.call(listLoans, { direction: who === ren ? 'lent' : 'borrowed' })
    return [items[0], ...(who === ren ? [] : [await here.call(getLoan, { token })])]
  }
  return { id: loan.id, token, read }
}

async function sendInScreening({ ren, aoi, film }: Fixtures): Promise<Sent> {
  const opened = await openOne(ren, film)
  await join(aoi, opened)
  await ren.call(changeScreening, { id: opened.id, chat_enabled: true })
  const id = randomUUID()
  const written = await ren.call(postMessage, { id: opened.id, message_id: id, text: WORDS })
  equal(written.error, undefined)
  const read: Sent['read'] = async (who) =>
    (await who.call(getScreening, { id: opened.id })).messages
  return { id, read }
}

const sends: Record<MessageKind, (fixtures: Fixtures) => Promise<Sent>> = {
  trade_offer: sendTrade,
  gift: sendGift,
  loan: sendLoan,
  screening_message: sendInScreening,
}

/** Ren has written to Aoi; Yuki is somebody else, and Sora an administrator. */
async function openFixtures(t: TestContext, of: MessageKind) {
  const fixtures = await screeningFixtures(t, {}, { role: 'web' })
  const { here, sora, ren, aoi } = fixtures
  const sent = await sends[of](fixtures)
  const isSigned = of === 'gift' || of === 'loan'
  const quoted = isSigned ? `${SIGNED}: ${WORDS}` : WORDS
  const about = { of, id: sent.id, reason: 'fraud', text: 'It is a trap.' } as const
  const theCase = async () => {
    const [found] = (await sora.call(listCases, {})).items
    const decide = (decision: Decision, reason = 'as shown') =>
      sora.call(decideCase, { id: found!.id, decision, reason })
    return { ...found!, decide }
  }
  const shownTo = async (who: Person) =>
    (await sent.read(who)).map((one) => [
      one?.message ?? one?.text,
      one?.message_hidden,
      ...(isSigned ? [one?.from_name] : []),
    ])
  /** Returns what `shownTo` finds in a place: the message, if it is hidden, and the name under it. */
  const showing = (text: string, hidden: boolean, name: string) =>
    isSigned ? [text, hidden, name] : [text, hidden]
  const subjects = async (who: Person) => {
    await here.app.runDueJobs()
    return (await here.inbox(who.email)).map(({ subject }) => subject)
  }
  const report = (who: Pick<Person, 'call'> = aoi, id = sent.id) =>
    who.call(createReport, { ...about, id })
  return {
    ...fixtures,
    ...sent,
    of,
    about,
    quoted,
    report,
    theCase,
    shownTo,
    showing,
    subjects,
    ren,
    aoi,
  }
}

const uniform = (rows: unknown[], expected: unknown) => {
  ok(rows.length > 0)
  for (const row of rows) deepEqual(row, expected)
}

for (const kind of messageKinds) {
  test(`MO-11 who received a message of kind ${kind} reports it, and nobody else`, async (t) => {
    const { here, sora, ren, aoi, yuki, mika, id, quoted, report, theCase } = await openFixtures(
      t,
      kind,
    )
    for (const other of [yuki, mika, ren, sora, here])
      equal((await report(other)).error?.code, 'not_found')
    equal((await report(aoi, randomUUID())).error?.code, 'not_found')
    for (const wrong of ['a name!', 'f'.repeat(64)])
      equal((await report(aoi, wrong)).error?.code, 'not_found')
    const answers = await Promise.all(tenTimes(() => report()))
    deepEqual(new Set(answers.map(({ number }) => number)).size, 1)
    const found = await theCase()
    deepEqual([found.of, found.name, found.owner, found.path, found.reports], [kind, 'Ren', 'Ren', null, 1]) // oxfmt-ignore
    const { reported } = await sora.call(getCase, { id: found.id })
    deepEqual(reported.map((one) => one.quoted), [quoted]) // oxfmt-ignore
    equal((await aoi.call(getHiding, { of: kind, id })).hiding, null)
  })

  test(`MO-12 a hidden message of kind ${kind} is read by its sender alone, until it is shown again`, async (t) => {
    const { ren, aoi, report, theCase, shownTo, showing } = await openFixtures(t, kind)
    const plain = showing(WORDS, false, SIGNED)
    uniform(await shownTo(aoi), plain)
    await report()
    uniform(await shownTo(aoi), plain) // a report alone hides nothing
    const { decide } = await theCase()
    equal((await decide('hide')).error, undefined)
    uniform(await shownTo(aoi), showing('', true, 'Ren'))
    uniform(await shownTo(ren), showing(WORDS, true, SIGNED))
    equal((await report()).error?.code, 'not_found')
    equal((await decide('restore')).error, undefined)
    for (const who of [aoi, ren]) uniform(await shownTo(who), plain)
  })

  test(`MO-13 the sender of a hidden message of kind ${kind} reads why, appeals once, and both sides hear of it`, async (t) => {
    const fixtures = await openFixtures(t, kind)
    const { here, ren, aoi, id, quoted, report, theCase, shownTo, showing, subjects } = fixtures
    await report()
    const { id: case_id, number, decide } = await theCase()
    await decide('hide', 'It asks for a secret.')
    ok((await subjects(ren)).includes('Your message is hidden'))
    ok((await subjects(aoi)).includes(`Your report is decided, case ${number}`))
    const mail = (await here.inbox(ren.email)).find(({ subject }) => /is hidden/.test(subject))
    match(mail!.text, /It asks for a secret\./)
    ok(mail!.text.includes(hidingPath(kind, id)))
    const hiding = async (who: Person) => (await who.call(getHiding, { of: kind, id })).hiding
    equal((await hiding(ren))?.quoted, quoted)
    equal(await hiding(aoi), null)
    const appeal = (who: Person) => who.call(createAppeal, { id: case_id, text: 'A joke.' })
    equal((await appeal(aoi)).error?.code, 'not_found')
    equal((await appeal(ren)).error, undefined)
    equal((await appeal(ren)).error?.code, 'appealed_already')
    uniform(await shownTo(aoi), showing('', true, 'Ren'))
    await decide('uphold', 'It is none.')
    ok((await subjects(ren)).includes('Your message stays hidden'))
    uniform(await shownTo(aoi), showing('', true, 'Ren'))
  })
}

for (const kind of ['gift', 'loan'] as const) {
  test(`MO-11 whoever has the link of a ${kind} reports its message, also without an account`, async (t) => {
    const { here, yuki, ren, token, report, theCase } = await openFixtures(t, kind)
    const answers = await Promise.all([report(), report(yuki, token), report(here, token)])
    deepEqual(new Set(answers.map(({ number }) => number)).size, 1)
    equal((await report(ren, token)).error?.code, 'not_found')
    const changed = token!.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    equal((await report(here, changed)).error?.code, 'not_found')
    const { reports, decide } = await theCase()
    equal(reports, 3)
    await decide('hide')
    equal((await report(here, token)).error?.code, 'not_found')
  })
}

test('MO-11 a gift that waits for its day is not reported, nor a trade offer without words', async (t) => {
  const { here, ren, aoi, mika, report, about } = await openFixtures(t, 'gift')
  const film = await traderTitle(here, mika, [ren, ren])
  const later = { message: WORDS, deliver_at: '2030-02-01T00:00:00Z' }
  const gift = await giveOne(ren, film, 1, later)
  equal((await report(here, tokenOf(gift))).error?.code, 'not_found')
  const song = await traderTitle(here, mika, [ren, aoi])
  await openToTrade(here, song.held(2))
  const { id } = await offer(song.held(1), song.held(2))
  const silent = await aoi.call(createReport, { ...about, of: 'trade_offer', id })
  equal(silent.error?.code, 'not_found')
})

test('MO-11 MO-12 the name under a gift without a message is reported and hidden', async (t) => {
  const { here, sora, ren, mika, report, theCase } = await openFixtures(t, 'gift')
  const film = await traderTitle(here, mika, [ren])
  const token = tokenOf(await giveOne(ren, film, 1, { from_name: SIGNED }))
  equal((await report(here, token)).error, undefined)
  const { id, decide } = await theCase()
  deepEqual((await sora.call(getCase, { id })).reported.map(({ quoted }) => quoted), [SIGNED]) // oxfmt-ignore
  await decide('hide')
  const { from_name, message, message_hidden } = await here.call(getGift, { token })
  deepEqual([from_name, message, message_hidden], ['Ren', '', true])
})

test('MO-12 mails that are sent later show no hidden message', async (t) => {
  const { here, ren, aoi, mika, theCase } = await openFixtures(t, 'gift')
  const film = await traderTitle(here, mika, [ren, ren])
  const song = await traderTitle(here, mika, [ren, aoi])
  await openToTrade(here, song.held(2))
  const terms = { message: WORDS, emails: ['kai@example.test'], from_name: SIGNED }
  const gift = await giveOne(ren, film, 1, terms)
  const loan = await lent(ren, film, 2, {
    message: WORDS,
    from_name: SIGNED,
    email: 'kai@example.test',
  })
  const trade = await offer(song.held(1), song.held(2), { message: WORDS })
  const hide = async (of: MessageKind, id: string, who: Pick<Person, 'call'>) => {
    const about = { of, id, reason: 'fraud', text: 'It is a trap.' } as const
    equal((await who.call(createReport, about)).error, undefined)
    equal((await (await theCase()).decide('hide')).error, undefined)
  }
  await hide('gift', tokenOf(gift), here)
  await hide('loan', tokenOf(loan), here)
  await hide('trade_offer', trade.id, aoi)
  await here.app.runDueJobs()
  for (const [to, subject] of [
    ['kai@example.test', /has a gift for you/],
    ['kai@example.test', /would like to lend you/],
    [aoi.email, /offers a trade/],
  ] as const) {
    const mail = (await here.inbox(to)).find((one) => subject.test(one.subject))
    ok(!mail!.text.includes(WORDS) && !mail!.text.includes(SIGNED), to)
    match(mail!.text, /Renban has hidden this message\./)
  }
})

test('MO-12 the receiver’s export has no hidden message, and its sender’s has', async (t) => {
  const { here, ren, aoi, report, theCase } = await openFixtures(t, 'trade_offer')
  await report()
  await (await theCase()).decide('hide')
  const offers = async (who: Person, file: string) => {
    await who.call(askForExport, {})
    await here.app.runDueJobs()
    const zip = await fetch(here.url + exportAddress, {
      headers: { authorization: `Bearer ${who.token}` },
    })
    return Buffer.from(unzipSync(await zip.bytes())[file]!).toString()
  }
  ok(!(await offers(aoi, 'trade_offers_received.json')).includes(WORDS))
  ok((await offers(ren, 'trade_offers_made.json')).includes(WORDS))
})

test('MO-13 a case outlives the messages of its screening, and the quote is erased with the account', async (t) => {
  const { here, sora, ren, about, theCase } = await openFixtures(t, 'screening_message')
  const kai = await here.person('Kai')
  const [opened] = (await ren.call(listScreenings, {})).items
  equal((await join(kai, { code: opened!.code! })).error, undefined)
  const id = randomUUID()
  await kai.call(postMessage, { id: opened!.id, message_id: id, text: WORDS })
  const report = () => ren.call(createReport, { ...about, id }) // as the host
  equal((await report()).error, undefined)
  const { id: case_id, decide } = await theCase()
  equal((await ren.call(endScreening, { id: opened!.id })).error, undefined)
  equal((await report()).error?.code, 'not_found')
  equal((await decide('hide')).error, undefined)
  const quotes = async () => {
    const { reported } = await sora.call(getCase, { id: case_id })
    return reported.map(({ quoted }) => quoted)
  }
  deepEqual(await quotes(), [WORDS])
  await here.app.runDueJobs()
  equal((await deleteWithCode(here, kai)).error, undefined)
  deepEqual(await quotes(), [null])
})
