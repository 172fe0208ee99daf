import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir, readFile, readlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { freePort } from '../../test/free-port.ts'
import { collect, md5, testStorage } from '../../test/storage-fixtures.ts'
import { openStorage } from './storage.ts'

const MIB = 1024 ** 2
const TEXT = 'text/plain'

test('a stored object is returned with its type, whole or in ranges', async (t) => {
  const { storage } = await testStorage(t)
  await storage.put('a/hello.txt', Buffer.from('hello ocean'), {
    type: TEXT,
    cacheControl: 'private',
  })

  equal(String(await storage.getBytes('a/hello.txt')), 'hello ocean')
  const part = await storage.getStream('a/hello.txt', { start: 6, end: 99 })
  equal(await text(part!.body), 'ocean')
  deepEqual([part!.size, part!.type], [5, TEXT])
  deepEqual(await storage.head('a/hello.txt'), {
    size: 11,
    type: TEXT,
    etag: `"${md5('hello ocean', 'hex')}"`,
  })
  await rejects(storage.getStream('a/hello.txt', { start: 11, end: 12 }), { name: 'InvalidRange' })
})

test('a missing object is undefined, and removing it succeeds', async (t) => {
  const { storage, folder } = await testStorage(t)
  equal(await storage.head('nothing'), undefined)
  equal(await storage.getStream('nothing'), undefined)
  equal(await storage.getFile('nothing', join(folder, 'x')), undefined)
  equal(await storage.listParts('nothing', 'f'.repeat(32)), undefined)
  await storage.remove('nothing')
  await storage.abortMultipart('nothing', 'f'.repeat(32))
})

test('a second upload replaces the first, whose bytes are deleted', async (t) => {
  const { storage, dir } = await testStorage(t)
  await storage.put('k', Buffer.from('one'), { type: TEXT })
  await storage.put('k', Buffer.from('two'), { type: 'text/html' })
  equal(String(await storage.getBytes('k')), 'two')
  equal((await storage.head('k'))!.type, 'text/html')
  equal((await readdir(join(dir, 'pieces'))).length, 1)
  await storage.remove('k')
  deepEqual(await readdir(join(dir, 'pieces')), [])
})

test('objects under a prefix are listed and removed, and others stay', async (t) => {
  const { storage } = await testStorage(t)
  const names = ['hls/a', 'hls/b/1', 'hls/b/2', 'hls2']
  for (const name of names) await storage.put(name, Buffer.from(name), { type: TEXT })
  deepEqual(await collect(storage.list('hls/')), [
    { key: 'hls/a', size: 5 },
    { key: 'hls/b/1', size: 7 },
    { key: 'hls/b/2', size: 7 },
  ])
  await storage.removeAll('hls/')
  await storage.removeAll('hls/')
  deepEqual(await collect(storage.list('')), [{ key: 'hls2', size: 4 }])
  await rejects(storage.removeAll(''), /needs a prefix/)
})

test('keys never become paths of the file system', async (t) => {
  const { storage, dir } = await testStorage(t)
  const keys = ['../../../escape', '..%2f..%2fescape', 'a//b', 'A/é漢字 +&?#%', 'n'.repeat(999)]
  for (const key of keys) await storage.put(key, Buffer.from(key), { type: TEXT })
  for (const key of keys) equal(String(await storage.getBytes(key)), key)
  deepEqual(
    (await collect(storage.list(''))).map(({ key }) => key),
    keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
  )
  deepEqual((await readdir(dir)).toSorted(), ['buckets', 'incoming', 'pieces'])
  deepEqual(await readdir(join(dir, 'buckets')), ['renban'])
  await rejects(storage.put('n'.repeat(1025), Buffer.from(''), { type: TEXT }), {
    name: 'KeyTooLongError',
  })
})

