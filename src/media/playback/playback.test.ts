import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { before, test } from 'node:test'
import { promisify } from 'node:util'
import { addSeconds } from '#core/clock.ts'
import { log } from '#core/log.ts'
import { captureLog } from '../../../test/log-capture.ts'
import type { Person } from '../../../test/people.ts'
import { type TestFile, smallFiles, storedKeys } from '../../../test/uploads.ts'
import {
  giveCopy,
  clearKeyId,
  requestLicence,
  refusalCode,
  watchableTitle,
  fetchAs,
  VTT,
} from '../../../test/playback-fixtures.ts'
import type { TestApp } from '../../../test/test-app.ts'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import { createDrmToken } from './playback.shared.ts'

let files: { film: TestFile }
before(async () => {
  files = await smallFiles()
})

const FILM_FRAMES = 90

test('a film', async (t) => {
  const setup = await watchableTitle(t, { asset: files.film, trailer: files.film })
  await t.test(
    'AS-13 a holder of a copy gets manifests, licence and subtitles, and nobody else does',
    () => holdersWatch(setup, captureLog(t)),
  )
  await t.test(
    'SH-14 offline playback is granted from the moment at which it is switched on, until it is switched off',
    () => offlineFollowsSwitch(setup),
  )
  await t.test(
    'AS-13 a player without scripts plays every frame of HLS by the session’s cookie',
    () => plainPlayersPlay(setup),
  )
  await t.test(
    'AS-13 a token ends after a minute, with its session, and when the copy changes hands',
    () => tokensEnd(setup),
  )
  await t.test('its trailer is public, but only once the title is published', () =>
    trailersPlay(setup),
  )
})

async function offlineFollowsSwitch({ ren, kid, person }: Shown) {
  const sora = await person('Sora', { role: 'ADMIN' })
  let version = 0
  for (const offline_playback_enabled of [true, false]) {
    const change = { version, reason: 'a trial', offline_playback_enabled }
    version = (await sora.call(changeSettings, change)).version
    const granted = await ren.call(createDrmToken, { kid, persistent: true })
    equal(granted.persistent, offline_playback_enabled)
    equal((await ren.call(createDrmToken, { kid })).persistent, false, 'only on request')
  }
}

type Shown = Awaited<ReturnType<typeof watchableTitle>>

async function holdersWatch(setup: Shown, lines: readonly string[]) {
  const { ren, mika, kid, no2, call, person, integrations } = setup
  const eve = await person('Eve')

  const granted = await ren.call(createDrmToken, { kid, persistent: true })
  deepEqual([granted.serial_number, granted.asset_token_id], [2, no2])
  equal(granted.persistent, false, 'no persistent licence while offline playback is off')
  const mpd = await (await fetchAs(setup, granted.dash_url!, ren)).text()
  match(mpd, /cbcs/)
  match(mpd, new RegExp(`drm/clearkey\\?token=${granted.token}`))
  match(mpd, /lang="ja"/)
  const answer = await requestLicence(setup, granted.token, kid, ren)
  const { keys } = (await answer.json()) as { keys: { kid: string; k: string }[] }
  deepEqual(
    keys.map((key) => key.kid),
    [clearKeyId(kid)],
    'of the requested keys, only this title’s',
  )
  const subtitles = `/playback/${kid}/subtitles/ja.vtt?token=${granted.token}`
  equal(await (await fetchAs(setup, subtitles, ren)).text(), VTT)

  const master = await (await fetchAs(setup, granted.hls_url!, ren)).text()
  const playlist = /^\/playback\S+360p\S+$/m.exec(master)![0]
  const media = await (await fetchAs(setup, playlist, ren)).text()
  const keyPath = /URI="(\/api[^"]+)"/.exec(media)![1]!
  const segmentPath = /^\/media\S+\/1\.m4s\S+$/m.exec(media)![0]
  const segment = await fetchAs(setup, segmentPath, ren)
  equal(segment.headers.get('cache-control'), 'private, no-store')
  const key = Buffer.from(await (await fetchAs(setup, keyPath, ren)).arrayBuffer())
  const iv = Buffer.alloc(16)
  iv[15] = 1
  const opened = createDecipheriv('aes-128-cbc', key, iv)
  const clear = Buffer.concat([
    opened.update(Buffer.from(await segment.arrayBuffer())),
    opened.final(),
  ])
  equal(clear.toString('latin1', 4, 8), 'moof')

  equal((await mika.call(createDrmToken, { kid })).serial_number, null, 'AS-18 the master')
  equal((await eve.call(createDrmToken, { kid })).error?.code, 'not_yours_to_watch')
  equal((await call(createDrmToken, { kid })).error?.code, 'not_signed_in')
  const start = /initialization="([^"]+)"/.exec(mpd)![1]!
  const all = [granted.dash_url!, granted.hls_url!, playlist, subtitles, keyPath]
  for (const path of [...all, segmentPath, start]) {
    equal(await refusalCode(fetchAs(setup, path)), 'not_signed_in', path)
    equal(await refusalCode(fetchAs(setup, path, eve)), 'playback_token_invalid', path)
  }
  equal(await refusalCode(requestLicence(setup, granted.token, kid)), 'not_signed_in')
  equal(await refusalCode(requestLicence(setup, granted.token, kid, eve)), 'playback_token_invalid')
  equal(
    await refusalCode(requestLicence(setup, granted.token, crypto.randomUUID(), ren)),
    'not_found',
  )

  const output = [...lines, mpd, master, media, ...(await storedKeys(integrations, ''))].join('\n')
  log('info', 'said')
  ok(lines.length > 0)
  for (const secret of [keys[0]!.k, key.toString('hex'), key.toString('base64')])
    equal(output.includes(secret), false, 'keys appear in the licence only')
  equal(lines.join('').includes(granted.token), false)
}

