import { deepEqual, equal, match, notEqual } from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { DAY_SECONDS } from '#core/durations.shared.ts'
import { COMMUNICATION_KEY } from '#src/emulators/licences/server.ts'
import type { LicenceSystem } from '#src/integrations/licences.ts'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import { delistSerials } from '#src/sales/listing/listing.shared.ts'
import { rentForFree } from '#src/sales/rental/rental.shared.ts'
import { tempFolder } from '../../../test/ffmpeg.ts'
import { offerLicences, payloadOf, requestVendorLicence } from '../../../test/licences.ts'
import type { Person } from '../../../test/people.ts'
import {
  clearKeyId,
  fetchAs,
  giveCopy,
  makePlayable,
  refusalCode,
  requestLicence,
} from '../../../test/playback-fixtures.ts'
import { rentalTitle } from '../../../test/rentals.ts'
import { testApp, travelTo } from '../../../test/test-app.ts'
import { contentKeys } from './content-keys.ts'
import { createDrmToken } from './playback.shared.ts'

const SYSTEMS: LicenceSystem[] = ['widevine', 'playready', 'fairplay']

/** Opens an app with a provider for all systems; Aki rents Mika's title for a day. */
async function licenceFixtures(t: TestContext, systems = SYSTEMS) {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const aki = await here.person('Aki', { balance: 300 })
  const film = await rentalTitle(here, mika, { copies: 2, days: 1 })
  await makePlayable(here, film.kid)
  equal((await aki.call(rentForFree, film.rent(1, 300))).error, undefined)
  const certificate = join(await tempFolder(), 'fairplay.cer')
  await writeFile(certificate, 'a certificate')
  const licences = offerLicences(here, systems, certificate)
  const ask = async (who: Person, type: string, more: object = {}) => {
    const answer = await fetch(`${here.url}/api/2.0/assets/drm_token`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${who.token}`,
        'content-type': 'application/json',
        'drm-type': type,
      },
      body: JSON.stringify({ kid: film.kid, ...more }),
    })
    return (await answer.json()) as {
      error?: { code: string }
      url: string
      token: string
      playback_token: string
      drm_types: string[]
      persistent: boolean
      dash_url: string
      hls_url: string
    }
  }
  const text = async (path: string) => (await fetchAs(here, path, aki)).text()
  return { here, mika, aki, film, licences, ask, text }
}

test('AS-16 EN-18 the header picks the system, and its licence opens with the provider’s token', async (t) => {
  const { here, aki, film, ask } = await licenceFixtures(t)
  const keys = (await contentKeys({ db: here.app.db, config: here.config }, film.kid))!
  for (const system of SYSTEMS) {
    const granted = await ask(aki, system)
    equal(granted.url, `${here.url}/dev/licences/${system}`)
    notEqual(granted.token, granted.playback_token)
    deepEqual(granted.drm_types, ['none', ...SYSTEMS])
    const answer = await requestVendorLicence(granted.url, granted.token, [clearKeyId(film.kid)])
    const { keys: given } = (await answer.json()) as { keys: { k: string }[] }
    deepEqual(given.map(({ k }) => k), [keys.video.toString('base64url')]) // oxfmt-ignore
    equal(granted.token.includes(keys.video.toString('base64url')), false)
    equal(JSON.stringify(payloadOf(granted.token)).includes(keys.video.toString('base64')), false)
    equal(
      await refusalCode(requestLicence(here, granted.playback_token, film.kid, aki)),
      'playback_token_invalid',
      'a vendor’s viewer gets no bare key',
    )
  }
  const own = await ask(aki, 'none')
  deepEqual([own.url, own.token], ['/api/2.0/drm/clearkey', own.playback_token])
  equal((await requestLicence(here, own.token, film.kid, aki)).status, 200)
})

test('AS-16 systems that are not offered are refused, and without a provider all but the own one', async (t) => {
  const { here, aki, ask } = await licenceFixtures(t, ['widevine'])
  equal((await ask(aki, 'widevine')).error, undefined)
  for (const system of ['playready', 'fairplay'])
    equal((await ask(aki, system)).error?.code, 'drm_unavailable')
  equal((await ask(aki, 'other')).error?.code, 'input_invalid')
  const certificate = await fetchAs(here, '/api/2.0/drm/fairplay_certificate')
  equal(await certificate.text(), 'a certificate')
  match(certificate.headers.get('cache-control')!, /public/)
  here.integrations.licences = undefined
  equal((await ask(aki, 'widevine')).error?.code, 'drm_unavailable')
  deepEqual((await ask(aki, 'none')).drm_types, ['none'])
})

test('AS-16 where licences are required, no film gives its key away, and pictures show', async (t) => {
  const { here, aki, film, licences, ask } = await licenceFixtures(t, ['widevine'])
  const before = await ask(aki, 'none')
  here.integrations.licences = { ...licences, isRequired: true }
  const bare = await ask(aki, 'none')
  deepEqual(bare.drm_types, ['widevine'])
  for (const { token } of [before, bare]) {
    equal(await refusalCode(requestLicence(here, token, film.kid, aki)), 'drm_unavailable')
    const hls = `/api/2.0/drm/hls_key?token=${token}&track=video`
    equal(await refusalCode(fetchAs(here, hls, aki)), 'drm_unavailable')
  }
  const granted = await ask(aki, 'widevine')
  const kids = [clearKeyId(film.kid)]
  equal((await requestVendorLicence(granted.url, granted.token, kids)).status, 200)
  await here.app.db.updateTable('asset').set({ media_type: 'image' }).where('kid', '=', film.kid).execute() // oxfmt-ignore
  deepEqual((await ask(aki, 'none')).drm_types, ['none'])
})

test('AS-16 a person who may not watch gets no token of any system', async (t) => {
  const { here, ask } = await licenceFixtures(t)
  const eve = await here.person('Eve')
  for (const system of ['none', ...SYSTEMS])
    equal((await ask(eve, system)).error?.code, 'not_yours_to_watch')
})

test('manifests describe the systems that are offered, and only with their tokens', async (t) => {
  const { aki, ask, text } = await licenceFixtures(t)
  const { dash_url, hls_url } = await ask(aki, 'widevine')
  const mpd = await text(dash_url)
  match(mpd, /edef8ba9-79d6-4ace-a3c8-27dcd51d21ed[^>]+><cenc:pssh>/)
  match(mpd, /9a04f079-9840-4286-ab92-e65be0885f95[^>]+><cenc:pssh>/)
  equal(/ClearKey|clearkey/.test(mpd), false)
  const playlist = /^\/playback\S+$/m.exec(await text(hls_url))![0]
  const media = await text(playlist)
  match(media, /KEYFORMAT="com\.apple\.streamingkeydelivery"/)
  match(media, /\/cbcs\/360p\/1\.m4s/)
  equal(/hls_key|aes-128/.test(media), false)
  const own = await ask(aki, 'none')
  const ownMpd = await text(own.dash_url)
  equal(/edef8ba9|9a04f079/.test(ownMpd), false)
  match(ownMpd, /ClearKey1\.0/)
})

test('a licence ends with the rental, and a token after a minute', async (t) => {
  const { here, aki, film, ask } = await licenceFixtures(t)
  const end = addSeconds(here.clock.now, DAY_SECONDS)
  const ends = (token: string) => payloadOf(token).message.license.expiration_datetime
  const first = await ask(aki, 'widevine')
  equal(ends(first.token), addSeconds(here.clock.now, 600).toISOString())
  equal(payloadOf(first.token).expiration_date, addSeconds(here.clock.now, 60).toISOString())
  equal(ends((await ask(aki, 'fairplay')).token), addSeconds(here.clock.now, 12 * 3_600).toISOString()) // oxfmt-ignore
  await travelTo(here, addSeconds(end, -20))
  const last = await ask(aki, 'playready')
  equal(ends(last.token), end.toISOString())
  const kids = [clearKeyId(film.kid)]
  equal((await requestVendorLicence(first.url, first.token, kids)).status, 403)
  equal((await requestVendorLicence(last.url, last.token, kids)).status, 200)
  await travelTo(here, end)
  equal((await requestVendorLicence(last.url, last.token, kids)).status, 403)
  equal((await ask(aki, 'widevine')).error?.code, 'rental_ended')
})

test('SH-14 AS-16 a licence may be stored only while offline playback is on, for two days or the rental', async (t) => {
  const { here, mika, aki, film, ask } = await licenceFixtures(t)
  const kids = [clearKeyId(film.kid)]
  const stored = (token: string) => payloadOf(token).message.license.allow_persistence
  const off = await ask(aki, 'widevine', { persistent: true })
  deepEqual([off.persistent, stored(off.token)], [false, false])
  const refused = await requestVendorLicence(off.url, off.token, kids, 'persistent-license')
  equal(refused.headers.get('x-axdrm-errormessage'), 'the licence may not be stored')

  const sora = await here.person('Sora', { role: 'ADMIN' })
  const change = { version: 0, reason: 'a trial', offline_playback_enabled: true }
  await sora.call(changeSettings, change)
  const on = await ask(aki, 'widevine', { persistent: true })
  deepEqual([on.persistent, stored(on.token)], [true, true])
  equal((await requestVendorLicence(on.url, on.token, kids, 'persistent-license')).status, 200)
  const ends = (token: string) => payloadOf(token).message.license.expiration_datetime
  equal(ends(on.token), addSeconds(here.clock.now, DAY_SECONDS).toISOString(), 'with the rental')
  const own = await ask(mika, 'widevine', { persistent: true })
  equal(ends(own.token), addSeconds(here.clock.now, 2 * DAY_SECONDS).toISOString())
  equal(stored((await ask(aki, 'widevine')).token), false, 'only on request')
})

test('SH-14 AS-16 a stored licence is renewed for its holder only, not after a sale or a rental', async (t) => {
  const { here, mika, aki, film, ask } = await licenceFixtures(t)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  await sora.call(changeSettings, { version: 0, reason: 'on', offline_playback_enabled: true })
  const [ren, yuki] = [await here.person('Ren'), await here.person('Yuki')]
  const kids = [clearKeyId(film.kid)]
  const copy = film.tokens.get(2)!
  equal((await mika.call(delistSerials, { asset_token_ids: [copy] })).error, undefined)
  const store = async (who: Person) => {
    const { error, url, token } = await ask(who, 'widevine', { persistent: true })
    if (error) return error.code
    return (await requestVendorLicence(url, token, kids, 'persistent-license')).status
  }
  await giveCopy(here, copy, ren)
  deepEqual([await store(ren), await store(yuki), await store(aki)], [200, 'not_yours_to_watch', 200]) // oxfmt-ignore
  await giveCopy(here, copy, yuki)
  deepEqual([await store(ren), await store(yuki)], ['not_yours_to_watch', 200])
  const old = await ask(yuki, 'widevine', { persistent: true })
  await travelTo(here, addSeconds(here.clock.now, DAY_SECONDS))
  equal(await store(aki), 'rental_ended')
  const late = await requestVendorLicence(old.url, old.token, kids, 'persistent-license')
  equal(late.status, 403, 'a token from before opens no other licence')
})

test('the provider refuses a token that was changed, is not for the key, or has another form', async (t) => {
  const { here, aki, film, ask } = await licenceFixtures(t)
  const { url, token } = await ask(aki, 'widevine')
  const kids = [clearKeyId(film.kid)]
  const said = async (by: string, of = kids) => {
    const answer = await requestVendorLicence(url, by, of)
    return answer.status === 200 ? 'open' : answer.headers.get('x-axdrm-errormessage')
  }
  equal(await said(token), 'open')
  equal(await said(`${token.slice(0, -2)}AA`), 'the signature does not match')
  equal(await said(''), 'the signature does not match')
  const changed = (change: object, key = COMMUNICATION_KEY.key) => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const text = `${part({ alg: 'HS256' })}.${part({ ...payloadOf(token), ...change })}`
    const mac = createHmac('sha256', Buffer.from(key, 'base64')).update(text).digest('base64url')
    return `${text}.${mac}`
  }
  equal(await said(changed({})), 'open')
  equal(
    await said(changed({}, Buffer.alloc(32).toString('base64'))),
    'the signature does not match',
  )
  equal(await said(changed({ com_key_id: crypto.randomUUID() })), 'com_key_id')
  equal(await said(changed({ extra: 1 })), '')
  const { now } = here.clock
  equal(await said(changed({ begin_date: addSeconds(now, 1).toISOString() })), 'the message is not valid yet') // oxfmt-ignore
  equal(await said(changed({ expiration_date: now.toISOString() })), 'the message has expired')
  const other = [clearKeyId(crypto.randomUUID())]
  equal(await said(token, other), 'a key was requested that the message does not entitle to')
  const real = await fetch(url, { method: 'POST', headers: { 'X-AxDRM-Message': token }, body: new Uint8Array([8, 1]) }) // oxfmt-ignore
  equal(real.status, 501, 'a vendor’s module is not emulated')
})

test('AS-15 a picture needs no licence of a provider', async (t) => {
  const { here, aki, film, ask } = await licenceFixtures(t)
  await here.app.db.updateTable('asset').set({ media_type: 'image' }).where('kid', '=', film.kid).execute() // oxfmt-ignore
  const { url, token, playback_token } = await ask(aki, 'widevine')
  equal(token, playback_token)
  match(url, /\/image\?token=/)
  equal((await aki.call(createDrmToken, { kid: film.kid })).dash_url, null)
})
