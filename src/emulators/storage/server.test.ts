import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import * as s3 from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { collect, statusAndCode, s3Config, testStorage } from '../../../test/storage-fixtures.ts'

const MIB = 1024 ** 2

test('a request needs the right secret and a correct clock', async (t) => {
  const time: { now?: Date } = {}
  const { storage, config } = await testStorage(t, time)
  const get = new s3.GetObjectCommand({ Bucket: 'renban', Key: 'k' })
  const wrongSecret = new s3.S3Client(s3Config({ ...config, secretAccessKey: 'wrong' }))
  const unknownKey = new s3.S3Client(s3Config({ ...config, accessKeyId: '__proto__' }))
  await rejects(wrongSecret.send(get), { name: 'SignatureDoesNotMatch' })
  await rejects(unknownKey.send(get), { name: 'InvalidAccessKeyId' })
  equal(await statusAndCode(fetch(`${config.endpoint}/renban/k`)), '403 AccessDenied')

  const late = new s3.S3Client({ ...s3Config(config), maxAttempts: 1 })
  t.after(() => [wrongSecret, unknownKey, late].forEach((client) => client.destroy()))
  time.now = new Date(Date.now() + 16 * 60_000)
  await rejects(late.send(get), { name: 'RequestTimeTooSkewed' })
  equal(await storage.getBytes('k'), undefined) // the SDK adjusts to the server's clock and retries
})

test("Amazon's example of a signed stream is accepted, but not with a changed byte", async (t) => {
  const now = new Date('2013-05-24T00:00:00Z')
  const time: { now?: Date } = {}
  const { config } = await testStorage(t, time, '')
  time.now = now
  const systemClockOffset = now.getTime() - Date.now()
  const client = new s3.S3Client({ ...s3Config(config), systemClockOffset })
  t.after(() => client.destroy())
  await client.send(new s3.CreateBucketCommand({ Bucket: 'examplebucket' }))
  const sizes = [65_536, 1024, 0]
  const signatures = [
    'ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648',
    '0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497',
    'b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9',
  ]
  const stream = sizes
    .map((n, i) => `${n.toString(16)};chunk-signature=${signatures[i]}\r\n${'a'.repeat(n)}\r\n`)
    .join('')
  const headers = {
    host: 's3.amazonaws.com',
    'x-amz-date': '20130524T000000Z',
    'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
    'content-encoding': 'aws-chunked',
    'x-amz-decoded-content-length': '66560',
    'content-length': '66824',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,' +
      'SignedHeaders=content-encoding;content-length;host;x-amz-content-sha256;x-amz-date;' +
      'x-amz-decoded-content-length;x-amz-storage-class,' +
      'Signature=4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9',
  }
  const put = (body: string) =>
    send(`${config.endpoint}/examplebucket/chunkObject.txt`, headers, body)

  equal(await put(stream.replace(/aa\r\n400/, 'ab\r\n400')), '403 SignatureDoesNotMatch')
  equal(await put(stream.replace(/b6c6/, 'b6c7')), '403 SignatureDoesNotMatch')
  equal(await put(stream), '200')
  const named = { Bucket: 'examplebucket', Key: 'chunkObject.txt' }
  const stored = await client.send(new s3.GetObjectCommand(named))
  equal(await stored.Body!.transformToString(), 'a'.repeat(66_560))
  equal(stored.ContentEncoding, undefined)
})

test('streams of the SDK are unpacked, and their trailing checksum is checked', async (t) => {
  const { storage, config } = await testStorage(t)
  const client = new s3.S3Client({
    ...s3Config(config),
    requestChecksumCalculation: 'WHEN_SUPPORTED',
  })
  t.after(() => client.destroy())
  const body = randomBytes(3 * MIB)
  await client.send(
    new s3.PutObjectCommand({
      Bucket: 'renban',
      Key: 'stream',
      Body: Readable.from([body.subarray(0, 7), body.subarray(7)], { objectMode: false }),
      ContentLength: body.length,
      ChecksumAlgorithm: 'CRC32',
    }),
  )
  ok(body.equals((await storage.getBytes('stream'))!))
})

