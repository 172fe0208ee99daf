import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import * as s3 from '@aws-sdk/client-s3'
import {
  md5,
  uploadTerms,
  statusAndCode,
  s3Config,
  testStorage,
} from '../../test/storage-fixtures.ts'

const MIB = 1024 ** 2
const TEXT = 'text/plain'

test('a browser uploads through a signed URL with only the headers it was given', async (t) => {
  const { storage, endpoint } = await testStorage(t)
  const { url, headers } = await storage.signPut('up', uploadTerms('hello'))
  deepEqual(headers, { 'content-md5': md5('hello'), 'content-type': TEXT })

  const preflight = await fetch(url, {
    method: 'OPTIONS',
    headers: { origin: 'https://renban.example', 'access-control-request-headers': 'content-md5' },
  })
  equal(preflight.headers.get('access-control-allow-headers'), 'content-md5')
  const done = await fetch(url, { method: 'PUT', headers, body: 'hello' })
  equal(done.status, 200)
  equal(done.headers.get('etag'), `"${md5('hello', 'hex')}"`)
  match(done.headers.get('access-control-expose-headers')!, /ETag/)
  equal((await storage.head('up'))!.type, TEXT)
  ok(url.startsWith(`${endpoint}/renban/up?`))
})

test('signed metadata is stored with an object, whether uploaded whole or in parts', async (t) => {
  const { storage, config } = await testStorage(t)
  const client = new s3.S3Client(s3Config(config))
  t.after(() => client.destroy())
  const facts = { uuid: '7', 'upload-type': 'poster' }
  const { url, headers } = await storage.signPut('up', { ...uploadTerms('hello'), facts })
  const put = (more: object) =>
    statusAndCode(fetch(url, { method: 'PUT', headers: { ...headers, ...more }, body: 'hello' }))
  equal(await put({ 'x-amz-meta-uuid': '8' }), '403 SignatureDoesNotMatch')
  equal(await put({}), '200')

  const id = await storage.startMultipart('parts', TEXT, { facts })
  const part = await storage.signPart('parts', id, 1, { size: 5, md5: md5('hello') })
  equal(
    (await fetch(part.url, { method: 'PUT', headers: part.headers, body: 'hello' })).status,
    200,
  )
  await storage.completeMultipart('parts', id, (await storage.listParts('parts', id))!)
  for (const Key of ['up', 'parts'])
    deepEqual(
      (await client.send(new s3.HeadObjectCommand({ Bucket: 'renban', Key }))).Metadata,
      facts,
    )
})

test('a signed URL is valid for one key, method, length, digest and type', async (t) => {
  const { storage } = await testStorage(t)
  const { url, headers } = await storage.signPut('up', uploadTerms('hello'))
  const put = (to: string, body: string, more = {}, method = 'PUT') =>
    statusAndCode(fetch(to, { method, headers: { ...headers, ...more }, body }))

  equal(await put(url, 'hellp'), '400 BadDigest')
  equal(await put(url, 'hello!'), '403 SignatureDoesNotMatch')
  equal(await put(url, 'hellp', { 'content-md5': md5('hellp') }), '403 SignatureDoesNotMatch')
  equal(await put(url, 'hello', { 'content-type': 'text/html' }), '403 SignatureDoesNotMatch')
  equal(await put(url, 'hello', { 'x-amz-acl': 'public-read' }), '403 AccessDenied')
  equal(await put(url.replace('/up?', '/other?'), 'hello'), '403 SignatureDoesNotMatch')
  equal(await put(url, 'hello', {}, 'POST'), '403 SignatureDoesNotMatch')
  equal(await put(url.replace('Expires=900', 'Expires=901'), 'hello'), '403 SignatureDoesNotMatch')
  const forged = url.replace(/Signature=(.)/, (_, at) => `Signature=${at === '0' ? 1 : 0}`)
  equal(await put(forged, 'hello'), '403 SignatureDoesNotMatch')
  equal(await statusAndCode(fetch(url)), '403 SignatureDoesNotMatch')
  equal(await statusAndCode(fetch(url.split('?')[0]!)), '403 AccessDenied')
  equal(
    await statusAndCode(
      fetch(url, { method: 'PUT', body: 'hello', headers: { 'content-type': TEXT } }),
    ),
    '403 SignatureDoesNotMatch',
  )
  equal(await storage.head('up'), undefined)
})

test('a signed URL expires on time and is not valid long before it was signed', async (t) => {
  const time: { now?: Date } = {}
  const { storage } = await testStorage(t, time)
  const { url, headers } = await storage.signPut('up', {
    ...uploadTerms('hello'),
    expiresSeconds: 60,
  })
  const put = () => statusAndCode(fetch(url, { method: 'PUT', headers, body: 'hello' }))
  time.now = new Date(Date.now() + 62_000)
  equal(await put(), '403 AccessDenied')
  time.now = new Date(Date.now() - 16 * 60_000)
  equal(await put(), '403 AccessDenied')
  time.now = new Date(Date.now() + 50_000)
  equal(await put(), '200')
})

test('a body of unknown length is bound by its digest', async (t) => {
  const { storage } = await testStorage(t)
  const { url, headers } = await storage.signPut('up', { md5: md5('hello'), type: TEXT })
  const put = (body: string) => statusAndCode(fetch(url, { method: 'PUT', headers, body }))
  equal(await put('hellp'), '400 BadDigest')
  equal(await put('hello!'), '400 BadDigest')
  equal(await put('hello'), '200')
})

test('impossible uploads are not signed', async (t) => {
  const { storage } = await testStorage(t)
  const cases = [{ expiresSeconds: 901 }, { size: 5 * 1024 * MIB + 1 }, { size: -1 }, { md5: 'x' }]
  for (const wrong of cases)
    await rejects(storage.signPut('up', { ...uploadTerms('hello'), ...wrong }), RangeError)
})
