import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import type { Endpoint } from '#core/http/endpoint.ts'
import { api } from '#src/api.ts'
import { type Hidden, hidden, open } from './owner-rows.ts'
import { requestWhole, nameOf } from './access-fixtures.ts'
import { idsOf, likeIt, openThings, STRANGERS, type Things } from './owned-things.ts'

test('every id that a call takes is known to be hidden from strangers, or to be for all to see', () => {
  const taken = api.flatMap(({ endpoint }) => idsOf(endpoint).map((id) => rowName(endpoint, id)))
  const told = [
    ...hidden.map(({ endpoint, field }) => rowName(endpoint, field)),
    ...open.map(([endpoint, field]) => rowName(endpoint, field)),
  ]
  deepEqual(told.toSorted(), taken.toSorted())
})

test('of what is another’s a stranger is told exactly what is told of things that there are not', async (t) => {
  const things = await openThings(t)
  for (const row of hidden)
    await t.test(rowName(row.endpoint, row.field), async () => {
      for (const who of STRANGERS)
        for (const id of row.theirs(things)) {
          const foreign = await answer(things, row, who, id)
          deepEqual(foreign, await answer(things, row, who, likeIt(id)), who)
        }
    })
})

/** What a stranger is told, in which the id that was asked for stands as `the id`. */
async function answer(things: Things, row: Hidden, who: (typeof STRANGERS)[number], id: string) {
  const token = who === 'guest' ? undefined : things[who].token
  const said = await requestWhole(things, row.endpoint, { input: row.input(things, id), token })
  return { ...said, text: said.text.replaceAll(`"${id}"`, '"the id"') }
}

const rowName = (endpoint: Endpoint, field: string) => `${nameOf(endpoint)} ${field}`
