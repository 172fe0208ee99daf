import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import {
  getBoard,
  getSerial,
  listCreatedSerials,
  parseBoardRow,
} from '#src/catalog/serial/serial.shared.ts'
import { delistSerials } from './listing.shared.ts'
import { claim, distribute, distributionFixtures } from '../../../test/distributions.ts'
import { lentForFree } from '../../../test/free-rentals.ts'
import { giveOne } from '../../../test/gifts.ts'
import { lent } from '../../../test/loans.ts'
import { listForSale } from '../../../test/titles.ts'
import { openToTrade } from '../../../test/trades.ts'

const KINDS = ['free_distribution', 'free_rental', 'transfer', 'loan', 'sale', 'trade']

test('AS-04 ST-06 the owner of a copy is told how it is offered, given or lent, and nobody else', async (t) => {
  const { here, mika, ren, film } = await distributionFixtures(t, { copies: 7 })
  await distribute(mika, film, [1])
  await lentForFree(mika, film, [2])
  await giveOne(mika, film, 3)
  await lent(mika, film, 4)
  await listForSale(here, mika, [film.tokens.get(5)!], 500)
  await openToTrade(here, { owner: mika, token: film.tokens.get(6)! })
  const id = film.kid
  const kindOf = async (who: Pick<typeof mika, 'call'>, number: number) =>
    (await who.call(getSerial, { id, number })).listing_kind
  const kindsFor = (who: Pick<typeof mika, 'call'>) =>
    Promise.all([1, 2, 3, 4, 5, 6, 7].map((number) => kindOf(who, number)))

  deepEqual(await kindsFor(mika), [...KINDS, null])
  for (const who of [ren, here]) deepEqual(await kindsFor(who), Array(7).fill(null))
  const numbersOf = async (listing_kind: 'loan' | 'transfer' | 'none') => {
    const { items, total } = await mika.call(listCreatedSerials, { id, listing_kind })
    equal(total, items.length)
    return items.map(({ number }) => number)
  }
  deepEqual(await numbersOf('transfer'), [3])
  deepEqual(await numbersOf('loan'), [4])
  deepEqual(await numbersOf('none'), [7])
  const { rows } = await mika.call(getBoard, { id })
  deepEqual(
    rows.map(parseBoardRow).map(({ listing_kind }) => listing_kind),
    [...KINDS.slice(0, 4), null, null, null], // the status of the others says it
  )
  const { rows: seen } = await ren.call(getBoard, { id })
  deepEqual(seen.filter((row) => row.length > 5), []) // oxfmt-ignore
})

test('EN-01 a title whose copies everybody may claim says so, and one with a gift only to who gives it', async (t) => {
  const { here, mika, ren, film } = await distributionFixtures(t, { copies: 4 })
  const seenBy = async (who: Pick<typeof mika, 'call'>) => {
    const seen = await who.call(getAsset, { id: film.kid })
    return [seen.type_of_listing, seen.free_copies_count]
  }
  await giveOne(mika, film, 1)
  deepEqual(await seenBy(mika), ['transfer', 0])
  for (const who of [ren, here]) deepEqual(await seenBy(who), ['unknown', 0])
  await distribute(mika, film, [2], { allowed_asset_acquirers: [ren.email] })
  for (const who of [ren, here]) deepEqual(await seenBy(who), ['unknown', 0])

  const id = await distribute(mika, film, [3, 4])
  for (const who of [mika, ren, here]) deepEqual(await seenBy(who), ['transfer', 2])
  equal((await claim(ren, id)).error, undefined)
  for (const who of [mika, ren, here]) deepEqual(await seenBy(who), ['transfer', 1])
  await mika.call(delistSerials, { asset_token_ids: [film.tokens.get(1)!] })
  await listForSale(here, ren, [film.tokens.get(3)!], 900)
  for (const who of [mika, ren, here]) deepEqual(await seenBy(who), ['sale', 1])
})
