import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { readCsv } from '#core/csv.ts'
import { DAY_MS } from '#core/durations.shared.ts'
import { requestOf } from '#core/http/endpoint.ts'
import { claim, give, giveOne, mailAbout, tokenOf } from '../../../test/gifts.ts'
import {
  countOutcomes,
  tenTimes,
  travelTo,
  type TestApp,
  waitUntil,
} from '../../../test/test-app.ts'
import { type Title, createTitle, peopleWithTitle } from '../../../test/titles.ts'
import { getSerial } from '#src/catalog/serial/serial.shared.ts'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import { delistSerials, listSerialsForSale } from '#src/sales/listing/listing.shared.ts'
import { readGiftMail } from './gift-mail.ts'
import {
  declineGift,
  exportGifts,
  getGift,
  listGifts,
  mailGift,
  withdrawGift,
} from './gift.shared.ts'

async function ownerOf({ app }: TestApp, film: Title, number: number) {
  const { username } = await app.db
    .selectFrom('serial')
    .innerJoin('account', 'account.id', 'serial.owner')
    .select('username')
    .where('asset_token_id', '=', film.tokens.get(number)!)
    .executeTakeFirstOrThrow()
  return username
}

const travelDays = (here: TestApp, days: number) =>
  travelTo(here, new Date(here.clock.now.getTime() + days * DAY_MS).toISOString())

test('GF-01 a gift by link is read without an account, claimed once, and recorded as a gift', async (t) => {
  const { here, mika, ren, aoi, film } = await peopleWithTitle(t, { price: 1_000 })
  await mika.call(delistSerials, { asset_token_ids: [film.tokens.get(1)!] })
  const gift = await giveOne(mika, film, 1, { message: 'For you.' })
  deepEqual(
    [gift.status, gift.direction, gift.email, gift.message],
    ['open', 'sent', null, 'For you.'],
  )

  const seen = await here.call(getGift, { token: tokenOf(gift) })
  deepEqual(
    [seen.status, seen.reason, seen.from_name, seen.message],
    ['open', null, 'Mika', 'For you.'],
  )
  ok(!JSON.stringify(seen).includes('price'), 'no price')

  const { number, kid } = await claim(ren, gift)
  deepEqual([number, kid], [1, film.kid])
  equal(await ownerOf(here, film, 1), 'Ren')
  deepEqual((await claim(aoi, gift)).error?.code, 'gift_closed')
  deepEqual((await claim(ren, gift)).error?.code, 'gift_closed')

  const { history, status } = await ren.call(getSerial, { id: film.kid, number: 1 })
  equal(status, 'not_listed')
  deepEqual([history[0]!.kind, history[0]!.price], ['gift', null])
  const sent = await mika.call(listGifts, {})
  deepEqual(
    [sent.items[0]!.status, sent.items[0]!.partner, sent.items[0]!.path],
    ['claimed', 'Ren', null],
  )
  const got = await ren.call(listGifts, { direction: 'received' })
  deepEqual([got.total, got.items[0]!.partner, got.items[0]!.path], [1, 'Mika', null])
  equal((await ren.call(getGift, { token: tokenOf(gift) })).mine, true)
})

test('a wrong or changed link opens nothing', async (t) => {
  const { here, mika, ren, film } = await peopleWithTitle(t)
  const gift = await giveOne(mika, film, 1)
  const token = tokenOf(gift)
  const changed = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0')
  const other = token.slice(0, 31) + (token[31] === '0' ? '1' : '0') + token.slice(32)
  for (const wrong of [changed, other, 'x', token.slice(0, 32), token.toUpperCase() + '0'])
    equal((await here.call(getGift, { token: wrong })).error?.code, 'not_found')
  equal((await ren.call(declineGift, { token: changed })).error?.code, 'not_found')
})

test('GF-01 a gift by mail reaches its address with name and message, and tells the giver of the claim', async (t) => {
  const { here, mika, ren, film } = await peopleWithTitle(t)
  const gift = await giveOne(mika, film, 2, {
    emails: ['Kai@Example.test'],
    from_name: 'Mi\u202Eka',
    message: 'To the sea.',
  })
  const text = await mailAbout(here, 'kai@example.test', /Mi ka has a gift for you/)
  ok(text.includes('To the sea.') && text.includes(gift.path!))
  ok(!/¥|yen|円/.test(text), 'no price')
  await claim(ren, gift)
  await mailAbout(here, mika.email, /was claimed/)
})

