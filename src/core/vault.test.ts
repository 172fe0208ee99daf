import { deepEqual, equal, notDeepEqual, rejects, throws } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { custodyContext } from '#src/accounts/wallet/custody.ts'
import { keyRing, open, rewrap, seal } from './vault.ts'

const ringKey = () => randomBytes(32).toString('base64')
const [K1, K2] = [ringKey(), ringKey()]
const CONTEXT = custodyContext({ address: '0x01', index: 0, sign_algo: 'ECDSA_P256' })
const secret = () => Buffer.from('a wallet’s private key')

test('a sealed secret opens with the same ring and context, and no two sealed texts are equal', async () => {
  const ring = keyRing(`k1:${K1}`)
  const sealed = await seal(ring, secret(), CONTEXT)
  deepEqual(await open(ring, sealed, CONTEXT), secret())
  notDeepEqual((await seal(ring, secret(), CONTEXT)).sealed, sealed.sealed)
})

test('a sealed key moved to another address, index or algorithm does not open', async () => {
  const ring = keyRing(`k1:${K1}`)
  const sealed = await seal(ring, secret(), CONTEXT)
  for (const key of [
    { address: '0x02', index: 0, sign_algo: 'ECDSA_P256' },
    { address: '0x01', index: 1, sign_algo: 'ECDSA_P256' },
    { address: '0x01', index: 0, sign_algo: 'ECDSA_secp256k1' },
  ])
    await rejects(open(ring, sealed, custodyContext(key)), /authenticate/)
})

test('a single changed bit is detected anywhere', async () => {
  const ring = keyRing(`k1:${K1}`)
  const sealed = await seal(ring, secret(), CONTEXT)
  for (const part of ['wrapped', 'sealed'] as const)
    for (const at of [0, 12, sealed[part].length - 1]) {
      const changed = Buffer.from(sealed[part])
      changed[at]! ^= 1
      await rejects(open(ring, { ...sealed, [part]: changed }, CONTEXT), /authenticate/)
    }
  await rejects(open(ring, { ...sealed, sealed: Buffer.alloc(27) }, CONTEXT), /Too short/)
})

test('a new ring key rewraps a sealed secret, and the old key can be removed', async () => {
  const [before, during, after] = [`k1:${K1}`, `k2:${K2},k1:${K1}`, `k2:${K2}`].map(keyRing)
  const old = await seal(before!, secret(), CONTEXT)
  deepEqual(await open(during!, old, CONTEXT), secret())

  const renewed = await rewrap(during!, old, CONTEXT)
  equal(renewed.kek_id, 'k2')
  deepEqual(renewed.sealed, old.sealed)
  deepEqual(await open(after!, renewed, CONTEXT), secret())
  await rejects(open(after!, old, CONTEXT), /no key k1/)
  equal(await rewrap(during!, renewed, CONTEXT), renewed)
})

test('another key of the same name opens nothing', async () => {
  const sealed = await seal(keyRing(`k1:${K1}`), secret(), CONTEXT)
  await rejects(open(keyRing(`k1:${K2}`), sealed, CONTEXT), /authenticate/)
})

test('a malformed key ring is refused', () => {
  const short = randomBytes(31).toString('base64')
  for (const text of ['', 'k1', `k1:${short}`, `:${K1}`, `k1:${K1},`, `k1:${K1},k1:${K2}`])
    throws(() => keyRing(text), /KEY_RING/, text)
})
