import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { getSerial } from '#src/catalog/serial/serial.shared.ts'
import { distribute, distributionFixtures } from '../../../test/distributions.ts'
import type { Person } from '../../../test/people.ts'
import { createTitle } from '../../../test/titles.ts'
import { listSerialsForSale } from './listing.shared.ts'

// A batch is ended as a whole when its distribution ends. Another seller's copy in it would leave the shop
// while somebody pays for it.
test('LI-09 a copy joins neither a batch of copies that are given away nor that of another seller', async (t) => {
  const { here, mika, yuki, film } = await distributionFixtures(t)
  const song = await createTitle(here, yuki, { copies: 2 })
  const list = (seller: Person, token: string, batch: string) =>
    seller.call(listSerialsForSale, {
      listing_type: 'sale',
      asset_token_ids: [token],
      sale_price: 500,
      batch,
    })
  const refusal = async (...call: Parameters<typeof list>) => {
    const { error } = await list(...call)
    return [error?.code, error?.params.field]
  }

  await distribute(mika, film, [1])
  const { batch } = await here.call(getSerial, { id: film.kid, number: 1 })
  deepEqual(await refusal(mika, film.tokens.get(2)!, batch!), ['input_invalid', 'batch'])
  deepEqual(await refusal(yuki, song.tokens.get(1)!, batch!), ['input_invalid', 'batch'])

  const own = randomUUID()
  equal((await list(mika, film.tokens.get(2)!, own)).error, undefined)
  deepEqual(await refusal(yuki, song.tokens.get(1)!, own), ['input_invalid', 'batch'])
  equal((await list(mika, film.tokens.get(3)!, own)).error, undefined)
})
