import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import type { Endpoint } from '#core/http/endpoint.ts'
import { inTx } from '#core/database/db.ts'
import { api } from '#src/api.ts'
import { setBrandHidden } from '#src/catalog/brand/brand-hidden.ts'
import { type HiddenId, hiddenIds, publicIds } from './hidden-ids.ts'
import { requestFullResponse, endpointName } from './access-fixtures.ts'
import {
  idFieldsOf,
  unusedId,
  ownedFixtures,
  OTHER_PEOPLE,
  type OwnedFixtures,
} from './owned-fixtures.ts'

test('every id that a call takes is listed as hidden from other people or as public', () => {
  const taken = api.flatMap(({ endpoint }) =>
    idFieldsOf(endpoint).map((id) => rowName(endpoint, id)),
  )
  const told = [
    ...hiddenIds.map(({ endpoint, field }) => rowName(endpoint, field)),
    ...publicIds.map(([endpoint, field]) => rowName(endpoint, field)),
  ]
  deepEqual(told.toSorted(), taken.toSorted())
})

test('a request for another person’s object gets exactly the reply for an object that does not exist', async (t) => {
  const things = await ownedFixtures(t)
  for (const row of hiddenIds)
    await t.test(rowName(row.endpoint, row.field), async () => {
      for (const who of OTHER_PEOPLE)
        for (const id of row.ownedIds(things)) {
          const foreign = await replyWithoutId(things, row, who, id)
          deepEqual(foreign, await replyWithoutId(things, row, who, unusedId(id)), who)
        }
    })
})

test('BR-04 RT-11 RT-12 what everybody sees is forbidden to other creators, and once it is hidden does not exist for them', async (t) => {
  const things = await ownedFixtures(t)
  const rows = hiddenIds.flatMap((row) => (row.seenIds?.(things) ?? []).map((id) => ({ row, id })))
  for (const { row, id } of rows) {
    const input = row.input(things, id)
    const { status, text } = await requestFullResponse(things, row.endpoint, {
      input,
      token: things.aoi.token,
    })
    deepEqual([status, codeIn(text)], [403, 'forbidden'], rowName(row.endpoint, row.field))
  }
  await inTx(things.here.app, (tx) => setBrandHidden(tx, things.brand, new Date()))
  for (const { row, id } of rows) {
    const hidden = await replyWithoutId(things, row, 'aoi', id)
    deepEqual(hidden, await replyWithoutId(things, row, 'aoi', unusedId(id)))
  }
})

const codeIn = (text: string) => (JSON.parse(text) as { error: { code: string } }).error.code

/** Returns the full reply, with the requested id replaced by `the id`. */
async function replyWithoutId(
  things: OwnedFixtures,
  row: HiddenId,
  who: (typeof OTHER_PEOPLE)[number],
  id: string,
) {
  const token = who === 'guest' ? undefined : things[who].token
  const said = await requestFullResponse(things, row.endpoint, {
    input: row.input(things, id),
    token,
  })
  return { ...said, text: said.text.replaceAll(`"${id}"`, '"the id"') }
}

const rowName = (endpoint: Endpoint, field: string) => `${endpointName(endpoint)} ${field}`
