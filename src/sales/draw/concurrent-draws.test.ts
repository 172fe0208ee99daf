import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { brandFixtures } from '../../../test/brand-fixtures.ts'
import { whileLocked } from '../../../test/row-locks.ts'
import {
  cancelPurchase,
  purchaseForFree,
  purchaseSerial,
} from '#src/sales/purchase/purchase.shared.ts'
import { listSerials } from '#src/catalog/serial/serial.shared.ts'
import { randomlyPurchase } from './draw.shared.ts'

test('an unpaid draw fixes the client seed for draws sent at the same time with other seeds', async (t) => {
  const { here, mika, kids, make } = await brandFixtures(t, 1)
  const { key: group_key, encrypted_id: group_id } = await make('Winter films', kids)
  const ren = await here.person('Ren', { balance: 500 })
  const [copy] = (await here.call(listSerials, { id: kids[0]! })).items
  const { asset_token_id, number } = copy!
  const owned = { kid: kids[0]!, asset_token_id, owner_account_id: mika.account_id }
  const letGo = await ren.call(purchaseSerial, {
    ...owned,
    asset_sale_price: 500,
    balance_to_use: 0,
  })
  await ren.call(cancelPurchase, { kid: kids[0]!, serial_number: number })

  const order = { group_id, number_of_purchases: 1, balance_to_use: 500 }
  const answer = await whileLocked(here.app.db, {
    lock: sql`select from account where id = ${ren.account_id} for no key update`,
    action: () => ren.call(randomlyPurchase, { ...order, client_seed: 'second' }),
    change: (tx) =>
      tx
        .insertInto('draw')
        .values({
          order_id: letGo.purchase_id,
          group_key,
          group_name: 'Winter films',
          n: 0,
          buyer: ren.account_id,
          seed: '',
          client_seed: 'first',
          copies: 1,
          lots: '[]',
          drawn_at: here.clock.now.toISOString(),
        })
        .execute(),
  })

  equal(answer.error?.code, 'draw_changed')
  equal((await ren.call(randomlyPurchase, { ...order, client_seed: 'third' })).status, 'settled')
})

test('a draw that waits while its seed is used and paid draws nothing, even with the same client seed', async (t) => {
  const { here, mika, kids, make } = await brandFixtures(t, 3)
  const { encrypted_id: group_id, key: group_key } = await make('Winter films', kids)
  const ren = await here.person('Ren', { balance: 1_000 })
  const { items } = await here.call(listSerials, { id: kids[0]! })
  const { purchase_id: order_id } = await ren.call(purchaseForFree, {
    kid: kids[0]!,
    asset_token_id: items[0]!.asset_token_id,
    balance_to_use: 500,
    owner_account_id: mika.account_id,
    asset_sale_price: 500,
  })
  const order = { group_id, number_of_purchases: 1, balance_to_use: 500, client_seed: 'mine' }

  const answer = await whileLocked(here.app.db, {
    lock: sql`select from account where id = ${ren.account_id} for no key update`,
    action: () => ren.call(randomlyPurchase, order),
    change: (tx) =>
      tx
        .insertInto('draw')
        .values({
          order_id,
          group_key,
          group_name: 'Winter films',
          n: 0,
          copies: 1,
          lots: '[]',
          buyer: ren.account_id,
          seed: '',
          client_seed: 'mine',
          drawn_at: here.clock.now.toISOString(),
        })
        .execute(),
  })

  equal(answer.error?.code, 'draw_changed')
  equal(await ren.balance(), 500)
})