test('a body must declare its length, at most 5 GiB', async (t) => {
  const { config } = await testStorage(t)
  const client = new s3.S3Client(s3Config(config))
  t.after(() => client.destroy())
  const url = await getSignedUrl(client, new s3.PutObjectCommand({ Bucket: 'renban', Key: 'k' }))
  equal(
    await send(url, { 'content-length': String(5 * 1024 * MIB + 1) }, 'x'),
    '400 EntityTooLarge',
  )
  equal(await send(url, { 'transfer-encoding': 'chunked' }, 'x'), '411 MissingContentLength')
})

test('an object that the client already has is not sent again', async (t) => {
  const { storage, config } = await testStorage(t)
  const client = new s3.S3Client(s3Config(config))
  t.after(() => client.destroy())
  await storage.put('k', Buffer.from('hello'), { type: 'text/plain', cacheControl: 'max-age=60' })
  const url = await getSignedUrl(client, new s3.GetObjectCommand({ Bucket: 'renban', Key: 'k' }))
  const first = await fetch(url)
  const etag = first.headers.get('etag')!
  deepEqual([await first.text(), first.headers.get('cache-control')], ['hello', 'max-age=60'])

  equal((await fetch(url, { headers: { 'if-none-match': etag } })).status, 304)
  equal(
    await statusAndCode(fetch(url, { headers: { 'if-match': '"other"' } })),
    '412 PreconditionFailed',
  )
  const end = await fetch(url, { headers: { range: 'bytes=-2' } })
  deepEqual([await end.text(), end.headers.get('content-range')], ['lo', 'bytes 3-4/5'])
  const none = await fetch(url, { headers: { range: 'bytes=5-' } })
  deepEqual([none.status, none.headers.get('content-range')], [416, 'bytes */5'])
})

test('long lists are returned in pages, each continuing the previous one', async (t) => {
  const { storage, config } = await testStorage(t)
  const client = new s3.S3Client(s3Config(config))
  t.after(() => client.destroy())
  const keys = ['a', 'b', 'c/1', 'c/2', 'd']
  for (const key of keys) await storage.put(key, Buffer.from(key), { type: 'text/plain' })
  const pages = s3.paginateListObjectsV2({ client, pageSize: 2 }, { Bucket: 'renban' })
  deepEqual(
    (await collect(pages)).map(({ Contents }) => Contents!.map(({ Key }) => Key)),
    [['a', 'b'], ['c/1', 'c/2'], ['d']],
  )

  const uploadId = await storage.startMultipart('film', 'video/mp4')
  const named = { Bucket: 'renban', Key: 'film', UploadId: uploadId }
  for (const PartNumber of [10, 9, 1])
    await client.send(new s3.UploadPartCommand({ ...named, PartNumber, Body: 'part' }))
  const some = await client.send(new s3.ListPartsCommand({ ...named, MaxParts: 2 }))
  const PartNumberMarker = some.NextPartNumberMarker
  const rest = await client.send(new s3.ListPartsCommand({ ...named, PartNumberMarker }))
  deepEqual(
    [some, rest].map(({ Parts, IsTruncated }) => [IsTruncated, Parts!.map((p) => p.PartNumber)]),
    [
      [true, [1, 9]],
      [false, [10]],
    ],
  )

  await storage.startMultipart('film', 'video/mp4')
  await storage.startMultipart('another', 'video/mp4')
  const first = await client.send(
    new s3.ListMultipartUploadsCommand({ Bucket: 'renban', MaxUploads: 2 }),
  )
  const { NextKeyMarker, NextUploadIdMarker } = first
  const second = await client.send(
    new s3.ListMultipartUploadsCommand({
      Bucket: 'renban',
      KeyMarker: NextKeyMarker,
      UploadIdMarker: NextUploadIdMarker,
    }),
  )
  deepEqual(
    [first, second].map(({ Uploads }) => Uploads!.map(({ Key }) => Key)),
    [['another', 'film'], ['film']],
  )
})

