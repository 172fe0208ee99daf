import { equal } from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { inTx } from '#core/database/db.ts'
import { makeContentKeys } from '#src/media/playback/content-keys.ts'
import { transferSerials } from '#src/catalog/serial/transfer.ts'
import type { Somebody } from './people.ts'
import { type GivenFile, send, settled } from './uploads.ts'
import { type TestApp, testApp } from './test-app.ts'

export const VTT = 'WEBVTT\n\n00:00.000 --> 00:01.000\nこんにちは\n'
const subtitle = { language: 'ja', b64_data: Buffer.from(VTT).toString('base64') }

/** A title of Mika's, and Ren who holds No. 2 of it. */
export async function shown(t: TestContext, files: { asset: GivenFile; trailer?: GivenFile }) {
  const place = await testApp(t)
  const mika = await place.person('Mika', { role: 'ORH' })
  const ren = await place.person('Ren')
  const more = { asset_subtitles: [subtitle], trailer_subtitles: [subtitle] }
  const { uuid, kid } = await send(mika, files, more)
  equal((await settled(mika, uuid)).status, 'done')
  const numbers = await place.app.db
    .selectFrom('serial')
    .select(['number', 'asset_token_id'])
    .where('kid', '=', kid)
    .orderBy('number')
    .execute()
  const no2 = numbers[1]!.asset_token_id
  await hand(place, no2, ren)
  return { ...place, mika, ren, kid, no2 }
}

/** Gives somebody a copy. */
export const hand = ({ app, clock }: TestApp, asset_token_id: string, to: Somebody) =>
  inTx(app, (tx) => transferSerials(tx, [{ asset_token_id, to: to.account_id }], clock.now))

/** As a browser does, with the session or without. */
export const visit = ({ url }: TestApp, path: string, who?: Somebody, init: RequestInit = {}) =>
  fetch(url + path, { ...init, headers: who ? { authorization: `Bearer ${who.token}` } : {} })

/** A key's id as Clear Key writes it. */
export const idOf = (kid: string) =>
  Buffer.from(kid.replaceAll('-', ''), 'hex').toString('base64url')

/** Asks for a title's key, as a browser's decryption module does. */
export function licence(place: TestApp, token: string, kid: string, who?: Somebody) {
  const body = JSON.stringify({ kids: [idOf(kid)], type: 'temporary' })
  return visit(place, `/api/2.0/drm/clearkey?token=${token}`, who, { method: 'POST', body })
}

/** The code of a refusal. */
export const refused = async (answer: Promise<Response>) =>
  ((await (await answer).json()) as { error: { code: string } }).error.code

/** Makes of a title without files one that plays, as far as doors and keys go. */
export async function playable({ app, config, clock }: TestApp, kid: string) {
  const track = {
    ...{ name: '360p', kind: 'video', codec: 'avc1.4d401f', width: 640, height: 360 },
    ...{ timescale: 90_000, start: 0, bandwidth: 1, average_bandwidth: 1 },
    segments: [{ duration: 90_000, bytes: 1 }],
  }
  const made = { kid, of: 'asset', name: '360p', media_index: JSON.stringify(track) }
  const created_at = clock.now.toISOString()
  await app.db
    .insertInto('rendition')
    .values({ ...made, created_at })
    .execute()
  await makeContentKeys({ db: app.db, config }, kid)
}

/** The doors that a token opens: both manifests, a playlist, its key and the licence. */
export async function mediaAccess(
  place: TestApp,
  who: Somebody,
  { kid, token }: { kid: string; token: string },
) {
  const files = ['manifest.mpd', 'master.m3u8', '360p.m3u8'].map(
    (file) => `/playback/${kid}/${file}`,
  )
  const paths = [...files, '/api/2.0/drm/hls_key'].map((at) => `${at}?token=${token}&track=video`)
  const answers = [...paths.map((path) => visit(place, path, who)), licence(place, token, kid, who)]
  return Promise.all(
    answers.map(async (each) => ((await each).ok ? 'open' : refused(each.then((a) => a.clone())))),
  )
}
