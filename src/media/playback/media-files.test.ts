import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../../../test/test-app.ts'

test('public files are served with the platform’s content types and in ranges, and no others', async (t) => {
  const setup = await testApp(t)
  const { integrations } = setup
  const put = (key: string, type: string) =>
    integrations.storage.put(key, Buffer.from('0123456789'), { type })
  await put('media/a/clear/b/1.m4s', 'text/html')
  await put('media/a/page.html', 'text/html')
  await put('uploads/a/asset', 'video/mp4')
  const whole = await fetch(`${setup.url}/media/a/clear/b/1.m4s`)
  equal(await whole.text(), '0123456789')
  equal(whole.headers.get('content-type'), 'video/iso.segment')
  equal(whole.headers.get('x-content-type-options'), 'nosniff')
  match(whole.headers.get('cache-control')!, /immutable/)
  const request = (headers: Record<string, string>, method = 'GET') =>
    fetch(`${setup.url}/media/a/clear/b/1.m4s`, { method, headers })
  const rangeAnswer = async (range: string) => {
    const answer = await request({ range })
    return [answer.status, answer.headers.get('content-range'), await answer.text()]
  }
  deepEqual(await rangeAnswer('bytes=2-4'), [206, 'bytes 2-4/10', '234'])
  deepEqual(await rangeAnswer('bytes=8-'), [206, 'bytes 8-9/10', '89'])
  deepEqual(await rangeAnswer('bytes=-3'), [206, 'bytes 7-9/10', '789'])
  deepEqual(await rangeAnswer('bytes=0-99'), [206, 'bytes 0-9/10', '0123456789'])
  deepEqual(await rangeAnswer('bytes=10-'), [416, 'bytes */10', ''])
  deepEqual(await rangeAnswer('bytes=-0'), [416, 'bytes */10', ''])
  deepEqual(await rangeAnswer('bytes=0-1,3-4'), [200, null, '0123456789'])
  const etag = whole.headers.get('etag')!
  equal((await request({ 'if-none-match': etag })).status, 304)
  const head = await request({}, 'HEAD')
  deepEqual([head.headers.get('content-length'), await head.text()], ['10', ''])
  for (const path of [
    'a/page.html',
    'a/clear/2.m4s',
    'a/',
    '',
    '../uploads/a/asset',
    'a/..%2f1.m4s',
  ])
    equal((await fetch(`${setup.url}/media/${path}`)).status, 404, path)
})