test('folders and odd names are listed as other clients ask for them', async (t) => {
  const { storage, config } = await testStorage(t)
  const client = new s3.S3Client(s3Config(config))
  t.after(() => client.destroy())
  const keys = ['a b+c.txt', 'a/1', 'a/2', 'b/c/3', 'b&<海>.txt', 'z']
  for (const key of keys) await storage.put(key, Buffer.from(key), { type: 'text/plain' })
  const named = { Bucket: 'renban', Delimiter: '/', EncodingType: 'url' as const }
  const names = ({ Contents = [], CommonPrefixes = [] }: s3.ListObjectsCommandOutput) =>
    [...Contents.map(({ Key }) => Key!), ...CommonPrefixes.map(({ Prefix }) => Prefix!)].map(
      decodeURIComponent,
    )
  const whole = await client.send(new s3.ListObjectsCommand(named))
  deepEqual(names(whole), ['a b+c.txt', 'b&<海>.txt', 'z', 'a/', 'b/'])
  equal(whole.Contents![0]!.Key, 'a%20b%2Bc.txt')

  const seen: string[][] = []
  for (let Marker: string | undefined = ''; Marker !== undefined;) {
    const page: s3.ListObjectsCommandOutput = await client.send(
      new s3.ListObjectsCommand({ ...named, MaxKeys: 2, Marker }),
    )
    seen.push(names(page))
    Marker = page.NextMarker === undefined ? undefined : decodeURIComponent(page.NextMarker)
  }
  deepEqual(seen, [['a b+c.txt', 'a/'], ['b&<海>.txt', 'b/'], ['z']])
  const pages = s3.paginateListObjectsV2({ client, pageSize: 2 }, { ...named, FetchOwner: true })
  deepEqual((await collect(pages)).map(names), seen)
  const inside = await client.send(new s3.ListObjectsV2Command({ ...named, Prefix: 'b/' }))
  deepEqual(names(inside), ['b/c/'])

  const { Buckets } = await client.send(new s3.ListBucketsCommand({}))
  deepEqual(
    Buckets!.map(({ Name }) => Name),
    ['renban'],
  )
  const where = await client.send(new s3.GetBucketLocationCommand({ Bucket: 'renban' }))
  equal(where.LocationConstraint ?? '', '')
})

test('one part of an object can be read by its number', async (t) => {
  const { storage, config } = await testStorage(t)
  const client = new s3.S3Client(s3Config(config))
  t.after(() => client.destroy())
  const UploadId = await storage.startMultipart('film', 'video/mp4')
  const named = { Bucket: 'renban', Key: 'film' }
  const bodies = [Buffer.alloc(5 * MIB, 'a'), Buffer.from('the end')]
  const Parts: s3.CompletedPart[] = []
  for (const [i, Body] of bodies.entries()) {
    const PartNumber = i + 1
    const sent = { ...named, UploadId, PartNumber, Body }
    const { ETag } = await client.send(new s3.UploadPartCommand(sent))
    Parts.push({ PartNumber, ETag })
  }
  const complete = { ...named, UploadId, MultipartUpload: { Parts } }
  await client.send(new s3.CompleteMultipartUploadCommand(complete))

  const first = await client.send(new s3.HeadObjectCommand({ ...named, PartNumber: 1 }))
  deepEqual([first.ContentLength, first.PartsCount], [5 * MIB, 2])
  const second = await client.send(new s3.GetObjectCommand({ ...named, PartNumber: 2 }))
  equal(await second.Body!.transformToString(), 'the end')
  equal(second.ContentRange, `bytes ${5 * MIB}-${5 * MIB + 6}/${5 * MIB + 7}`)
  const third = client.send(new s3.GetObjectCommand({ ...named, PartNumber: 3 }))
  await rejects(third, { name: 'InvalidPartNumber' })
})

test('operations that the emulator does not support are refused', async (t) => {
  const { config } = await testStorage(t)
  const client = new s3.S3Client(s3Config(config))
  t.after(() => client.destroy())
  const named = { Bucket: 'renban', Key: 'k' }
  const refused = [
    new s3.CopyObjectCommand({ ...named, CopySource: 'renban/other' }),
    new s3.GetObjectAclCommand(named),
    new s3.GetBucketVersioningCommand({ Bucket: 'renban' }),
  ]
  for (const command of refused)
    await rejects(client.send(command as s3.GetObjectAclCommand), { name: 'NotImplemented' })
})

/** Sends a PUT that a browser could not send, with any host and length. */
function send(url: string, headers: Record<string, string>, body: string): Promise<string> {
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    const put = request(url, { method: 'PUT', headers }, resolve)
    put.on('error', reject)
    if (Number(headers['content-length']) > body.length) put.write(body)
    else put.end(body)
  })
  return statusAndCode(
    answer.then(async (got) => new Response(await text(got), { status: got.statusCode })),
  )
}