test('a file larger than the part size is uploaded in parts and downloaded whole', async (t) => {
  const { storage, folder } = await testStorage(t)
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  await writeFile(from, randomBytes(12 * MIB))
  await storage.putFile('big', from, {
    type: 'video/mp4',
    cacheControl: 'private',
    partBytes: 5 * MIB,
  })
  match((await storage.head('big'))!.etag, /-3"$/)
  equal(await storage.getFile('big', to), md5(await readFile(from)))
  ok((await readFile(from)).equals(await readFile(to)))
  deepEqual((await readdir(folder)).toSorted(), ['from', 'storage', 'to'])
})

test('50 MB are streamed up and down in little memory', async (t) => {
  const { storage, folder } = await testStorage(t)
  const from = join(folder, 'from')
  await writeFile(from, Buffer.alloc(50e6, 'renban'))
  const before = bytesInUse()
  const seen: number[] = []
  const measure = () => {
    seen.push(bytesInUse() - before)
    timer = setTimeout(measure, 50) // after each measurement, or slow ones would stop the streaming
  }
  let timer = setTimeout(measure, 50)
  await storage.putFile('big', from, { type: 'video/mp4' })
  await storage.getFile('big', join(folder, 'to'))
  clearTimeout(timer)
  equal((await storage.head('big'))!.size, 50e6)
  ok(seen.length > 2 && Math.max(...seen) < 25e6, `${Math.max(...seen)} of ${seen.length}`)
})

test('a cancelled download stops and leaves no partial file', async (t) => {
  const { storage, folder } = await testStorage(t)
  await storage.put('big', Buffer.alloc(50e6), { type: 'video/mp4' })
  const path = join(folder, 'wanted')
  const cancelled = new AbortController()
  const ended = storage.getFile('big', path, cancelled.signal)
  while (!(await readdir(folder)).some((name) => name.startsWith('wanted'))) await sleep(1)
  cancelled.abort(new Error('cancelled'))
  await rejects(ended)
  deepEqual(
    (await readdir(folder)).filter((name) => name.startsWith('wanted')),
    [],
  )
})

test('a bucket is created once, and a missing bucket is an error', async (t) => {
  const { storage, config } = await testStorage(t)
  await storage.ready()
  const lost = openStorage({ ...config, bucket: 'lost' })
  t.after(() => lost.close())
  await rejects(lost.getBytes('k'), { name: 'NoSuchBucket' })
  await rejects(lost.put('k', Buffer.from(''), { type: TEXT }), { name: 'NoSuchBucket' })
})

test('a file that cannot be sent is closed, and one that cannot be read is an error', async (t) => {
  const { storage, config, folder } = await testStorage(t)
  const path = join(folder, 'unsent')
  await writeFile(path, randomBytes(MIB))
  const lost = openStorage({ ...config, bucket: 'lost' })
  const closed = openStorage({ ...config, endpoint: `http://127.0.0.1:${await freePort()}` })
  t.after(() => [lost, closed].forEach((one) => one.close()))
  await rejects(lost.putFile('k', path, { type: TEXT }), { name: 'NoSuchBucket' })
  const range = { path, start: 0, end: MIB - 1 }
  await rejects(lost.sendPart('k', 'f'.repeat(32), 1, range), { name: 'NoSuchBucket' })
  await rejects(closed.putFile('k', path, { type: TEXT }), { name: 'Unreachable' })
  for (let i = 0; i < 50 && (await openFiles()).includes(path); i++) await sleep(10)
  ok(!(await openFiles()).includes(path), 'it is closed')

  await rejects(storage.putFile('k', folder, { type: TEXT }), { code: 'EISDIR' })
})

test('many visitors who read slowly keep no other call waiting', async (t) => {
  const { storage } = await testStorage(t)
  await storage.put('film', Buffer.alloc(4 * MIB), { type: 'video/mp4' }) // more than sockets buffer
  const readers = await Promise.all(Array.from({ length: 60 }, () => storage.getStream('film')))
  t.after(() => readers.forEach((reader) => reader!.body.destroy()))
  equal((await storage.head('film'))!.size, 4 * MIB)
})

/** Returns the paths of the files that this process has open. */
async function openFiles(): Promise<string[]> {
  const open = await readdir('/proc/self/fd')
  return Promise.all(open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
}

/** Returns the bytes held by buffers of client and emulator after a garbage collection. */
function bytesInUse(): number {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}
