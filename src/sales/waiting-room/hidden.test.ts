import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { updateGroup } from '#src/catalog/group/group.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { delistSerials } from '#src/sales/listing/listing.shared.ts'
import { brandFixtures } from '../../../test/brand-fixtures.ts'
import type { TestApp } from '../../../test/test-app.ts'
import {
  changeWaitingSettings,
  countEntryStates,
  joinAll,
  STARTS,
  travelFromStart,
  waitingRoom,
} from '../../../test/waiting-rooms.ts'
import { getWaitingRoom } from './waiting.shared.ts'

const PRICE = 1_000

/** Hides a title or its brand, or shows it again. */
const hide = ({ app: { db } }: TestApp, kid: string, thing: 'title' | 'brand', at: string | null) =>
  thing === 'title'
    ? db.updateTable('asset').set({ hidden_at: at }).where('kid', '=', kid).execute()
    : db
        .updateTable('brand')
        .set({ hidden_at: at })
        .where('id', 'in', (of) => of.selectFrom('asset').select('brand_id').where('kid', '=', kid))
        .execute()

for (const thing of ['title', 'brand'] as const)
  test(`people wait on while the ${thing} is hidden, and are admitted when it is shown again`, async (t) => {
    const { here, film, id } = await waitingRoom(t, { copies: 2 })
    const people = await joinAll(here, id, 3, PRICE)
    await hide(here, id, thing, STARTS)
    for (const seconds of [0, 61, 600]) await travelFromStart(here, seconds)
    equal((await here.call(getWaitingRoom, { id })).error?.code, 'not_found')

    await hide(here, id, thing, null)
    deepEqual(await countEntryStates(people, id), { waiting: 3 })
    for (const seconds of [601, 602]) await travelFromStart(here, seconds)

    deepEqual(await countEntryStates(people, id), { admitted: 2, waiting: 1 })
    const late = await here.person('Late', { balance: PRICE })
    const order = { ...film.order(1, PRICE), asset_sale_price: PRICE }
    equal((await late.call(purchaseForFree, order)).error?.code, 'waiting_room')
  })

test('a room without people stays open while its title is hidden, and ends once nothing is offered', async (t) => {
  const { here, mika, film, id } = await waitingRoom(t, { copies: 2 })
  await hide(here, id, 'title', STARTS)
  for (const seconds of [0, 61]) await travelFromStart(here, seconds)
  const endingOf = async () =>
    (await here.app.db.selectFrom('waiting_room').select('ending').executeTakeFirstOrThrow()).ending
  equal(await endingOf(), null)
  await mika.call(delistSerials, { asset_token_ids: [...film.tokens.values()] })
  await travelFromStart(here, 62)
  equal(await endingOf(), 'sold_out')
})

test('a group whose other titles are sold out waits for the one that is hidden', async (t) => {
  const { here, mika, kids, make } = await brandFixtures(t, 2)
  await changeWaitingSettings(here, {})
  const { encrypted_id: id } = await make('Winter set', kids)
  await mika.call(updateGroup, { id, sale_starting_at: STARTS, waiting_room: true })
  await travelFromStart(here, -1_800)
  const people = await joinAll(here, id, 2)
  await hide(here, kids[0]!, 'title', STARTS)
  const { rows } = await here.app.pool.query<{ asset_token_id: string }>(
    'select asset_token_id from serial where kid = $1',
    [kids[1]],
  )
  const asset_token_ids = rows.map(({ asset_token_id }) => asset_token_id)
  equal((await mika.call(delistSerials, { asset_token_ids })).error, undefined)
  for (const seconds of [0, 61]) await travelFromStart(here, seconds)
  deepEqual(await countEntryStates(people, id), { waiting: 2 })
  await hide(here, kids[0]!, 'title', null)
  for (const seconds of [62, 63]) await travelFromStart(here, seconds)
  deepEqual(await countEntryStates(people, id), { admitted: 2 })
})