test('GF-03 while a copy waits to be claimed it is in no other deal, and its giver is not revealed', async (t) => {
  const { here, mika, ren, film } = await peopleWithTitle(t)
  await claim(ren, await giveOne(mika, film, 1))
  const gift = await giveOne(ren, film, 1, { from_name: 'R' })
  const asset_token_ids = [film.tokens.get(1)!]
  for (const listed of [
    { listing_type: 'sale', sale_price: 500 },
    { listing_type: 'rental', rent_price: 300, rental_period_seconds: 86_400 },
    { listing_type: 'trade' },
  ] as const) {
    const { items, error } = await ren.call(listSerialsForSale, { ...listed, asset_token_ids })
    equal(error?.code ?? items[0]!.code, 'already_listed', listed.listing_type)
  }
  equal((await give(ren, film, [1])).error?.code, 'already_listed')
  const mine = await ren.call(getSerial, { id: film.kid, number: 1 })
  deepEqual([mine.status, mine.is_gift], ['not_available', true])
  const theirs = await here.call(getSerial, { id: film.kid, number: 1 })
  deepEqual([theirs.status, theirs.is_gift, theirs.owner_username], ['not_listed', false, 'R****'])
  equal((await here.call(getGift, { token: tokenOf(gift) })).from_name, 'R')
})

test('a gift is withdrawn by its giver alone, also by delisting, and then nobody claims it', async (t) => {
  const { here, mika, ren, aoi, film } = await peopleWithTitle(t)
  const gift = await giveOne(mika, film, 1)
  equal((await aoi.call(withdrawGift, { id: gift.id })).error?.code, 'not_found')
  equal((await mika.call(withdrawGift, { id: gift.id })).status, 'withdrawn')
  equal((await mika.call(withdrawGift, { id: gift.id })).status, 'withdrawn')
  equal((await claim(ren, gift)).error?.code, 'gift_closed')
  const seen = await here.call(getGift, { token: tokenOf(gift) })
  deepEqual([seen.status, seen.message], ['closed', ''])

  const other = await giveOne(mika, film, 2)
  await mika.call(delistSerials, { asset_token_ids: [film.tokens.get(2)!] })
  equal((await mika.call(listGifts, { batch: other.batch })).items[0]!.status, 'withdrawn')
  equal((await claim(ren, other)).error?.code, 'gift_closed')
  const again = await giveOne(mika, film, 2)
  equal((await claim(ren, again)).number, 2)
  equal((await mika.call(withdrawGift, { id: again.id })).error?.code, 'gift_closed')
})

test('a recipient without an account declines, and the copy stays with its giver', async (t) => {
  const { here, mika, ren, film } = await peopleWithTitle(t)
  const gift = await giveOne(mika, film, 1)
  equal((await here.call(declineGift, { token: tokenOf(gift) })).status, 'declined')
  equal((await here.call(declineGift, { token: tokenOf(gift) })).status, 'declined')
  equal((await claim(ren, gift)).error?.code, 'gift_closed')
  equal((await mika.call(getSerial, { id: film.kid, number: 1 })).status, 'not_listed')
  await mailAbout(here, mika.email, /stays yours/)
  equal((await claim(mika, await giveOne(mika, film, 1))).error?.code, 'gift_to_yourself')
})

test('GF-02 a gift is opened on its day, reminded of once, and returns when its time is over', async (t) => {
  const { here, mika, ren, film } = await peopleWithTitle(t)
  const day = new Date(here.clock.now.getTime() + 5 * DAY_MS)
  const terms = {
    emails: ['kai@example.test'],
    deliver_at: day.toISOString(),
    days: 20,
    message: 'Hi',
  }
  const gift = await giveOne(mika, film, 1, terms)
  equal(gift.status, 'scheduled')
  equal((await claim(ren, gift)).error?.code, 'gift_not_delivered')
  const early = await here.call(getGift, { token: tokenOf(gift) })
  deepEqual([early.status, early.reason, early.message], ['scheduled', 'not_delivered', ''])
  await here.run('gift.look_after')
  deepEqual(await here.inbox('kai@example.test'), [])

  await travelDays(here, 5)
  await here.run('gift.look_after')
  await mailAbout(here, 'kai@example.test', /has a gift for you/)
  await travelDays(here, 17)
  await here.run('gift.look_after')
  await here.run('gift.look_after')
  await mailAbout(here, 'kai@example.test', /still waiting/)
  await travelDays(here, 3)
  equal((await claim(ren, gift)).error?.code, 'gift_closed')
  await here.run('gift.look_after')
  await here.run('gift.look_after')
  equal((await mika.call(listGifts, {})).items[0]!.status, 'expired')
  equal((await mika.call(getSerial, { id: film.kid, number: 1 })).status, 'not_listed')
  await mailAbout(here, mika.email, /stays yours/)
  equal(await ownerOf(here, film, 1), 'Mika')
})

