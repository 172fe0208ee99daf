import { deepEqual, equal } from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { hollowPng } from '../../../test/hollow-png.ts'
import { sendFiles, storedKeys, uploadOf } from '../../../test/uploads.ts'
import { testApp } from '../../../test/test-app.ts'

const SECRET = '/etc/passwd'

test('hostile files are refused with a reason, and nothing they refer to is read or requested', async (t) => {
  const setup = await testApp(t, { role: 'web' })
  const { app, integrations } = setup
  const mika = await setup.person('Mika', { role: 'ORH' })
  const decoy = createServer((_, response) => {
    requests += 1
    response.end()
  }).listen(0, '127.0.0.1')
  let requests = 0
  await once(decoy, 'listening')
  t.after(() => decoy.close())
  const url = `http://127.0.0.1:${(decoy.address() as AddressInfo).port}/x.ts`

  const playlist = `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n`
  // oxfmt-ignore
  const cases: [name: string, type: string, content: string | Buffer, failure: string][] = [
    ['hls.mp4',     'video/mp4',  `${playlist}${url}\n${playlist}file://${SECRET}\n`, 'media_unknown'],
    ['concat.mp4',  'video/mp4',  `ffconcat version 1.0\nfile '${SECRET}'\nfile '${url}'\n`, 'media_unknown'],
    ['dash.mp4',    'video/mp4',  `<MPD><BaseURL>${url}</BaseURL></MPD>`,               'media_unknown'],
    ['art.png',     'image/png',  `<svg><image href="${url}"/></svg>`,                  'media_unknown'],
    ['page.mp4',    'text/html',  '<script>alert(1)</script>',                          'media_unknown'],
    ['film.mp4',    'video/mp4',  hollowPng(8, 8),                                            'media_mismatch'],
    ['bomb.png',    'image/png',  hollowPng(60_000, 60_000),                                  'image_too_large'],
    ['cut.png',     'image/png',  hollowPng(8, 8),                                            'media_broken'],
    ['cut.mp4',     'video/mp4',  Buffer.from('\0\0\0\x20ftypisom\0\0\0\0isom', 'latin1'), 'media_broken'],
  ]
  for (const [name, type, content, expected] of cases) {
    const { uuid, kid } = await sendFiles(mika, {
      asset: { name, type, bytes: Buffer.from(content) },
    })
    await app.runDueJobs()
    const { status, failure } = await uploadOf(mika, uuid)
    deepEqual([name, status, failure], [name, 'failed', expected])
    equal((await setup.call(getAsset, { id: kid })).error?.code, 'not_found')
  }
  deepEqual(await storedKeys(integrations, 'media/'), [], 'no rendition of any of them was stored')
  equal(requests, 0)
})
