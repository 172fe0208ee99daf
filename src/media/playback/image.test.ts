import { deepEqual, equal, notDeepEqual } from 'node:assert/strict'
import { before, test } from 'node:test'
import sharp from 'sharp'
import type { Person } from '../../../test/people.ts'
import { type TestFile, smallFiles, storedKeys } from '../../../test/uploads.ts'
import {
  requestLicence,
  refusalCode,
  watchableTitle,
  fetchAs,
} from '../../../test/playback-fixtures.ts'
import { createDrmToken } from './playback.shared.ts'

let files: { picture: TestFile }
before(async () => {
  files = await smallFiles()
})

test('AS-15 an animated picture is watermarked once for each copy, in all its frames', async (t) => {
  const bytes = await sharp(files.picture.bytes).resize(64).toBuffer()
  const frames = [bytes, await sharp(bytes).negate().toBuffer()]
  const gif = await sharp(frames, { join: { animated: true } })
    .gif({ delay: [300, 500] })
    .toBuffer()
  const setup = await watchableTitle(t, {
    asset: { name: 'moving.gif', type: 'image/gif', bytes: gif },
  })
  const { ren, kid, integrations } = setup
  const look = async () => {
    const { image_url } = await ren.call(createDrmToken, { kid })
    return Buffer.from(await (await fetchAs(setup, image_url!, ren)).arrayBuffer())
  }
  const marked = await look()
  deepEqual((await sharp(marked, { pages: -1 }).metadata()).delay, [300, 500])
  const cached = ['1920.webp', '2-3.webp'].map((name) => `display/${kid}/${name}`)
  deepEqual((await storedKeys(integrations, `display/${kid}/`)).toSorted(), cached)
  deepEqual(await look(), marked)
})

test('AS-15 AS-16 a picture is served as a single image with the holder’s number on it', async (t) => {
  const setup = await watchableTitle(t, { asset: files.picture })
  const { ren, mika, kid, person, url } = setup
  const { image_url, dash_url, hls_url, ...granted } = await ren.call(createDrmToken, { kid })
  deepEqual([dash_url, hls_url, granted.url], [null, null, image_url])
  const image = async (who: Person) => {
    const answer = await fetchAs(setup, (await who.call(createDrmToken, { kid })).image_url!, who)
    equal(answer.headers.get('cache-control'), 'no-store')
    return sharp(await answer.arrayBuffer())
      .raw()
      .toBuffer({ resolveWithObject: true })
  }
  const [marked, plain] = [await image(ren), await image(mika)]
  deepEqual([marked.info.width, marked.info.height], [1600, 1200])
  const corner = ({ data, info }: typeof marked, x: number) =>
    data.subarray(data.length - info.channels * x).subarray(0, 3)
  notDeepEqual(corner(marked, 4), corner(plain, 4), 'a strip in the lower corner')
  const eve = await person('Eve')
  equal(await refusalCode(fetchAs(setup, image_url!, eve)), 'playback_token_invalid')
  equal(await refusalCode(fetchAs(setup, image_url!)), 'not_signed_in')
  equal((await fetchAs(setup, `/media/display/${kid}/1920.webp`)).status, 404)
  equal(await refusalCode(requestLicence(setup, granted.token, kid, ren)), 'not_ready_to_watch')

  const requestToken = (type: string) =>
    fetch(`${url}/api/2.0/assets/drm_token`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${ren.token}`,
        'content-type': 'application/json',
        'drm-type': type,
      },
      body: JSON.stringify({ kid }),
    })
  equal((await requestToken('none')).status, 200)
  for (const type of ['widevine', 'playready', 'fairplay'])
    equal(await refusalCode(requestToken(type)), 'drm_unavailable')
  equal(await refusalCode(requestToken('other')), 'input_invalid')
  equal(await refusalCode(fetchAs(setup, '/api/2.0/drm/fairplay_certificate')), 'drm_unavailable')
})
