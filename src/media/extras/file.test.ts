import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { logOut } from '#src/accounts/account/account.shared.ts'
import { listOwnExtras } from '#src/media/replacements/extra.shared.ts'
import {
  addExtra,
  openExtra,
  ownExtra,
  pdfFile,
  sendExtra,
  waitForExtra,
} from '../../../test/extras.ts'
import { hollowPng } from '../../../test/hollow-png.ts'
import { giveCopy } from '../../../test/playback-fixtures.ts'
import { keepBodies } from '../../../test/storage-fixtures.ts'
import { testApp, waitUntil } from '../../../test/test-app.ts'
import { createTitle } from '../../../test/titles.ts'
import { plainPicture, smallFiles, type TestFile } from '../../../test/uploads.ts'
import { listExtras, removeExtra, updateExtra } from './extra.shared.ts'

const PADDING = 8_000_000 // more than sockets and streams hold back

/** Opens a test app with Mika's title; Ren owns No. 7. */
async function appWithHolder(t: TestContext) {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const film = await createTitle(here, mika, { copies: 10 })
  const no7 = film.tokens.get(7)!
  await giveCopy(here, no7, ren)
  return { here, mika, ren, kid: film.kid, no7 }
}

test('storage stops sending an extra to a visitor who left before its first byte', async (t) => {
  const { here, mika, ren, kid } = await appWithHolder(t)
  const id = await addExtra(mika, kid, pdfFile(PADDING))
  const bodies = keepBodies(here)
  const headers = { authorization: `Bearer ${ren.token}` }
  const answer = await here.app.hono.request(`/api/2.0/extras/${id}/file`, { headers })
  await answer.body!.cancel()
  equal(bodies.length, 1)
  ok(await waitUntil(async () => bodies[0]!.destroyed, Boolean, 2))
})

