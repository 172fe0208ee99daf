import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { give, giveOne } from '../../../test/gifts.ts'
import { codeFor } from '../../../test/mailed-codes.ts'
import { countOutcomes, tenTimes, testApp, travelTo } from '../../../test/test-app.ts'
import { createTitle, listForSale } from '../../../test/titles.ts'
import { delistSerials } from '#src/sales/listing/listing.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import { withdrawGift } from './gift.shared.ts'

/** Opens a test app with Mika's title: No. 20 is for sale at 4,000 yen, so each copy is worth that. */
async function largeFixtures(t: TestContext, price = 4_000) {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 20 })
  await listForSale(here, mika, [film.tokens.get(20)!], price)
  const confirmed = async () => ({ code: await codeFor(here, mika, 'gift') })
  return { here, mika, film: { ...film, asset_sale_price: price }, confirmed }
}

test('GF-06 copies worth more than 10,000 yen are given with a fresh code only', async (t) => {
  const { here, mika, film, confirmed } = await largeFixtures(t)
  const numbers = [1, 2, 3]
  const outcome = async (terms = {}) => (await give(mika, film, numbers, terms)).error?.code
  equal(await outcome(), 'gift_needs_confirmation')
  equal(await outcome({ code: '123456' }), 'code_expired', 'no code was mailed')
  const bank = await codeFor(here, mika, 'bank')
  equal(await outcome({ code: bank }), 'code_expired', 'a code for another step')
  const { code } = await confirmed()
  equal(await outcome({ code: '000000' }), 'code_wrong')
  equal(await outcome({ code }), undefined)
  equal((await give(mika, film, [4], { code })).error?.code, 'code_expired', 'a code works once')
})

test('GF-06 a large gift with a code happens once for each key, and its repeat needs no other code', async (t) => {
  const { mika, film, confirmed } = await largeFixtures(t)
  const key = randomUUID()
  const terms = await confirmed()
  const first = await give(mika, film, [1, 2, 3], terms, key)
  equal(first.error, undefined)
  deepEqual(await give(mika, film, [1, 2, 3], terms, key), first)
  const other = await give(mika, film, [1, 2], {}, key)
  equal(other.error?.code, 'idempotency_key_reused')
})

test('GF-06 small gifts of 24 hours count together, also withdrawn ones and ten at once', async (t) => {
  const { here, mika, film } = await largeFixtures(t)
  const answers = await Promise.all(tenTimes((i) => give(mika, film, [i + 1])))
  deepEqual(countOutcomes(answers), { done: 2, gift_needs_confirmation: 8 })
  const given = answers.flatMap((answer) => (answer.error ? [] : answer.items))
  await mika.call(withdrawGift, { id: given[0]!.id })
  const again = [given[0]!.copy.number]
  equal((await give(mika, film, again)).error, undefined, 'the same copy counts once')
  equal((await give(mika, film, [11])).error?.code, 'gift_needs_confirmation')
  await travelTo(here, new Date(here.clock.now.getTime() + 86_401_000))
  equal((await give(mika, film, [11])).error, undefined)
})

test('GF-06 a copy is worth its last price if none of its title is for sale for more', async (t) => {
  const { here, mika, film } = await largeFixtures(t, 12_000)
  const ren = await here.person('Ren', { balance: 12_000 })
  const order = { ...film.order(20, 12_000), asset_sale_price: 12_000 }
  equal((await ren.call(purchaseForFree, order)).error, undefined)
  equal(
    (await give(mika, film, [1])).error,
    undefined,
    'nothing is for sale, and it was never sold',
  )
  equal((await give(ren, film, [20])).error?.code, 'gift_needs_confirmation')
  await listForSale(here, mika, [film.tokens.get(2)!], 500)
  equal((await give(ren, film, [20])).error?.code, 'gift_needs_confirmation')
  await mika.call(delistSerials, { asset_token_ids: [film.tokens.get(2)!] })
})

test('GF-06 administrators set the limit, and other reasons come first', async (t) => {
  const { here, mika, film } = await largeFixtures(t)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const set = async (version: number, gift_confirm_yen: number) =>
    sora.call(changeSettings, { version, reason: 'as decided', gift_confirm_yen })
  const { version } = await set(0, 3_999)
  equal((await give(mika, film, [1])).error?.code, 'gift_needs_confirmation')
  equal((await give(mika, film, [1, 20])).error?.code, 'already_listed', 'no code in vain')
  await set(version, 4_000)
  equal((await giveOne(mika, film, 1)).status, 'open')
})
