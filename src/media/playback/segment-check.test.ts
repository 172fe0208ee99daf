import { deepEqual, equal, match } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { logOut } from '#src/accounts/account/account.shared.ts'
import { openDelivery } from '#src/integrations/delivery.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { rentForFree } from '#src/sales/rental/rental.shared.ts'
import { waitForChangeFeed } from '../../../test/live-listeners.ts'
import type { Person } from '../../../test/people.ts'
import {
  fetchAs,
  giveCopy,
  makePlayable,
  mediaAccess,
  refusalCode,
  SEGMENT,
} from '../../../test/playback-fixtures.ts'
import { rentalTitle } from '../../../test/rentals.ts'
import { tenTimes, testApp, travelTo } from '../../../test/test-app.ts'
import { createDrmToken } from './playback.shared.ts'

/** Opens an app with Mika's title: Ren owns No. 1, Aki rents No. 2 for a day. */
async function segmentFixtures(t: TestContext) {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 1_000 })
  const aki = await here.person('Aki', { balance: 300 })
  const film = await rentalTitle(here, mika, { copies: 3, for_sale: 1, price: 1_000, days: 1 })
  await makePlayable(here, film.kid)
  await ren.call(purchaseForFree, film.order(1, 1_000))
  equal((await aki.call(rentForFree, film.rent(2, 300))).error, undefined)
  await waitForChangeFeed(here)
  const tokenOf = async (who: Person) => (await who.call(createDrmToken, { kid: film.kid })).token
  const path = (token: string, set = 'cbcs') =>
    `/media/${film.kid}/${set}/360p/1.m4s?token=${token}`
  const get = (token: string, who?: Person, init?: RequestInit) =>
    fetchAs(here, path(token), who, init)
  return { here, mika, ren, aki, film, tokenOf, path, get }
}

test('AS-13 segments open with the session and token of someone who may watch, and not without', async (t) => {
  const { here, mika, ren, aki, film, tokenOf, path, get } = await segmentFixtures(t)
  const eve = await here.person('Eve')
  const token = await tokenOf(ren)
  for (const set of ['cbcs', 'aes-128'])
    equal((await fetchAs(here, path(token, set), ren)).status, 200, set)
  const answer = await get(token, ren)
  deepEqual(Buffer.from(await answer.arrayBuffer()), SEGMENT)
  equal(answer.headers.get('cache-control'), 'private, no-store')
  const headers = { authorization: `Bearer ${ren.token}`, range: 'bytes=2-4' }
  const part = await fetch(here.url + path(token), { headers })
  deepEqual([part.status, await part.text()], [206, '234'])
  for (const who of [mika, aki]) equal((await get(await tokenOf(who), who)).status, 200)

  equal(await refusalCode(get(token)), 'not_signed_in')
  equal((await get(token, undefined, { method: 'HEAD' })).status, 401)
  for (const who of [eve, aki]) equal(await refusalCode(get(token, who)), 'playback_token_invalid')
  for (const wrong of ['', 'x', `${token}x`])
    equal(await refusalCode(get(wrong, ren)), 'playback_token_invalid')
  const other = await rentalTitle(here, mika, { copies: 1 })
  await makePlayable(here, other.kid)
  const elsewhere = path(token).replace(film.kid, other.kid)
  equal(await refusalCode(fetchAs(here, elsewhere, ren)), 'playback_token_invalid')
  for (const odd of [path(token).toUpperCase(), path(token).replace('cbcs', 'cbcs%2f')])
    equal((await fetchAs(here, odd)).status >= 400, true, odd)
})

test('AS-13 a token of a minute opens segments for a minute, and one in a playlist for a sitting', async (t) => {
  const { here, ren, film, tokenOf, get } = await segmentFixtures(t)
  const token = await tokenOf(ren)
  const file = (name: string, by: string) => `/playback/${film.kid}/${name}?token=${by}`
  const master = await (await fetchAs(here, file('master.m3u8', token), ren)).text()
  const playlist = /^\/playback\S+$/m.exec(master)![0]
  equal((await get(token, ren)).status, 200)
  await travelTo(here, addSeconds(here.clock.now, 60))
  equal(await refusalCode(get(token, ren)), 'playback_token_invalid')

  await travelTo(here, addSeconds(here.clock.now, 2 * 3_600))
  const media = await (await fetchAs(here, playlist, ren)).text()
  const segment = /^\/media\S+$/m.exec(media)![0]
  const key = /URI="(\/api[^"]+)"/.exec(media)![1]!
  equal((await fetchAs(here, segment, ren)).status, 200)
  equal((await fetchAs(here, key, ren)).status, 200)
  const inPlaylist = new URL(segment, here.url).searchParams.get('token')!
  for (const first of ['manifest.mpd', 'master.m3u8'])
    equal(await refusalCode(fetchAs(here, file(first, inPlaylist), ren)), 'playback_token_invalid')
  for (const path of [segment, key, playlist])
    equal(await refusalCode(fetchAs(here, path)), 'not_signed_in')

  await travelTo(here, addSeconds(here.clock.now, 12 * 3_600))
  for (const path of [segment, key])
    equal(await refusalCode(fetchAs(here, path, ren)), 'playback_token_invalid')
})

