import { equal } from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { inTx } from '#core/database/db.ts'
import { constantIv, keyIds } from '#src/media/packaging/keys.ts'
import { makeContentKeys } from '#src/media/playback/content-keys.ts'
import { transferSerials } from '#src/catalog/serial/transfer.ts'
import { waitForChangeFeed } from './live-listeners.ts'
import type { Person } from './people.ts'
import { type TestFile, sendFiles, waitForUpload } from './uploads.ts'
import { type TestApp, testApp } from './test-app.ts'

export const SEGMENT = Buffer.from('0123456789')
export const VTT = 'WEBVTT\n\n00:00.000 --> 00:01.000\nこんにちは\n'
const subtitle = { language: 'ja', b64_data: Buffer.from(VTT).toString('base64') }

/** Opens a test app with Mika's title, made from real files; Ren owns No. 2. */
export async function watchableTitle(
  t: TestContext,
  files: { asset: TestFile; trailer?: TestFile },
) {
  const place = await testApp(t)
  const mika = await place.person('Mika', { role: 'ORH' })
  const ren = await place.person('Ren')
  const more = { asset_subtitles: [subtitle], trailer_subtitles: [subtitle] }
  const { uuid, kid } = await sendFiles(mika, files, more)
  equal((await waitForUpload(mika, uuid)).status, 'done')
  const numbers = await place.app.db
    .selectFrom('serial')
    .select(['number', 'asset_token_id'])
    .where('kid', '=', kid)
    .orderBy('number')
    .execute()
  const no2 = numbers[1]!.asset_token_id
  await giveCopy(place, no2, ren)
  return { ...place, mika, ren, kid, no2 }
}

/** Transfers a copy to a person. */
export const giveCopy = ({ app, clock }: TestApp, asset_token_id: string, to: Person) =>
  inTx(app, (tx) => transferSerials(tx, [{ asset_token_id, to: to.account_id }], clock.now))

/** Fetches a path as a person, or as a guest. */
export const fetchAs = ({ url }: TestApp, path: string, who?: Person, init: RequestInit = {}) =>
  fetch(url + path, { ...init, headers: who ? { authorization: `Bearer ${who.token}` } : {} })

/** Returns a key's id in the format of Clear Key (W3C EME): base64url of the bytes. */
export const clearKeyId = (kid: string) =>
  Buffer.from(kid.replaceAll('-', ''), 'hex').toString('base64url')

/** Requests a title's key, as a browser's decryption module does. */
export function requestLicence(place: TestApp, token: string, kid: string, who?: Person) {
  const body = JSON.stringify({ kids: [clearKeyId(kid)], type: 'temporary' })
  return fetchAs(place, `/api/2.0/drm/clearkey?token=${token}`, who, { method: 'POST', body })
}

/** Returns the code of a refusal. */
export const refusalCode = async (answer: Promise<Response>) =>
  ((await (await answer).json()) as { error: { code: string } }).error.code

/** Gives a title without files a rendition, a segment and keys, so that playback requests succeed. */
export async function makePlayable({ app, config, clock, integrations }: TestApp, kid: string) {
  await addRendition({ app, clock }, kid)
  for (const set of ['cbcs', 'aes-128'])
    await integrations.storage.put(`media/${kid}/${set}/360p/1.m4s`, SEGMENT, { type: 'video/mp4' })
  await makeContentKeys({ db: app.db, config }, kid)
}

/** Gives a title a rendition without its files: it counts as ready to watch. */
export async function addRendition({ app, clock }: Pick<TestApp, 'app' | 'clock'>, kid: string) {
  const track = {
    name: '360p',
    kind: 'video',
    codec: 'avc1.4d401f',
    kid: keyIds(kid).video,
    iv: constantIv(keyIds(kid).video).toString('hex'),
    width: 640,
    height: 360,
    timescale: 90_000,
    start: 0,
    bandwidth: 1,
    average_bandwidth: 1,
    segments: [{ duration: 90_000, bytes: 1 }],
  }
  const made = { kid, of: 'asset', name: '360p', media_index: JSON.stringify(track) }
  const created_at = clock.now.toISOString()
  await app.db
    .insertInto('rendition')
    .values({ ...made, created_at })
    .execute()
}

/**
 * Requests all that a token gives access to: both manifests, a playlist, its key, a segment, the
 * licence. Waits first until the app knows of every change so far.
 */
export async function mediaAccess(
  place: TestApp,
  who: Person,
  { kid, token }: { kid: string; token: string },
) {
  const files = ['manifest.mpd', 'master.m3u8', '360p.m3u8'].map(
    (file) => `/playback/${kid}/${file}`,
  )
  await waitForChangeFeed(place)
  const others = ['/api/2.0/drm/hls_key', `/media/${kid}/cbcs/360p/1.m4s`]
  const paths = [...files, ...others].map((at) => `${at}?token=${token}&track=video`)
  const answers = [
    ...paths.map((path) => fetchAs(place, path, who)),
    requestLicence(place, token, kid, who),
  ]
  return Promise.all(
    answers.map(async (each) =>
      (await each).ok ? 'open' : refusalCode(each.then((a) => a.clone())),
    ),
  )
}
