import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import type { Endpoint } from '#core/http/endpoint.ts'
import { api } from '#src/api.ts'
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