test('GF-04 many copies are given at once, one for each address, all or none', async (t) => {
  const { mika, ren, film } = await peopleWithTitle(t)
  const emails = ['a@example.test', 'b@example.test', 'c@example.test']
  const wrong = await give(mika, film, [1, 2], { emails })
  deepEqual(
    [wrong.error?.code, wrong.error?.params],
    ['gift_people_mismatch', { copies: 2, people: 3 }],
  )
  equal((await give(mika, film, [1], { emails: [mika.email] })).error?.code, 'gift_to_yourself')
  await giveOne(mika, film, 3)
  equal((await give(mika, film, [1, 2, 3], { emails })).error?.code, 'already_listed')
  equal((await mika.call(listGifts, {})).total, 1)
  const { items, batch } = await give(mika, film, [1, 2, 4], { emails })
  deepEqual(
    items.map(({ copy, email }) => [copy.number, email]),
    [
      [1, emails[0]],
      [2, emails[1]],
      [4, emails[2]],
    ],
  )
  equal((await mika.call(listGifts, { batch })).total, 3)
  equal((await give(ren, film, [5])).error?.code, 'not_owner')
  equal((await give(mika, film, [5], { emails: ['nobody'] })).error?.code, 'input_invalid')
})

test('holding limits and regions hold for recipients, with a reason', async (t) => {
  const { here, mika, ren, film } = await peopleWithTitle(t, { holding_limit: 1 })
  await claim(ren, await giveOne(mika, film, 1))
  const second = await giveOne(mika, film, 2)
  equal((await claim(ren, second)).error?.code, 'max_holding_reached')
  const home = await createTitle(here, mika, { copies: 1, only_japan_accessible: true })
  const gift = await giveOne(mika, home, 1)
  const abroad = { token: tokenOf(gift) }
  equal((await here.call(getGift, abroad)).reason, null)
})

test('SH-14 while gifts are off nothing is given, shown or claimed, and bounds come from the settings', async (t) => {
  const { here, mika, ren, film } = await peopleWithTitle(t)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const reason = 'a trial'
  const bounds = { version: 0, reason, gift_days_max: 10, gifts_per_day: 2 }
  equal((await sora.call(changeSettings, bounds)).error, undefined)
  equal((await give(mika, film, [1], { days: 11 })).error?.code, 'gift_days_out_of_bounds')
  const gift = await giveOne(mika, film, 1)
  equal(Date.parse(gift.expires_at) - Date.parse(gift.deliver_at), 10 * DAY_MS)
  equal((await give(mika, film, [2, 3])).error?.code, 'too_many_gifts')
  equal(
    (await sora.call(changeSettings, { version: 1, reason, gift_enabled: false })).error,
    undefined,
  )
  equal((await give(mika, film, [2])).error?.code, 'gift_unavailable')
  equal((await claim(ren, gift)).error?.code, 'gift_unavailable')
  equal((await here.call(getGift, { token: tokenOf(gift) })).error?.code, 'not_found')
  equal((await mika.call(listGifts, {})).error?.code, 'gift_unavailable')
  equal(
    (await sora.call(changeSettings, { version: 2, reason, gift_enabled: true })).error,
    undefined,
  )
  equal((await claim(ren, gift)).number, 1)
})