async function plainPlayersPlay(setup: Shown) {
  const { ren, kid, url } = setup
  const { hls_url } = await ren.call(createDrmToken, { kid })
  const frames = async (cookie: string) => {
    const counted = `-count_frames -select_streams v:0 -show_entries stream=nb_read_frames -of csv=p=0`
    const address = `-headers Cookie:session=${cookie} -allowed_extensions ALL ${url}${hls_url}`
    const words = `-v error ${counted} ${address}`.split(' ')
    return Number.parseInt((await promisify(execFile)('ffprobe', words)).stdout, 10)
  }
  equal(await frames(ren.token), FILM_FRAMES)
  await rejects(frames('x'))
}

async function tokensEnd(setup: Shown) {
  const { ren, mika, kid, no2, clock, person } = setup
  const paths = ({ token, dash_url, hls_url }: { token: string } & Record<string, unknown>) => [
    dash_url as string,
    hls_url as string,
    `/api/2.0/drm/hls_key?token=${token}&track=video`,
  ]
  const first = await ren.call(createDrmToken, { kid })
  equal(first.expires_at, addSeconds(clock.now, 60).toISOString())
  const forged = `${first.token.slice(0, -1)}${first.token.endsWith('A') ? 'B' : 'A'}`
  equal(await refusalCode(requestLicence(setup, forged, kid, ren)), 'playback_token_invalid')
  const renElsewhere = { ...ren, token: await secondSession(setup, ren) }
  equal(
    await refusalCode(requestLicence(setup, first.token, kid, renElsewhere)),
    'playback_token_invalid',
  )

  clock.now = addSeconds(clock.now, 59)
  equal((await requestLicence(setup, first.token, kid, ren)).status, 200)
  clock.now = addSeconds(clock.now, 1)
  for (const path of paths(first))
    equal(await refusalCode(fetchAs(setup, path, ren)), 'playback_token_invalid')
  equal(await refusalCode(requestLicence(setup, first.token, kid, ren)), 'playback_token_invalid')

  const second = await ren.call(createDrmToken, { kid })
  const aoi = await person('Aoi')
  await giveCopy(setup, no2, aoi)
  for (const path of paths(second))
    equal(await refusalCode(fetchAs(setup, path, ren)), 'not_yours_to_watch')
  equal(await refusalCode(requestLicence(setup, second.token, kid, ren)), 'not_yours_to_watch')
  equal((await ren.call(createDrmToken, { kid })).error?.code, 'not_yours_to_watch')
  equal((await aoi.call(createDrmToken, { kid })).serial_number, 2)

  await setup.app.db.updateTable('asset').set({ only_japan_accessible: true }).execute()
  equal(
    (await mika.call(createDrmToken, { kid })).error,
    undefined,
    'AS-06 it can be watched in Japan',
  )
}

async function trailersPlay(setup: Shown) {
  const { kid, app } = setup
  const mpd = await fetchAs(setup, `/trailers/${kid}/manifest.mpd`)
  equal(mpd.headers.get('content-type'), 'application/dash+xml')
  match(await mpd.text(), /subtitles\/ja\.vtt/)
  const master = await (await fetchAs(setup, `/trailers/${kid}/master.m3u8`)).text()
  const track = /^\/trailers\S+$/m.exec(master)![0]
  const media = await (await fetchAs(setup, track)).text()
  equal(media.includes('EXT-X-KEY'), false)
  equal((await fetchAs(setup, /^\/media\S+$/m.exec(media)![0])).status, 200)
  equal(await (await fetchAs(setup, `/trailers/${kid}/subtitles/ja.vtt`)).text(), VTT)
  for (const path of ['manifest.mpd', 'x.m3u8', 'subtitles/en.vtt'])
    equal(
      await refusalCode(fetchAs(setup, `/trailers/${crypto.randomUUID()}/${path}`)),
      'not_found',
    )
  equal(await refusalCode(fetchAs(setup, `/trailers/${kid}/x.m3u8`)), 'not_found')
  equal(await refusalCode(fetchAs(setup, '/trailers/x/manifest.mpd')), 'not_found')
  await app.db.updateTable('asset').set({ published_at: null }).execute()
  equal(await refusalCode(fetchAs(setup, `/trailers/${kid}/manifest.mpd`)), 'not_found')
}

async function secondSession({ app }: TestApp, { account_id }: Person): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const session = await app.db
    .selectFrom('session')
    .select(['account_id', 'created_at', 'seen_at', 'expires_at'])
    .where('account_id', '=', account_id)
    .executeTakeFirstOrThrow()
  const token_hash = createHash('sha256').update(token).digest('hex')
  await app.db
    .insertInto('session')
    .values({ ...session, token_hash })
    .execute()
  return token
}
