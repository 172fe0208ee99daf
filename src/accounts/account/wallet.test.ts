import { deepEqual, equal } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { MIKA, MINUTE, signInFixtures } from '../../../test/sign-in-steps.ts'
import { tenTimes } from '../../../test/test-app.ts'
import { getCurrentAccount } from './account.shared.ts'
import { isAddressOn } from '#src/accounts/wallet/flow-address.ts'
import { custodyContext, rewrapWallets } from '#src/accounts/wallet/custody.ts'
import { keyRing, open, seal } from '#core/vault.ts'

test('SH-07 every wallet has its own address, which is on no public chain', async (t) => {
  const { browser, signIn, db } = await signInFixtures(t)
  for (const email of tenTimes((i) => `p${i}@example.test`)) await signIn(browser(), email)
  const wallets = await db.selectFrom('wallet').select('address').execute()
  const addresses = wallets.map(({ address }) => address)
  equal(new Set(addresses).size, 10)
  for (const address of addresses)
    deepEqual(
      (['emulator', 'testnet', 'mainnet'] as const).map((chain) => isAddressOn(chain, address)),
      [true, false, false],
    )
})

test('SH-07 two browsers that sign a new person in at once share one wallet and one account', async (t) => {
  const { browser, askCode, prove, db } = await signInFixtures(t)
  const [laptop, phone] = [browser(), browser()]
  const codes = [await askCode(laptop, MIKA), await askCode(phone, MIKA)]
  const proofs = await Promise.all([prove(laptop, MIKA, codes[0]!), prove(phone, MIKA, codes[1]!)])
  deepEqual(
    proofs.map(({ status }) => status),
    [200, 200],
  )
  const [one, other] = proofs.map(({ body }) => body.address)
  equal(one, other)
  equal((await db.selectFrom('wallet_key').select('index').execute()).length, 1)
})

test('a new first key of the ring rewraps every wallet, and they still sign', async (t) => {
  const { browser, signIn, db, config, passTime } = await signInFixtures(t)
  const before = await signIn(browser(), MIKA)
  const { wallet_address } = await before.as(getCurrentAccount, {})
  config.keyRing = `k9:${randomBytes(32).toString('base64')},${config.keyRing}`

  equal(await rewrapWallets(db, config.keyRing), 1)
  equal(await rewrapWallets(db, config.keyRing), 0)
  const [key] = await db.selectFrom('wallet_key').select('kek_id').execute()
  equal(key?.kek_id, 'k9')

  config.keyRing = config.keyRing.split(',')[0]!
  passTime(MINUTE)
  const after = await signIn(browser(), MIKA)
  equal((await after.as(getCurrentAccount, {})).wallet_address, wallet_address)
})

test('more keys than are read at once are all rewrapped', async (t) => {
  const { browser, signIn, db, config } = await signInFixtures(t)
  await signIn(browser(), MIKA)
  const first = await db.selectFrom('wallet_key').selectAll().executeTakeFirstOrThrow()
  const old = keyRing(config.keyRing)
  const more = Array.from({ length: 250 }, async (_, i) => {
    const key = { ...first, index: i + 1 }
    return { ...key, ...(await seal(old, Buffer.from(`secret ${i + 1}`), custodyContext(key))) }
  })
  await db
    .insertInto('wallet_key')
    .values(await Promise.all(more))
    .execute()
  config.keyRing = `k9:${randomBytes(32).toString('base64')},${config.keyRing}`

  equal(await rewrapWallets(db, config.keyRing), 251)

  const renewed = keyRing(config.keyRing.split(',')[0]!)
  const keys = await db.selectFrom('wallet_key').selectAll().where('index', '>', 0).execute()
  for (const key of keys)
    equal(String(await open(renewed, key, custodyContext(key))), `secret ${key.index}`)
})