test('SH-14 while gifts are off the job returns those given before, also when a claim comes at once', async (t) => {
  const { here, mika, ren, film } = await peopleWithTitle(t)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const tomorrow = new Date(here.clock.now.getTime() + DAY_MS).toISOString()
  const open = [await giveOne(mika, film, 1), await giveOne(mika, film, 2)]
  const later = await giveOne(mika, film, 3, { deliver_at: tomorrow })
  const switchTo = (version: number, gift_enabled: boolean) =>
    sora.call(changeSettings, { version, reason: 'a trial', gift_enabled })

  const claims = tenTimes(() => claim(ren, open[0]!))
  await Promise.all([...claims, switchTo(0, false).then(() => here.run('gift.look_after'))])
  await here.run('gift.look_after')
  await here.run('gift.look_after')

  const { rows } = await sql<{ number: number; status: string; owner: string; is_listed: boolean }>`
    select gift.number, gift.status, username as owner,
      exists (select from listing where listing.asset_token_id = gift.asset_token_id
        and status in ('preparing', 'open')) as is_listed
    from gift join serial using (asset_token_id) join account on account.id = serial.owner
    order by gift.number
  `.execute(here.app.db)
  const raced = rows[0]!.status === 'claimed' ? ['claimed', 'Ren'] : ['expired', 'Mika']
  deepEqual(
    rows.map(({ status, owner, is_listed }) => [status, owner, is_listed]),
    [
      [...raced, false],
      ['expired', 'Mika', false],
      ['expired', 'Mika', false],
    ],
  )
  equal((await switchTo(1, true)).error, undefined)
  for (const gift of [open[1]!, later]) equal((await claim(ren, gift)).error?.code, 'gift_closed')
  equal((await give(mika, film, [2])).error, undefined)
})

test('the mail of a gift is sent again once a day and three times in all, not to a link', async (t) => {
  const { here, mika, ren, film } = await peopleWithTitle(t)
  const [gift] = (await give(mika, film, [1], { emails: ['kei@example.test'], days: 30 })).items
  const { id } = gift!
  const again = (key?: string) => mika.call(mailGift, { id }, key)
  const mails = async (count: number) => {
    const look = () => here.inbox('kei@example.test')
    return (await waitUntil(look, (sent) => sent.length >= count)).length
  }
  equal((await again()).error?.code, 'gift_mail_limit')
  equal(await mails(1), 1)
  for (const day of [1, 2, 3]) {
    await travelTo(here, new Date(Date.parse(gift!.created_at) + day * (DAY_MS + 1_000)))
    const answers = await Promise.all(tenTimes(() => again(`day ${day}`)))
    deepEqual(countOutcomes(answers), { done: 10 })
    equal((await again()).error?.code, 'gift_mail_limit')
    equal(await mails(1 + day), 1 + day)
  }
  await travelTo(here, new Date(Date.parse(gift!.created_at) + 5 * DAY_MS))
  equal((await again()).error?.code, 'gift_mail_limit')
  equal((await ren.call(mailGift, { id })).error?.code, 'not_found')
  const link = await giveOne(mika, film, 2)
  equal((await mika.call(mailGift, { id: link.id })).error?.code, 'gift_by_link')
  equal((await claim(ren, gift!)).number, 1)
  equal((await again()).error?.code, 'gift_closed')
})

test('the giver exports the links of many gifts with their addresses', async (t) => {
  const { here, mika, ren, film } = await peopleWithTitle(t)
  const emails = ['a@example.test', 'b@example.test']
  const { items } = await give(mika, film, [1, 2], { emails })
  await claim(ren, items[0]!)
  const { url } = requestOf(exportGifts, { batch: items[0]!.batch })
  const read = async (token: string) => {
    const response = await fetch(here.url + url, { headers: { authorization: `Bearer ${token}` } })
    const { rows } = readCsv((await response.text()).replace('\uFEFF', ''))
    return rows.slice(1).map(({ cells }) => cells.slice(1, 6))
  }
  const { publicUrl } = here.config
  const rows = (await read(mika.token)).toSorted(([a], [b]) => Number(a) - Number(b))
  deepEqual(rows, [
    ['1', 'claimed', 'a@example.test', '', 'Ren'],
    ['2', 'open', 'b@example.test', publicUrl + items[1]!.path!, ''],
  ])
  deepEqual(await read(ren.token), [])
})

test('a mail about a gift whose address was deleted meanwhile is not sent, and does not fail', async (t) => {
  const { here, mika, film } = await peopleWithTitle(t)
  const { id } = await giveOne(mika, film, 1) // without an address, like one that was deleted
  const ctx = here.app.jobCtx('mail.send')
  equal(await readGiftMail(ctx, { id, news: 'given' }), undefined)
})
