import { deepEqual, doesNotMatch, equal, match, notEqual, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { builtPages } from '#src/app.ts'
import { updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { getSerial } from '#src/catalog/serial/serial.shared.ts'
import { createDrmToken } from '#src/media/playback/playback.shared.ts'
import { getMenu } from '#src/platform/settings/settings.shared.ts'
import { moveToWallet } from '#src/catalog/wallet-copies/wallet-copies.shared.ts'
import { caller } from '../../../test/call.ts'
import { distribute } from '../../../test/distributions.ts'
import { ADDRESSES, behindProxy } from '../../../test/geoip.ts'
import { lentForFree } from '../../../test/free-rentals.ts'
import { giveOne } from '../../../test/gifts.ts'
import { hide } from '../../../test/hide.ts'
import { lent } from '../../../test/loans.ts'
import { textOf } from '../../../test/page-text.ts'
import { giveCopy, mediaAccess } from '../../../test/playback-fixtures.ts'
import type { Person } from '../../../test/people.ts'
import {
  changeAs,
  join,
  open,
  openOne,
  screeningFixtures,
  start,
} from '../../../test/screenings.ts'
import { listForRent } from '../../../test/rentals.ts'
import { listForSale } from '../../../test/titles.ts'
import { openToTrade } from '../../../test/trades.ts'
import { countOutcomes, tenTimes, type TestApp, travelTo } from '../../../test/test-app.ts'
import { linkWalletOf } from '../../../test/wallets.ts'
import * as schema from './screening.shared.ts'

const tokenOf = (who: Person, { id, copy }: schema.ScreeningSummary) =>
  who.call(createDrmToken, { kid: copy.kid, screening_id: id })

/** Asks for everything that a token opens, and for a new token. */
async function accessOf(here: TestApp, who: Person, screening: schema.Screening, token: string) {
  const { kid } = screening.copy
  const [opened, renewed] = await Promise.all([
    mediaAccess(here, who, { kid, token }),
    tokenOf(who, screening),
  ])
  return [...new Set([...opened, renewed.error?.code ?? 'open'])]
}

test('SC-01 an owner opens a screening, guests join by its code, and watch once it starts', async (t) => {
  const { here, ren, aoi, yuki, film } = await screeningFixtures(t)
  const opened = await openOne(ren, film)
  deepEqual([opened.role, opened.status, opened.guests_max], ['host', 'open', 4])
  ok(/^[0-9A-HJKMNP-TV-Z]{10}$/.test(opened.code))

  const visitor = await here.call(schema.getInvitation, { code: opened.code })
  deepEqual([visitor.id, visitor.reason, visitor.seats_left], [null, null, 4])
  equal(visitor.host_name, 'Ren')
  const typed = `${opened.code.slice(0, 5).toLowerCase()}-${opened.code.slice(5)}`
  const joined = await join(aoi, { code: typed })
  deepEqual(
    [joined.role, joined.code, joined.people.map(({ name }) => name)],
    ['guest', null, ['Ren', 'Aoi']],
  )
  equal((await tokenOf(aoi, opened)).error?.code, 'screening_closed')

  const running = await start(ren, opened)
  equal(running.playback.is_playing, true)
  const granted = await tokenOf(aoi, opened)
  deepEqual(
    [granted.as, granted.serial_number, granted.screening_id],
    ['screening_guest', 2, opened.id],
  )
  deepEqual(await accessOf(here, aoi, opened, granted.token), ['open'])
  equal((await tokenOf(yuki, opened)).error?.code, 'screening_closed')
  const another = await aoi.call(createDrmToken, { kid: film.kid, screening_id: randomUUID() })
  equal(another.error?.code, 'screening_closed')
  const alone = await aoi.call(createDrmToken, { kid: film.kid })
  equal(alone.error?.code, 'not_yours_to_watch')
  const copy = await here.call(getSerial, { id: film.kid, number: 2 })
  deepEqual(copy.history.map(({ kind, holder, price }) => [kind, holder, price]).at(0), [
    'screening',
    null,
    null,
  ])
})

test('SC-02 only an owner opens a screening, of a copy that is free for it', async (t) => {
  const { here, mika, sora, ren, aoi, film } = await screeningFixtures(t)
  const codeOf = async (who: Person, number = 2) => (await open(who, film, number)).error?.code
  equal(await codeOf(aoi), 'not_owner')
  equal(await codeOf(sora), 'forbidden')
  equal(await codeOf(ren, 99), 'not_owner')
  const { db } = here.app
  const serial = db.updateTable('serial').where('asset_token_id', '=', film.tokens.get(2)!)
  await serial.set({ downloaded_at: here.clock.now.toISOString() }).execute()
  equal(await codeOf(ren), 'screening_not_possible')
  await serial.set({ downloaded_at: null }).execute()
  const id = await linkWalletOf(here, ren)
  await ren.call(moveToWallet, { id, asset_token_ids: [film.tokens.get(2)!] })
  equal(await codeOf(ren), 'screening_not_possible')
  await serial.set({ linked_wallet_id: null, in_wallet_since: null }).execute()
  await mika.call(updateAsset, { kid: film.kid, screening_guests: 0 })
  equal(await codeOf(ren), 'screening_not_allowed')
  await mika.call(updateAsset, { kid: film.kid, screening_guests: null })
  equal(await codeOf(ren), 'screening_not_allowed')
  await changeAs(sora, { screening_guests: 7 })
  const opened = await openOne(ren, film)
  equal(opened.guests_max, 7)
  equal(await codeOf(ren), 'screening_running')
  await ren.call(schema.endScreening, { id: opened.id })
  await db.updateTable('asset').set({ media_type: 'image' }).where('kid', '=', film.kid).execute()
  equal(await codeOf(ren), 'screening_not_allowed')
})

test('SC-02 a screening is offered only of a copy that can be shown', async (t) => {
  const permissions = {
    secondary_sale_enabled: true,
    secondary_rental_enabled: true,
    trade_enabled: true,
    lending_enabled: true,
  }
  const options = { copies: 12, ...permissions }
  const how = { pages: await builtPages(), now: new Date() }
  const { here, mika, sora, ren, film } = await screeningFixtures(t, options, how)
  const { kid } = film
  const token = (number: number) => film.tokens.get(number)!
  for (let number = 3; number <= 9; number++) await giveCopy(here, token(number), ren)
  const wallet = await linkWalletOf(here, ren)
  await listForSale(here, ren, [token(3)], 900)
  await openToTrade(here, { owner: ren, token: token(4) })
  await listForRent(here, ren, { tokens: new Map([[5, token(5)]]) }, { rent_price: 300, days: 2 })
  await giveOne(ren, film, 6)
  await lent(ren, film, 7)
  const downloaded_at = here.clock.now.toISOString()
  const serials = here.app.db.updateTable('serial').set({ downloaded_at })
  await serials.where('asset_token_id', '=', token(8)).execute()
  await ren.call(moveToWallet, { id: wallet, asset_token_ids: [token(9)] })
  await lentForFree(mika, film, [10])
  await distribute(mika, film, [11])
  const free = new Set([2, 3, 4, 12])
  const offers = async (path: string, who: Person) =>
    (await textOf(here, path, who)).includes('Watch together')
  for (let number = 2; number <= 12; number++) {
    const who = number < 10 ? ren : mika
    const isFree = free.has(number)
    equal(await offers(`/asset/${kid}?no=${number}`, who), isFree, `ticket of No. ${number}`)
    const isShown = who === ren && isFree // the creator watches the master
    equal(await offers(`/asset/${kid}/watch?no=${number}`, who), isShown, `No. ${number} watched`)
    const { error } = await open(who, film, number)
    equal(error?.code, isFree ? undefined : 'screening_not_possible', `No. ${number}`)
  }

  await hide(here, kid, 'title', sora)
  for (const [who, number] of [
    [ren, 2],
    [mika, 12],
  ] as const) {
    equal(await offers(`/asset/${kid}?no=${number}`, who), false)
    equal(await offers(`/asset/${kid}/watch?no=${number}`, who), false)
    equal((await open(who, film, number)).error?.code, 'title_hidden')
  }
})

test('SC-02 of ten screenings of a copy opened at once there is one', async (t) => {
  const { ren, film } = await screeningFixtures(t)
  const answers = await Promise.all(tenTimes(() => open(ren, film, 2)))
  deepEqual(countOutcomes(answers), { done: 1, screening_running: 9 })
})

test('SC-02 forty openings at once wait for a copy without keeping a connection from the first', async (t) => {
  const { ren, film } = await screeningFixtures(t)
  const begun = Date.now()
  const answers = await Promise.all(Array.from({ length: 40 }, () => open(ren, film, 2)))
  deepEqual(countOutcomes(answers), { done: 1, screening_running: 39 })
  ok(Date.now() - begun < 15_000) // ms; a connection is waited for 30 seconds
})

test('SC-03 ten guests join at once for the last seat, and one gets it', async (t) => {
  const { here, ren, aoi, film } = await screeningFixtures(t, { screening_guests: 2 })
  const opened = await openOne(ren, film)
  await join(aoi, opened)
  const crowd = await Promise.all(tenTimes((i) => here.person(`Guest${i}`)))
  const answers = await Promise.all(crowd.map((one) => join(one, opened)))
  deepEqual(countOutcomes(answers), { done: 1, screening_full: 9 })
  const { guests_count, people } = await ren.call(schema.getScreening, { id: opened.id })
  deepEqual([guests_count, people.length], [2, 3])
  equal((await here.call(schema.getInvitation, { code: opened.code })).reason, 'full')
  equal((await join(aoi, opened)).error, undefined)
})

test('SC-03 a guest who leaves before the start frees the seat, and one who could watch keeps it', async (t) => {
  const { here, ren, aoi, yuki, film } = await screeningFixtures(t, { screening_guests: 1 })
  const opened = await openOne(ren, film)
  await join(aoi, opened)
  await aoi.call(schema.leaveScreening, { id: opened.id })
  equal((await aoi.call(schema.getScreening, { id: opened.id })).error?.code, 'not_found')
  equal((await join(yuki, opened)).error, undefined)
  await travelTo(here, addSeconds(here.clock.now, 1))
  await start(ren, opened)
  const { token } = await tokenOf(yuki, opened)
  ok(token)
  await yuki.call(schema.leaveScreening, { id: opened.id })
  equal((await tokenOf(yuki, opened)).error?.code, 'screening_closed')
  equal((await join(aoi, opened)).error?.code, 'screening_full')
  equal((await join(yuki, opened)).error, undefined)
})

test('SC-06 a guest gets no licence to store, which would outlive the screening', async (t) => {
  const { sora, ren, aoi, film } = await screeningFixtures(t)
  await changeAs(sora, { offline_playback_enabled: true })
  const opened = await openOne(ren, film)
  await join(aoi, opened)
  await start(ren, opened)
  const { kid } = film
  const asked = { kid, persistent: true, screening_id: opened.id }
  equal((await aoi.call(createDrmToken, asked)).persistent, false)
  equal((await ren.call(createDrmToken, { kid, persistent: true })).persistent, true)
})

test('SC-04 the host locks the screening and removes a guest, who cannot return and whose token is dead', async (t) => {
  const { here, ren, aoi, yuki, film } = await screeningFixtures(t)
  const opened = await openOne(ren, film)
  const { id } = opened
  await join(aoi, opened)
  await start(ren, opened)
  const { token } = await tokenOf(aoi, opened)
  equal((await ren.call(schema.changeScreening, { id, is_locked: true })).is_locked, true)
  equal((await join(yuki, opened)).error?.code, 'screening_locked')
  equal((await here.call(schema.getInvitation, { code: opened.code })).reason, 'locked')
  equal((await join(aoi, opened)).error, undefined, 'who is in stays in')
  const { people } = await ren.call(schema.getScreening, { id })
  const guest_id = people[1]!.id!
  const left = await ren.call(schema.removeGuest, { id, guest_id })
  equal(left.people.length, 1)
  await ren.call(schema.changeScreening, { id, is_locked: false })
  deepEqual(await accessOf(here, aoi, opened, token), ['screening_closed'])
  equal((await aoi.call(schema.getScreening, { id })).error?.code, 'screening_removed')
  equal((await join(aoi, opened)).error?.code, 'screening_removed')
  equal((await aoi.call(schema.getInvitation, { code: opened.code })).reason, 'removed')
  equal((await ren.call(schema.removeGuest, { id, guest_id })).error, undefined)
})

test('SC-05 only the host controls a screening, and nobody else sees it', async (t) => {
  const { ren, aoi, yuki, film } = await screeningFixtures(t)
  const { id, code } = await openOne(ren, film)
  const { people } = await join(aoi, { code })
  const guest_id = people[1]!.id!
  const asked = (who: Person) => [
    who.call(schema.changeScreening, { id, is_locked: true }),
    who.call(schema.controlScreening, { id, action: 'start' }),
    who.call(schema.endScreening, { id }),
    who.call(schema.removeGuest, { id, guest_id }),
    who.call(schema.removeMessage, { id, message_id: guest_id }),
  ]
  for (const who of [aoi, yuki])
    deepEqual(countOutcomes(await Promise.all(asked(who))), { not_found: 5 })
  const shown = [
    yuki.call(schema.getScreening, { id }),
    yuki.call(schema.leaveScreening, { id }),
    yuki.call(schema.postMessage, { id, message_id: id, text: 'Hi' }),
  ]
  deepEqual(countOutcomes(await Promise.all(shown)), { not_found: 3 })
  equal((await yuki.call(schema.reportPresence, { id })).error?.code, 'screening_closed')
  const lists = await Promise.all(
    [ren, aoi, yuki].map((one) => one.call(schema.listScreenings, {})),
  )
  deepEqual(
    lists.map(({ items, total }) => [total, items[0]?.role]),
    [
      [1, 'host'],
      [1, 'guest'],
      [0, undefined],
    ],
  )
})

test('SC-05 playing, pausing and seeking move everyone to the same position', async (t) => {
  const { here, ren, aoi, film } = await screeningFixtures(t)
  const opened = await openOne(ren, film)
  const { id } = opened
  await join(aoi, opened)
  const control = (action: (typeof schema.controls)[number], position_ms?: number) =>
    ren.call(schema.controlScreening, { id, action, position_ms })
  equal((await control('play')).error?.code, 'screening_closed')
  await start(ren, opened)
  const seen = async () => {
    const { playback, copy } = await aoi.call(schema.getScreening, { id })
    const at = schema.positionAt(playback, here.clock.now.getTime(), copy.duration_seconds)
    return [playback.is_playing, at]
  }
  deepEqual(await seen(), [true, 0])
  await travelTo(here, addSeconds(here.clock.now, 10))
  deepEqual(await seen(), [true, 10_000 - schema.LEAD_MS])
  await control('pause')
  await travelTo(here, addSeconds(here.clock.now, 10))
  deepEqual(await seen(), [false, 10_000 - schema.LEAD_MS])
  await control('seek', 100_000)
  deepEqual(await seen(), [false, 100_000])
  await control('play')
  await start(ren, opened)
  await travelTo(here, addSeconds(here.clock.now, 5))
  deepEqual(await seen(), [true, 105_000 - schema.LEAD_MS])
  await control('seek', 999_000_000)
  deepEqual(await seen(), [true, 600_000])
  equal((await control('seek')).error?.code, 'input_invalid')
  equal((await control('play', 5)).error?.code, 'input_invalid')
})

test('SC-06 access ends with the screening, at once and whichever way it ends', async (t) => {
  const { here, sora, ren, aoi, yuki, film } = await screeningFixtures(t)
  const token2 = film.tokens.get(2)!
  const wallet = await linkWalletOf(here, ren)
  const serial = () => here.app.db.updateTable('serial').where('asset_token_id', '=', token2)
  let restore = async () => {}
  const ways: Record<string, (id: string) => Promise<unknown>> = {
    'the host ends it': (id) => ren.call(schema.endScreening, { id }),
    'the copy has another owner': () => giveCopy(here, token2, yuki),
    'the copy is downloaded': () =>
      serial().set({ downloaded_at: here.clock.now.toISOString() }).execute(),
    'the copy is in a wallet': () =>
      ren.call(moveToWallet, { id: wallet, asset_token_ids: [token2] }),
    'screenings are switched off': () => changeAs(sora, { screening_enabled: false }),
    'the title is hidden': async () => {
      restore = await hide(here, film.kid, 'title', sora)
    },
    'the host stays away': () => travelTo(here, addSeconds(here.clock.now, 601)),
  }
  for (const [way, end] of Object.entries(ways)) {
    const opened = await openOne(ren, film)
    await join(aoi, opened)
    await start(ren, opened)
    const { token } = await tokenOf(aoi, opened)
    deepEqual(await accessOf(here, aoi, opened, token), ['open'], way)
    await end(opened.id)
    const after = await accessOf(here, aoi, opened, token)
    ok(!after.includes('open'), `${way}: ${after.join()}`)
    await serial().set({ linked_wallet_id: null, in_wallet_since: null }).execute()
    await giveCopy(here, token2, ren)
    await serial().set({ downloaded_at: null }).execute()
    await changeAs(sora, { screening_enabled: true })
    await restore()
    restore = async () => {}
    await here.run('screening.end')
    await ren.call(schema.endScreening, { id: opened.id })
    const { status } = await aoi.call(schema.getScreening, { id: opened.id })
    equal(status, 'ended', way)
  }
})

test('SC-06 a screening that does not go on is ended by a job, and another can be opened', async (t) => {
  const { here, ren, aoi, film } = await screeningFixtures(t)
  const first = await openOne(ren, film)
  await join(aoi, first)
  await travelTo(here, addSeconds(here.clock.now, 599))
  await here.run('screening.end')
  equal((await ren.call(schema.reportPresence, { id: first.id })).error, undefined)
  await travelTo(here, addSeconds(here.clock.now, 599))
  await here.run('screening.end')
  equal((await ren.call(schema.getScreening, { id: first.id })).status, 'open')
  await travelTo(here, addSeconds(here.clock.now, 2))
  equal((await ren.call(schema.getScreening, { id: first.id })).status, 'ended')
  equal((await join(aoi, first)).error?.code, 'screening_closed')
  equal((await start(ren, first)).error?.code, 'screening_closed')
  const second = await openOne(ren, film)
  notEqual(second.code, first.code)
  await here.run('screening.end')
  const rows = await here.app.db.selectFrom('screening').select(['id', 'status']).execute()
  deepEqual(
    new Map(rows.map(({ id, status }) => [id, status])),
    new Map([
      [first.id, 'ended'],
      [second.id, 'open'],
    ]),
  )
})

test('SC-07 a host who leaves or falls silent pauses the screening, and guests see who is there', async (t) => {
  const { here, ren, aoi, film } = await screeningFixtures(t)
  const opened = await openOne(ren, film)
  const { id } = opened
  await join(aoi, opened)
  await start(ren, opened)
  await ren.call(schema.leaveScreening, { id })
  const playing = async () => (await aoi.call(schema.getScreening, { id })).playback.is_playing
  equal(await playing(), false)
  await ren.call(schema.controlScreening, { id, action: 'play' })
  await travelTo(here, addSeconds(here.clock.now, 15))
  await aoi.call(schema.reportPresence, { id })
  equal(await playing(), true)
  await travelTo(here, addSeconds(here.clock.now, 6))
  const clock = await aoi.call(schema.reportPresence, { id })
  deepEqual(
    [clock.received_ms, clock.sent_ms],
    [here.clock.now.getTime(), here.clock.now.getTime()],
  )
  equal(await playing(), false)
  await travelTo(here, addSeconds(here.clock.now, 20))
  const { people } = await aoi.call(schema.getScreening, { id })
  deepEqual(
    people.map(({ name, is_present, is_me }) => [name, is_present, is_me]),
    [
      ['Ren', false, false],
      ['Aoi', true, true],
    ],
  )
})

test('SC-08 the chat is off until the host switches it on, limited, removable, and deleted at the end', async (t) => {
  const { here, ren, aoi, film } = await screeningFixtures(t)
  const opened = await openOne(ren, film)
  const { id } = opened
  await join(aoi, opened)
  const write = (who: Person, text: string, message_id: string = randomUUID()) =>
    who.call(schema.postMessage, { id, message_id, text })
  equal((await write(aoi, 'Hi')).error?.code, 'screening_chat_off')
  await ren.call(schema.changeScreening, { id, chat_enabled: true })
  const script = '<script>alert(1)</script>'
  equal((await write(aoi, script)).text, script)
  equal((await write(aoi, '  ')).error?.code, 'input_invalid')
  equal((await write(aoi, 'a'.repeat(501))).error?.code, 'input_invalid')
  const repeated = randomUUID()
  for (let i = 0; i < 2; i++) equal((await write(ren, 'Welcome', repeated)).text, 'Welcome')
  equal((await write(ren, 'Another text', repeated)).text, 'Welcome')
  equal((await write(aoi, 'Not mine', repeated)).error?.code, 'input_invalid')
  const burst = await Promise.all(tenTimes((i) => write(aoi, `${i}`)))
  deepEqual(countOutcomes(burst), { done: 4, too_many_requests: 6 })
  const messages = async (who: Person) => (await who.call(schema.getScreening, { id })).messages
  equal((await messages(aoi)).length, 6)
  const first = (await messages(ren)).find(({ text }) => text === script) // all came at once
  deepEqual([first!.name, first!.is_mine], ['Aoi', false])
  const removed = { id, message_id: first!.id }
  equal((await aoi.call(schema.removeMessage, removed)).error?.code, 'not_found')
  await ren.call(schema.removeMessage, removed)
  equal((await ren.call(schema.removeMessage, removed)).error, undefined)
  equal((await messages(aoi)).length, 5)
  await ren.call(schema.changeScreening, { id, chat_enabled: false })
  deepEqual(await messages(aoi), [])
  await ren.call(schema.changeScreening, { id, chat_enabled: true })
  await ren.call(schema.endScreening, { id })
  equal((await write(aoi, 'Bye')).error?.code, 'screening_closed')
  deepEqual(await here.app.db.selectFrom('screening_message').selectAll().execute(), [])
})

test('SC-09 a guest abroad sees no title that is for Japan alone', async (t) => {
  const { here, mika, ren, aoi, yuki, film } = await screeningFixtures(t)
  const opened = await openOne(ren, film)
  await join(aoi, opened)
  await start(ren, opened)
  const { token } = await tokenOf(aoi, opened)
  await mika.call(updateAsset, { kid: film.kid, only_japan_accessible: true })
  deepEqual(await accessOf(here, aoi, opened, token), ['open'])
  await behindProxy(t, here)
  const from = (place: keyof typeof ADDRESSES, who: Person): Person => {
    const headers = { authorization: `Bearer ${who.token}`, 'x-forwarded-for': ADDRESSES[place] }
    return { ...who, call: caller(here.url, headers) }
  }
  equal((await tokenOf(from('GB', aoi), opened)).error?.code, 'region_unavailable')
  equal((await join(from('GB', yuki), opened)).error?.code, 'region_unavailable')
  const { reason } = await from('GB', yuki).call(schema.getInvitation, { code: opened.code })
  equal(reason, 'region_unavailable')
  equal((await tokenOf(from('JP', aoi), opened)).error, undefined)
})

test('SH-14 SC-10 while screenings are off nobody opens, finds or joins one, and no history tells of any', async (t) => {
  const { here, sora, ren, aoi, film } = await screeningFixtures(t)
  const opened = await openOne(ren, film)
  const { id, code } = opened
  await start(ren, opened)
  const hasEntry = async () => (await ren.call(getMenu, {})).entries.includes('screenings')
  const kinds = async () => {
    const { history } = await ren.call(getSerial, { id: film.kid, number: 2 })
    return history.map(({ kind }) => kind).includes('screening')
  }
  deepEqual([await hasEntry(), await kinds()], [true, true])
  await changeAs(sora, { screening_enabled: false })
  deepEqual([await hasEntry(), await kinds()], [false, false])
  const asked = [
    open(ren, film, 2),
    join(aoi, opened),
    ren.call(schema.getScreening, { id }),
    ren.call(schema.changeScreening, { id, is_locked: true }),
    ren.call(schema.controlScreening, { id, action: 'pause' }),
    ren.call(schema.endScreening, { id }),
  ]
  deepEqual(countOutcomes(await Promise.all(asked)), { screening_unavailable: 6 })
  equal((await here.call(schema.getInvitation, { code })).error?.code, 'not_found')
  deepEqual(await ren.call(schema.listScreenings, {}), { items: [], total: 0 })
  await here.run('screening.end')
  const { status } = await here.app.db
    .selectFrom('screening')
    .select('status')
    .executeTakeFirstOrThrow()
  equal(status, 'ended')
})

test('SC-01 a screening that ended before it began says so to its host and its guests', async (t) => {
  const how = { pages: await builtPages(), now: new Date() }
  const { here, ren, aoi, film } = await screeningFixtures(t, {}, how)
  const screening = await openOne(ren, film)
  await join(aoi, screening)
  match(await textOf(here, '/screenings', aoi), /Opened by Ren on/)
  await ren.call(schema.endScreening, { id: screening.id })
  const path = `/screening/${screening.code}`
  match(await textOf(here, path, ren), /It ended before you started it\./)
  const seen = await textOf(here, path, aoi)
  match(seen, /It ended before it began\. Ask Ren about the next one\./)
  doesNotMatch(seen, /Thank you/)
  match(await textOf(here, '/screenings', ren), /Opened by you on/)

  const next = await openOne(ren, film)
  await join(aoi, next)
  await start(ren, next)
  match(await textOf(here, '/screenings', aoi), /Shown by Ren on/)
  await ren.call(schema.endScreening, { id: next.id })
  match(await textOf(here, `/screening/${next.code}`, aoi), /Thank you for watching/)
  match(await textOf(here, `/screening/${next.code}`, ren), /You showed No\. 2/)
})