test('EX-11 a holder gets a whole PDF or a part of it, as an attachment that runs nothing', async (t) => {
  const { here, mika, ren, kid } = await appWithHolder(t)
  const file = pdfFile(100)
  const id = await addExtra(mika, kid, file, { name: 'Notes / “1”' })
  const whole = await openExtra(here, id, ren)
  equal(whole.status, 200)
  deepEqual(Buffer.from(await whole.arrayBuffer()), file.bytes)
  equal(whole.headers.get('content-type'), 'application/pdf')
  equal(
    whole.headers.get('content-disposition'),
    `attachment; filename*=UTF-8''Notes%20_%20%E2%80%9C1%E2%80%9D.pdf`,
  )
  equal(whole.headers.get('content-security-policy'), `default-src 'none'; sandbox`)
  equal(whole.headers.get('x-content-type-options'), 'nosniff')
  equal(whole.headers.get('cross-origin-resource-policy'), 'same-origin')
  match(whole.headers.get('cache-control')!, /private, no-store/)
  equal(whole.headers.get('x-accel-buffering'), 'no')

  const range = async (of: string) => {
    const part = await openExtra(here, id, ren, { range: of })
    return [part.status, part.headers.get('content-range'), await part.text()]
  }
  const size = file.bytes.length
  deepEqual(await range('bytes=0-4'), [206, `bytes 0-4/${size}`, '%PDF-'])
  deepEqual(await range('bytes=-6'), [206, `bytes ${size - 6}-${size - 1}/${size}`, '%%EOF\n'])
  equal((await range('bytes=5-2'))[0], 200)
  deepEqual(await range(`bytes=${size}-`), [416, `bytes */${size}`, ''])
  const head = await fetch(`${here.url}/api/2.0/extras/${id}/file`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${ren.token}` },
  })
  deepEqual([head.status, head.headers.get('content-length')], [200, String(size)])
})

test('EX-12 a download ends when the copy changes hands, the numbers change, the extra is removed or the session ends', async (t) => {
  const { here, mika, ren, kid, no7 } = await appWithHolder(t)
  const aoi = await here.person('Aoi')
  const file = pdfFile(PADDING)
  const id = await addExtra(mika, kid, file)

  const slow = await openExtra(here, id, ren)
  equal((await readAll(slow)).length, file.bytes.length, 'a holder gets all of it')

  /** Begins a download, lets something happen, and reads on until the answer breaks off. */
  async function breaksOff(who: typeof ren, change: () => Promise<unknown>) {
    const answer = await openExtra(here, id, who)
    equal(answer.status, 200)
    const reader = answer.body!.getReader()
    let read = (await reader.read()).value!.length
    await change()
    await rejects(async () => {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        read += value.length
      }
    })
    ok(read < file.bytes.length, `${read} bytes were read`)
  }
  await breaksOff(ren, () => giveCopy(here, no7, aoi))
  equal((await openExtra(here, id, ren)).status, 403)
  await breaksOff(aoi, () => mika.call(updateExtra, { kid, id, numbers: '1-6' }))
  await mika.call(updateExtra, { kid, id, numbers: null })
  await breaksOff(aoi, () => aoi.call(logOut, {}))
  await breaksOff(mika, () => mika.call(removeExtra, { kid, id }))
})

async function readAll(answer: Response) {
  return Buffer.from(await answer.arrayBuffer())
}

test('EX-13 a clip, a voice message and a poster are made anew from what was sent', async (t) => {
  const { here, mika, ren, kid } = await appWithHolder(t)
  const { film, song } = await smallFiles()
  const picture = await plainPicture(2_400, 1_200)
  const made: [TestFile, 'clip' | 'voice' | 'poster', string, RegExp][] = [
    [film, 'clip', 'video/mp4', /ftyp/],
    [song, 'voice', 'audio/mp4', /ftyp/],
    [picture, 'poster', 'image/webp', /WEBP/],
  ]
  for (const [file, kind, type, mark] of made) {
    const id = await addExtra(mika, kid, file, { kind, name: kind })
    const answer = await openExtra(here, id, ren)
    equal(answer.headers.get('content-type'), type)
    equal(answer.headers.get('content-disposition'), 'inline')
    const bytes = await readAll(answer)
    match(bytes.toString('latin1', 0, 16), mark)
    if (kind !== 'poster') ok(bytes.indexOf('moov') < bytes.indexOf('mdat'), 'plays while it loads')
  }
  const { items } = await ren.call(listExtras, { id: kid })
  deepEqual(
    items.map(({ name }) => name),
    ['clip', 'voice', 'poster'],
  )

  const mistaken = await addExtra(mika, kid, song, { kind: 'clip' })
  equal((await ownExtra(mika, kid, mistaken))?.kind, 'voice', 'as its tracks show')
  const counts = (await mika.call(listOwnExtras, { kid })).items.map((item) => item.opened_count)
  deepEqual(counts, [1, 1, 1, 0])
})

test('EX-14 files that are not what they claim to be are refused', async (t) => {
  const { mika, kid } = await appWithHolder(t)
  const { film } = await smallFiles()
  const html = Buffer.from('<!doctype html><script>alert(1)</script>%PDF-1.4 %%EOF')
  const hostile: [string, TestFile['bytes'], 'clip' | 'poster' | 'pdf' | 'voice', string][] = [
    ['page.pdf', html, 'pdf', 'media_mismatch'],
    ['cut.pdf', pdfFile(5_000).bytes.subarray(0, 3_000), 'pdf', 'media_broken'],
    ['film.pdf', film.bytes, 'pdf', 'media_mismatch'],
    ['notes.mp4', pdfFile().bytes, 'clip', 'media_unknown'],
    ['list.mp4', Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'), 'clip', 'media_unknown'],
    ['film.png', film.bytes, 'poster', 'media_mismatch'],
    [
      'drawing.png',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'poster',
      'media_unknown',
    ],
    ['cut.mp3', film.bytes.subarray(0, 900), 'voice', 'media_broken'],
    ['bomb.png', hollowPng(60_000, 60_000), 'poster', 'image_too_large'],
  ]
  for (const [name, bytes, kind, code] of hostile) {
    const id = await sendExtra(mika, kid, { name, type: 'application/pdf', bytes }, { kind })
    const { upload } = (await waitForExtra(mika, kid, id))!
    deepEqual([name, upload?.status, upload?.failure], [name, 'failed', code])
  }
  deepEqual((await mika.call(listExtras, { id: kid })).items, [])
})
