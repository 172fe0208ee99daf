import { deepEqual, equal } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { abortUpload, beginUpload, CHUNK_TRIES } from '#src/media/upload/upload.shared.ts'
import { carrierOf } from '../../../test/carrier.ts'
import { openLine } from '../../../test/flaky-line.ts'
import { form, uploadOf } from '../../../test/uploads.ts'
import { testApp } from '../../../test/test-app.ts'
import { hashOf } from './hash.shared.ts'
import { type FileToSend, SendError, sendFile, type Verdict } from './send-file.shared.ts'

const MIB = 1024 ** 2
const BYTES = randomBytes(12 * MIB)
const FILM = { name: 'film.mp4', type: 'video/mp4', bytes: BYTES }
const SONG = { name: 'song.mp3', type: 'audio/mpeg', bytes: BYTES.subarray(MIB) }

/** A film that is to go up in three parts, and a song that goes up whole. */
async function desk(t: TestContext) {
  const { person } = await testApp(t, { role: 'web' })
  const mika = await person('Mika', { role: 'ORH' })
  const line = await openLine(t)
  const large = form(mika, FILM, { large_asset_upload: true })
  const { uuid, asset: film } = await mika.call(beginUpload, large)
  const { asset: song } = await mika.call(beginUpload, form(mika, SONG, { title: 'Low Tide' }))
  const jobOf = async ({ upload_id }: { upload_id: string }, bytes: Buffer, chunkBytes: number) => {
    const file = new Blob([new Uint8Array(bytes)])
    const hash = await hashOf(file, chunkBytes)
    return { upload_id, file, hash, chunkBytes, there: [], signed: null } satisfies FileToSend
  }
  const told: number[] = []
  const watch = {
    onProgress: (bytes: number) => void told.push(bytes),
    signal: new AbortController().signal,
  }
  const send = (job: FileToSend, carrier = carrierOf(mika, line)) =>
    sendFile(job, watch, carrier).then(
      () => 'sent',
      (error: SendError) => [error.step, error.part],
    )
  return {
    ...{ mika, line, uuid, send, told, carrier: carrierOf(mika, line) },
    film: await jobOf(film, FILM.bytes, 5 * MIB),
    song: { ...(await jobOf(song, SONG.bytes, 300 * MIB)), signed: { ...song, url: song.url! } },
  }
}

test('UP-03 a part that fails thirty times is told by its number, and nothing else goes on', async (t) => {
  const { line, send, film, mika, uuid } = await desk(t)
  for (let i = 0; i < CHUNK_TRIES; i++) line.drop(2, MIB)
  deepEqual(await send(film), ['bytes', 2])
  equal(line.puts.filter(({ part }) => part === 2).length, 30)
  equal(line.mostAtOnce, 2)

  const { chunks } = (await uploadOf(mika, uuid)).files[0]!
  equal(await send({ ...film, there: chunks }), 'sent')
  equal((await uploadOf(mika, uuid)).status, 'queued')
  equal(line.puts.filter(({ status }) => status === 200).length, 3, 'each part once')
})

test('UP-05 what fails is told by its step: no address, other bytes, a file that is not all there', async (t) => {
  const { line, send, film, song, mika, uuid } = await desk(t)
  const other = new Blob([new Uint8Array(SONG.bytes).fill(0, 0, 1)])
  deepEqual(await send({ ...song, file: other }), ['bytes', 1])
  equal(line.puts.length, 1, 'bytes that are not those promised are not sent again')
  const said = [{ number: 3, size: 2 * MIB }]
  deepEqual(await send({ ...film, there: said }), ['complete', 3])
  await mika.call(abortUpload, { uuid })
  equal((await send(film))[0], 'address')
})

test('an address that has grown too old is asked for anew', async (t) => {
  const { line, send, song } = await desk(t)
  const url = song.signed.url.replace(/Signature=\w/, 'Signature=x')
  equal(await send({ ...song, signed: { ...song.signed, url } }), 'sent')
  deepEqual(
    line.puts.map(({ status }) => status),
    [403, 200],
  )
})

test('to have no line is no try: it waits for as long as it takes', async (t) => {
  const { line, send, film, carrier } = await desk(t)
  const breaks = 2 * CHUNK_TRIES
  for (let i = 0; i < breaks; i++) line.drop(1, MIB)
  let waited = 0
  const judge = (): Verdict => 'offline'
  const online = async () => void waited++
  equal(await send(film, { ...carrier, judge, online }), 'sent')
  equal(waited, breaks)
})

test('bytes of a part that was broken off are not told as up', async (t) => {
  const { line, send, film, told } = await desk(t)
  line.drop(3, MIB)
  const there = [1, 2].map((number) => ({ number, size: 5 * MIB }))
  deepEqual(await send({ ...film, there }), ['complete', 3])
  const broken = told.indexOf(10 * MIB)
  deepEqual([told[broken - 1]! > 10 * MIB, told.at(-1)], [true, 12 * MIB])
})