test('AS-13 a sale ends segments at once, and a sign-out within a second', async (t) => {
  const { here, ren, aki, film, tokenOf, get } = await segmentFixtures(t)
  const [owned, rented] = [await tokenOf(ren), await tokenOf(aki)]
  equal((await get(owned, ren)).status, 200)
  equal((await get(rented, aki)).status, 200)
  await giveCopy(here, film.tokens.get(1)!, aki)
  await waitForChangeFeed(here)
  equal(await refusalCode(get(owned, ren)), 'not_yours_to_watch')

  equal((await get(rented, aki)).status, 200)
  await aki.call(logOut, {})
  await travelTo(here, addSeconds(here.clock.now, 1))
  equal(await refusalCode(get(rented, aki)), 'session_expired')
})

test('AS-13 after the end of a rental nothing opens, whatever is asked for at that moment', async (t) => {
  const { here, aki, film, tokenOf, get } = await segmentFixtures(t)
  const end = addSeconds(here.clock.now, DAY_SECONDS)
  await travelTo(here, addSeconds(end, -0.5))
  const token = await tokenOf(aki)
  const leave = { kid: film.kid, token }
  deepEqual(new Set(await mediaAccess(here, aki, leave)), new Set(['open']))

  here.clock.now = end
  const ended = here.run('rental.end')
  const answers = await Promise.all([
    ...tenTimes(() => refusalCode(get(token, aki))),
    ...tenTimes(async () => (await aki.call(createDrmToken, { kid: film.kid })).error?.code),
    ...tenTimes(() => mediaAccess(here, aki, leave)),
    ended,
  ])
  deepEqual(new Set(answers.slice(0, -1).flat()), new Set(['rental_ended']))
  const again = await aki.call(createDrmToken, { kid: film.kid })
  equal(again.error?.code, 'rental_ended')
})

test('a permitted caller is checked once in a second, and a refused one each time', async (t) => {
  const { here, ren, tokenOf, get } = await segmentFixtures(t)
  const token = await tokenOf(ren)
  const { mock } = t.mock.method(here.app.pool, 'connect')
  const queries = async (ask: () => Promise<unknown>) => {
    const before = mock.callCount()
    await ask()
    return mock.callCount() - before
  }
  const tenAtOnce = () => Promise.all(tenTimes(async () => (await get(token, ren)).arrayBuffer()))
  const first = await queries(tenAtOnce)
  equal(await queries(tenAtOnce), 0)
  await travelTo(here, addSeconds(here.clock.now, 1))
  equal((await queries(tenAtOnce)) > 0, true)
  equal(first < 10, true, `${first} queries for ten requests at once`)
  const eve = await here.person('Eve')
  for (let i = 0; i < 2; i++)
    equal((await queries(async () => (await get(token, eve)).text())) > 0, true)
})

test('a permission lasts not a second longer than its token', async (t) => {
  const { here, ren, tokenOf, get } = await segmentFixtures(t)
  const token = await tokenOf(ren)
  await travelTo(here, addSeconds(here.clock.now, 59.5))
  equal((await get(token, ren)).status, 200)
  await travelTo(here, addSeconds(here.clock.now, 0.5))
  equal(await refusalCode(get(token, ren)), 'playback_token_invalid')
})

test('segments come from storage or a CDN by an address that is signed for a minute', async (t) => {
  const { here, ren, aki, film, tokenOf, get } = await segmentFixtures(t)
  const token = await tokenOf(ren)
  const key = `media/${film.kid}/cbcs/360p/1.m4s`
  here.integrations.delivery = openDelivery({ from: 'storage' }, here.integrations.storage)
  const moved = await get(token, ren, { redirect: 'manual' })
  deepEqual([moved.status, moved.headers.get('cache-control')], [302, 'private, no-store'])
  const address = new URL(moved.headers.get('location')!)
  equal(address.searchParams.get('X-Amz-Expires'), '60')
  equal(await (await fetch(address)).text(), SEGMENT.toString())
  equal(
    (await fetch(`${address.origin}${address.pathname}`)).status,
    403,
    'not without a signature',
  )
  address.pathname = address.pathname.replace('1.m4s', '2.m4s')
  equal((await fetch(address)).status, 403, 'for this file only')
  equal(await (await get(token, ren)).text(), SEGMENT.toString(), 'a redirect is followed')
  equal(await refusalCode(get(token, aki)), 'playback_token_invalid')

  const cdn = { from: 'cdn', url: 'https://media.example/renban/', secret: 's'.repeat(32) } as const
  here.integrations.delivery = openDelivery(cdn, here.integrations.storage)
  const sent = await get(token, ren, { redirect: 'manual' })
  match(sent.headers.get('location')!, /^https:\/\/media\.example\/renban\/media\//)
  equal(new URL(sent.headers.get('location')!).pathname, `/renban/${key}`)
})
