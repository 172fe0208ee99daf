import { deepEqual, equal } from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { test, type TestContext } from 'node:test'
import { beginUpload, CHUNK_BYTES } from '#src/media/upload/upload.shared.ts'
import { testTransport } from '../../../test/transfer-transport.ts'
import { openFlakyProxy } from '../../../test/flaky-proxy.ts'
import { uploadForm, uploadOf } from '../../../test/uploads.ts'
import { testApp } from '../../../test/test-app.ts'
import { hashOf } from './hash.shared.ts'
import { transferFile } from './transfer-file.shared.ts'

const MIB = 1024 ** 2
const SIZE = 4 * CHUNK_BYTES // 1.2 GB

/** Creates a sparse file with random bytes in each of its parts. */
async function largeFile(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'renban-large-'))
  t.after(() => rm(folder, { recursive: true }))
  const path = join(folder, 'film.mp4')
  const file = await open(path, 'w')
  await file.truncate(SIZE)
  for (let at = 0; at < SIZE; at += 100 * MIB) await file.write(randomBytes(MIB), 0, MIB, at)
  await file.close()
  return path
}

async function sha256(stream: Readable) {
  const hash = createHash('sha256')
  await pipeline(stream, hash)
  return hash.digest('hex')
}

test('UP-03 UP-05 a file of 1.2 GB arrives over a broken connection, with a reload in the middle', async (t) => {
  const { person, integrations } = await testApp(t, { role: 'web' })
  const mika = await person('Mika', { role: 'ORH' })
  const line = await openFlakyProxy(t)
  const path = await largeFile(t)
  const file = await openAsBlob(path)
  const hash = await hashOf(file, CHUNK_BYTES)
  const fields = { file_name: 'film.mp4', file_size: SIZE, md5: hash.md5, large_asset_upload: true }
  const empty = { name: '', type: 'video/mp4', bytes: Buffer.alloc(0) }
  const { uuid, asset } = await mika.call(beginUpload, uploadForm(mika, empty, fields))
  const { upload_id } = asset
  const page = new AbortController()
  line.disconnectAt(2, 20 * MIB)
  line.onPut(3, 20 * MIB, () => line.disconnectAll())
  line.onPut(3, 40 * MIB, () => page.abort()) // during its second attempt
  line.disconnectAt(4, 20 * MIB)

  const job = { upload_id, file, hash, signed: null, stored: [] }
  const transport = testTransport(mika, line)
  const observer = { onProgress: () => {}, signal: page.signal }
  equal(
    (await transferFile(job, observer, transport).catch((error: Error) => error))?.name,
    'AbortError',
  )
  const [left] = (await uploadOf(mika, uuid)).files
  const again = { onProgress: () => {}, signal: new AbortController().signal }
  await transferFile({ ...job, stored: left!.chunks }, again, transport)

  equal(line.mostAtOnce, 2)
  const taken = line.puts.flatMap(({ part, status }, i) => (status === 200 ? [{ part, i }] : []))
  const twice = taken.filter(({ part, i }) =>
    line.puts.slice(i + 1).some((put) => put.part === part),
  )
  deepEqual(twice, [], 'stored parts are not sent again')
  deepEqual(
    [2, 3, 4].filter((part) => line.puts.filter((put) => put.part === part).length < 2),
    [],
    'these parts were interrupted',
  )
  const key = `uploads/${uuid}/asset`
  const stored = (await integrations.storage.getStream(key))!
  equal(await sha256(stored.body), await sha256(createReadStream(path)))
  equal((await uploadOf(mika, uuid)).status, 'queued')
  deepEqual(await Array.fromAsync(integrations.storage.listMultiparts()), [])
})
