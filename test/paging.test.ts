import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { PAGE_SIZE } from '#core/http/paging.shared.ts'
import { listSessions } from '#src/accounts/account/account.shared.ts'
import { api } from '#src/api.ts'
import { listSerials } from '#src/catalog/serial/serial.shared.ts'
import { listMailChoices } from '#src/platform/notifications/notification.shared.ts'
import { testApp } from './test-app.ts'
import { createTitle } from './titles.ts'

const isList = ({ reply }: { reply: z.ZodType }) =>
  (reply instanceof z.ZodUnion ? reply.options : [reply]).some(
    (one) => one instanceof z.ZodObject && one.shape.items instanceof z.ZodArray,
  )

test('every list takes an offset and a limit up to 100, and answers 16 or all without them', () => {
  const lists = api
    .map(({ endpoint }) => endpoint)
    .filter((one) => one.method === 'GET' && isList(one))
  equal(lists.length > 60, true)
  for (const { path, query } of lists) {
    const { offset, limit } = (query?.shape ?? {}) as Record<string, z.ZodType | undefined>
    const limits = [1, 100, 101, 0].map((one) => limit?.safeParse(one).success)
    const most = path === '/waiting_rooms/{id}/results'
    if (!most) deepEqual(limits, [true, true, false, false], path)
    equal(offset?.safeParse(undefined).data, 0, path)
    if (!most) equal([PAGE_SIZE, undefined].includes(limit!.parse(undefined) as number), true, path)
  }
})

test('lists that are whole without a limit answer a part if it is asked for', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const mika = await here.person('Mika', { role: 'ORH' })
  const { kid: id } = await createTitle(here, mika, { copies: 20 })
  const numbers = async (part: object) => {
    const { items, total } = await here.call(listSerials, { id, ...part })
    equal(total, 20)
    return items.map(({ number }) => number)
  }
  deepEqual(
    await numbers({}),
    Array.from({ length: 20 }, (_, i) => i + 1),
  )
  deepEqual(await numbers({ limit: 2 }), [1, 2])
  deepEqual(await numbers({ offset: 17 }), [18, 19, 20])
  deepEqual(await numbers({ offset: 3, limit: 2 }), [4, 5])
  const { items } = await mika.call(listMailChoices, {})
  deepEqual((await mika.call(listMailChoices, { offset: 1, limit: 2 })).items, items.slice(1, 3))
})

test('sessions are listed in parts, and their total counts all', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const mika = await here.person('Mika')
  const { db } = here.app
  const own = await db
    .selectFrom('session')
    .selectAll()
    .where('account_id', '=', mika.account_id)
    .executeTakeFirstOrThrow()
  const more = Array.from({ length: 19 }, () => {
    const id = crypto.randomUUID()
    return { ...own, id, token_hash: id.replaceAll('-', '').repeat(2) }
  })
  await db.insertInto('session').values(more).execute()
  const part = async (query: object) => {
    const { items, total } = await mika.call(listSessions, query)
    return [items.length, total]
  }
  deepEqual(await part({}), [16, 20])
  deepEqual(await part({ offset: 16 }), [4, 20])
  deepEqual(await part({ limit: 100 }), [20, 20])
})
