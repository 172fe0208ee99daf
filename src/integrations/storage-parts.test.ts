import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { collect, uploadTerms, statusAndCode, testStorage } from '../../test/storage-fixtures.ts'

const MIB = 1024 ** 2
const TEXT = 'text/plain'

test('an upload in parts can be resumed, and completing it twice succeeds', async (t) => {
  const { storage } = await testStorage(t)
  const body = randomBytes(11 * MIB)
  const parts = [
    body.subarray(0, 5 * MIB),
    body.subarray(5 * MIB, 10 * MIB),
    body.subarray(10 * MIB),
  ]
  const uploadId = await storage.startMultipart('film', 'video/mp4')
  const send = async (number: number) => {
    const part = parts[number - 1]!
    const { url, headers } = await storage.signPart('film', uploadId, number, uploadTerms(part))
    equal((await fetch(url, { method: 'PUT', headers, body: part })).status, 200)
  }
  await send(3)
  await send(1)

  const arrived = (await storage.listParts('film', uploadId))!
  deepEqual(
    arrived.map(({ number, size }) => [number, size]),
    [
      [1, 5 * MIB],
      [3, MIB],
    ],
  )
  deepEqual(
    (await collect(storage.listMultiparts())).map(({ key }) => key),
    ['film'],
  )
  await send(2)
  await send(2)
  const all = (await storage.listParts('film', uploadId))!
  equal(await storage.head('film'), undefined)
  await storage.completeMultipart('film', uploadId, all)
  await storage.completeMultipart('film', uploadId, all)

  equal((await storage.head('film'))!.type, 'video/mp4')
  ok(body.equals((await storage.getBytes('film'))!))
  const across = await storage.getStream('film', { start: 5 * MIB - 2, end: 10 * MIB + 1 })
  ok(body.subarray(5 * MIB - 2, 10 * MIB + 2).equals(await buffer(across!.body)))
  deepEqual(await collect(storage.listMultiparts()), [])
})

test('an upload with too small a part, a wrong part or no part is refused', async (t) => {
  const { storage, dir } = await testStorage(t)
  const uploadId = await storage.startMultipart('film', 'video/mp4')
  for (const number of [1, 2]) {
    const { url, headers } = await storage.signPart('film', uploadId, number, uploadTerms('small'))
    equal(
      await statusAndCode(fetch(url, { method: 'PUT', headers, body: 'smalL' })),
      '400 BadDigest',
    )
    await fetch(url, { method: 'PUT', headers, body: 'small' })
  }
  const [one, two] = (await storage.listParts('film', uploadId))!
  const complete = (parts: { number: number; etag: string }[]) =>
    storage.completeMultipart('film', uploadId, parts)

  await rejects(complete([one!, two!]), { name: 'EntityTooSmall' })
  await rejects(complete([one!, one!]), { name: 'InvalidPartOrder' })
  await rejects(complete([{ number: 1, etag: `"${'0'.repeat(32)}"` }]), { name: 'InvalidPart' })
  await rejects(complete([{ number: 7, etag: one!.etag }]), { name: 'InvalidPart' })
  await rejects(complete([]), { name: 'MalformedXML' })
  const other = await storage.signPart('other', uploadId, 1, uploadTerms('small'))
  const { url, headers } = other
  equal(
    await statusAndCode(fetch(url, { method: 'PUT', headers, body: 'small' })),
    '404 NoSuchUpload',
  )
  const far = await storage.signPart('film', uploadId, 10_001, uploadTerms('small'))
  equal(
    await statusAndCode(fetch(far.url, { method: 'PUT', headers, body: 'small' })),
    '400 InvalidArgument',
  )

  await storage.abortMultipart('film', uploadId)
  await rejects(complete([one!]), /no longer exists/)
  deepEqual(await readdir(join(dir, 'pieces')), [])
})

test('confirmed data survives the process, and an incomplete upload leaves nothing', async (t) => {
  const { storage, dir, open } = await testStorage(t)
  await storage.put('kept', Buffer.from('kept'), { type: TEXT })
  const uploadId = await storage.startMultipart('film', 'video/mp4')
  const { url, headers } = await storage.signPart('film', uploadId, 1, uploadTerms('part'))
  await fetch(url, { method: 'PUT', headers, body: 'part' })
  const half = await storage.signPut('half', uploadTerms('x'.repeat(1000)))
  const cut = request(half.url, {
    method: 'PUT',
    headers: { ...half.headers, 'content-length': 1000 },
  })
  cut.on('error', () => {})
  cut.write('x'.repeat(500))
  while ((await readdir(join(dir, 'incoming'))).length === 0) await new Promise(setImmediate)

  // A second emulator on the same folder sees the state after a kill and restart.
  const again = await open()
  equal(String(await again.storage.getBytes('kept')), 'kept')
  equal(await again.storage.head('half'), undefined)
  const parts = (await again.storage.listParts('film', uploadId))!
  await again.storage.completeMultipart('film', uploadId, parts)
  equal(String(await again.storage.getBytes('film')), 'part')
  cut.destroy()
})
