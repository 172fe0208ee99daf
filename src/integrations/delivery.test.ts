import { deepEqual, equal, match } from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDelivery } from './delivery.ts'
import type { Storage } from './storage.ts'

type IsSigned = (address: string, secret: string, nowSeconds: number) => Promise<boolean>
const { isSigned } = (await import(join(import.meta.dirname, '../../deploy/media-address.js'))) as {
  isSigned: IsSigned
}

const NOW = new Date('2030-01-01T00:00:00Z')
const SECONDS = NOW.getTime() / 1_000
const SECRET = 'a secret of a CDN, thirty-two or more'
const KEY = 'media/0190/cbcs/360p-ab/1.m4s'

test('an address for a CDN is signed as its rule expects, and opens one file for a minute', async () => {
  const cdn = { from: 'cdn', url: 'https://media.example', secret: SECRET } as const
  const delivery = openDelivery(cdn, undefined as unknown as Storage)
  const address = await delivery.sign(KEY, NOW)
  equal(delivery.origin, 'https://media.example')
  const { pathname, searchParams } = new URL(address)
  const mac = createHmac('sha256', SECRET).update(`/${KEY}${SECONDS}`).digest('base64')
  deepEqual([pathname, searchParams.get('verify')], [`/${KEY}`, `${SECONDS}-${mac}`])
  match(address, /verify=\d+-[\w%]+$/, 'nothing in it is read as another character')

  const at = (seconds: number, of = address) => isSigned(of, SECRET, SECONDS + seconds)
  deepEqual(await Promise.all([0, 59, -5].map((after) => at(after))), [true, true, true])
  deepEqual(await Promise.all([60, 3_600, -6].map((after) => at(after))), [false, false, false])
  equal(await isSigned(address, `${SECRET}!`, SECONDS), false)
  for (const forged of [
    address.replace('1.m4s', '2.m4s'),
    address.replace(String(SECONDS), String(SECONDS + 3_600)),
    address.replace(/verify=.*/, ''),
    address.replace(/verify=.*/, 'verify=1'),
  ])
    deepEqual([await at(0, forged), await at(3_600, forged)], [false, false], forged)
})
