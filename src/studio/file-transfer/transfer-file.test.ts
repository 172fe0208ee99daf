import { deepEqual, equal } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { abortUpload, beginUpload, CHUNK_TRIES } from '#src/media/upload/upload.shared.ts'
import { testTransport } from '../../../test/transfer-transport.ts'
import { openFlakyProxy } from '../../../test/flaky-proxy.ts'
import { uploadForm, uploadOf } from '../../../test/uploads.ts'
import { testApp } from '../../../test/test-app.ts'
import { hashOf } from './hash.shared.ts'
import {
  type FileToTransfer,
  TransferError,
  transferFile,
  type ErrorKind,
} from './transfer-file.shared.ts'

const MIB = 1024 ** 2
const BYTES = randomBytes(12 * MIB)
const FILM = { name: 'film.mp4', type: 'video/mp4', bytes: BYTES }
const SONG = { name: 'song.mp3', type: 'audio/mpeg', bytes: BYTES.subarray(MIB) }

/** Prepares a film that goes up in three parts, and a song that goes up whole. */
async function setup(t: TestContext) {
  const { person } = await testApp(t, { role: 'web' })
  const mika = await person('Mika', { role: 'ORH' })
  const line = await openFlakyProxy(t)
  const large = uploadForm(mika, FILM, { large_asset_upload: true })
  const { uuid, asset: film } = await mika.call(beginUpload, large)
  const { asset: song } = await mika.call(
    beginUpload,
    uploadForm(mika, SONG, { title: 'Low Tide' }),
  )
  const jobOf = async ({ upload_id }: { upload_id: string }, bytes: Buffer, partBytes: number) => {
    const file = new Blob([new Uint8Array(bytes)])
    const hash = await hashOf(file, partBytes)
    return { upload_id, file, hash, partBytes, stored: [], signed: null } satisfies FileToTransfer
  }
  const progressCalls: number[] = []
  const observer = {
    onProgress: (bytes: number) => void progressCalls.push(bytes),
    signal: new AbortController().signal,
  }
  const send = (job: FileToTransfer, transport = testTransport(mika, line)) =>
    transferFile(job, observer, transport).then(
      () => 'sent',
      (error: TransferError) => [error.step, error.part],
    )
  return {
    mika,
    line,
    uuid,
    send,
    progressCalls,
    transport: testTransport(mika, line),
    film: await jobOf(film, FILM.bytes, 5 * MIB),
    song: { ...(await jobOf(song, SONG.bytes, 300 * MIB)), signed: { ...song, url: song.url! } },
  }
}

test('UP-03 CO-04 a part that fails thirty times stops the transfer and is reported by its number', async (t) => {
  const { line, send, film, mika, uuid } = await setup(t)
  for (let i = 0; i < CHUNK_TRIES; i++) line.disconnectAt(2, MIB)
  deepEqual(await send(film), ['bytes', 2])
  equal(line.puts.filter(({ part }) => part === 2).length, 30)
  equal(line.mostAtOnce, 2)

  const { chunks } = (await uploadOf(mika, uuid)).files[0]!
  equal(await send({ ...film, stored: chunks }), 'sent')
  equal((await uploadOf(mika, uuid)).status, 'queued')
  equal(line.puts.filter(({ status }) => status === 200).length, 3, 'each part once')
})

test('UP-05 ER-09 a failure names its step: no address, other bytes, or an incomplete file', async (t) => {
  const { line, send, film, song, mika, uuid } = await setup(t)
  const other = new Blob([new Uint8Array(SONG.bytes).fill(0, 0, 1)])
  deepEqual(await send({ ...song, file: other }), ['bytes', 1])
  equal(line.puts.length, 1, 'bytes that do not match the signed MD5 are not sent again')
  const stored = [{ number: 3, size: 2 * MIB }]
  deepEqual(await send({ ...film, stored }), ['complete', 3])
  await mika.call(abortUpload, { uuid })
  equal((await send(film))[0], 'address')
})

test('an expired address is replaced by a new one', async (t) => {
  const { line, send, song } = await setup(t)
  const url = song.signed.url.replace(/Signature=\w/, 'Signature=x')
  equal(await send({ ...song, signed: { ...song.signed, url } }), 'sent')
  deepEqual(
    line.puts.map(({ status }) => status),
    [403, 200],
  )
})

test('time offline does not count as a failed attempt', async (t) => {
  const { line, send, film, transport } = await setup(t)
  const breaks = 2 * CHUNK_TRIES
  for (let i = 0; i < breaks; i++) line.disconnectAt(1, MIB)
  let waited = 0
  const classifyError = (): ErrorKind => 'offline'
  const online = async () => void waited++
  equal(await send(film, { ...transport, classifyError, online }), 'sent')
  equal(waited, breaks)
})

test('the bytes of an interrupted part are not counted as sent', async (t) => {
  const { line, send, film, progressCalls } = await setup(t)
  line.disconnectAt(3, MIB)
  const stored = [1, 2].map((number) => ({ number, size: 5 * MIB }))
  deepEqual(await send({ ...film, stored }), ['complete', 3])
  const broken = progressCalls.indexOf(10 * MIB)
  deepEqual([progressCalls[broken - 1]! > 10 * MIB, progressCalls.at(-1)], [true, 12 * MIB])
})
