import { deepEqual, equal } from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { getCurrentAccount } from '#src/accounts/account/account.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { recordsOf } from '../../../test/ownership.ts'
import { createTitle } from '../../../test/titles.ts'
import { testApp } from '../../../test/test-app.ts'

test('a copy’s records form a hash chain that names people only by wallet', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 500 })
  const film = await createTitle(here, mika, { copies: 2, price: 500 })
  const { purchase_id } = await ren.call(purchaseForFree, film.order(2, 500))
  const [creator, buyer] = await Promise.all(
    [mika, ren].map(async (who) => (await who.call(getCurrentAccount, {})).wallet_address),
  )

  const [issued, sold, ...more] = await recordsOf(here, film.tokens.get(2)!)

  equal(more.length, 0)
  const copy = { v: 1, asset_token_id: film.tokens.get(2)!, kid: film.kid, number: 2 }
  const at = here.clock.now.toISOString()
  const [first, second] = [issued!, sold!].map(({ leaf }) => JSON.parse(leaf.toString()) as object)
  const commitment = (salt: Buffer, deal: string) =>
    createHash('sha256').update(salt).update(deal).digest('base64')
  deepEqual(first, {
    ...copy,
    kind: 'issue',
    from: null,
    to: creator,
    n: 1,
    at,
    previous: Buffer.alloc(32).toString('base64'),
    commitment: commitment(issued!.salt, film.kid),
  })
  deepEqual(second, {
    ...copy,
    kind: 'sale',
    from: creator,
    to: buyer,
    n: 2,
    at,
    previous: issued!.hash.toString('base64'),
    commitment: commitment(sold!.salt, purchase_id),
  })
  const hash = createHash('sha256').update(Buffer.of(0)).update(sold!.leaf).digest()
  equal(sold!.hash.toString('hex'), hash.toString('hex'))
})
