import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createHash, createHmac } from 'node:crypto'
import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { bodyMaxOf } from '#core/http/http.ts'
import { api } from '#src/api.ts'
import { parseRanges } from '#src/catalog/asset/ranges.shared.ts'
import { getDraw, getDrawResult, randomlyPurchase } from '#src/sales/draw/draw.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import {
  getWaitingResults,
  getWaitingRoom,
  joinWaitingRoom,
} from '#src/sales/waiting-room/waiting.shared.ts'
import { brandFixtures } from './brand-fixtures.ts'
import { testApp } from './test-app.ts'
import { createTitle } from './titles.ts'
import { joinAll, travelFromStart, waitingRoom } from './waiting-rooms.ts'

const guide = readFileSync(new URL('../docs/api.md', import.meta.url), 'utf8')

test('AP-08 the purchase in docs/api.md works as printed, and takes ten lines', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const { kid } = await createTitle(here, mika, { copies: 3, price: 1_800 })
  const script = /^## A purchase in ten lines\n.*?```bash\n(.*?)```/ms.exec(guide)![1]!
  const [, steps] = script.split('\n\n')
  equal(steps!.trim().split('\n').length, 10)
  const path = `${dirname(process.execPath)}:${process.env.PATH}`
  const env = { PATH: path, API: `${here.url}/api/2.0` }
  const { stdout } = await promisify(execFile)('bash', ['-uc', script], { env, timeout: 60_000 })
  match(stdout, /"title":"Title .*"status":"settled"/)
  const { owner, email } = await here.app.db
    .selectFrom('serial')
    .innerJoin('account', 'account.id', 'serial.owner')
    .select(['owner', 'email'])
    .where('kid', '=', kid)
    .where('owner', '!=', mika.account_id)
    .executeTakeFirstOrThrow()
  equal(email, 'you@example.com', owner)
})

test('AP-08 docs/api.md names the calls that take long bodies, each with its limit', () => {
  const MIB = 1024 ** 2
  const rows = [...guide.matchAll(/^\| (`[^|]+`) +\| (\d+) MiB +\|$/gm)]
  const named = rows.flatMap(([, calls, mib]) =>
    calls!.split(', ').map((call) => [call.replaceAll('`', ''), Number(mib) * MIB] as const),
  )
  const long = api
    .filter((route) => bodyMaxOf(route) > MIB)
    .map((route) => [`${route.endpoint.method} ${route.endpoint.path}`, bodyMaxOf(route)] as const)
  deepEqual(new Map(named), new Map(long))
})

const sha256 = (text: string) => createHash('sha256').update(text).digest()

test('AP-08 a draw can be repeated by the steps in docs/api.md', async (t) => {
  const { here, kids, make } = await brandFixtures(t, 4)
  const { encrypted_id: id } = await make('Winter films', kids)
  const ren = await here.person('Ren', { balance: 2_000 })
  const { commitment, price } = await ren.call(getDraw, { id })
  const order = { group_id: id, number_of_purchases: 3, balance_to_use: 3 * price! }
  const terms = { price: price!, commitment: commitment!, client_seed: 'my-own' }
  const { purchase_id } = await ren.call(randomlyPurchase, { ...order, ...terms })
  const draw = await ren.call(getDrawResult, { id: purchase_id })
  equal(sha256(draw.seed!).toString('hex'), commitment)

  const pool = draw.lots.flatMap(({ kid, all }) =>
    parseRanges(all!).map((number) => ({ kid, number })),
  )
  const left = new Set(
    draw.lots.flatMap(({ kid, numbers }) => parseRanges(numbers).map((n) => `${kid} ${n}`)),
  )
  const drawn: typeof pool = []
  for (let i = 0; drawn.length < draw.copies; i++) {
    const word = sha256(`${draw.seed}:${draw.client_seed}:${i}`).readUIntBE(0, 6)
    if (word >= 2 ** 48 - (2 ** 48 % pool.length)) continue
    const at = word % pool.length
    const picked = pool[at]!
    pool[at] = pool.at(-1)!
    pool.pop()
    const { at_most } = draw.lots.find(({ kid }) => kid === picked.kid)!
    const before = drawn.filter(({ kid }) => kid === picked.kid).length
    if (left.has(`${picked.kid} ${picked.number}`) && before < (at_most ?? Infinity))
      drawn.push(picked)
  }
  deepEqual(
    drawn.toSorted((a, b) => a.kid.localeCompare(b.kid) || a.number - b.number),
    draw.drawn,
  )
})

test('AP-08 a waiting room works as docs/api.md says, and its places can be repeated', async (t) => {
  const { here, film, id } = await waitingRoom(t)
  const people = await joinAll(here, id, 4, 1_000)
  const { commitment, state } = await people[0]!.call(getWaitingRoom, { id })
  equal(state, 'open')
  await travelFromStart(here, 1)
  const late = await here.person('Late', { balance: 1_000 })
  const refused = await late.call(purchaseForFree, film.order(1, 1_000))
  deepEqual(refused.error, { code: 'waiting_room', params: { room: id } })
  equal((await late.call(joinWaitingRoom, { id })).drawn_place, null)

  const results = await late.call(getWaitingResults, { id })
  const { seed, entries_hash, items } = results
  equal(sha256(seed).toString('hex'), commitment)
  equal(sha256(items.toSorted().join('\n')).toString('hex'), entries_hash)
  const keyOf = (entry: string) =>
    createHmac('sha256', seed).update(`${entries_hash}:${entry}`).digest('hex')
  deepEqual(
    items,
    items.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
  )
  await travelFromStart(here, 3)
  for (const who of people) {
    const { mine } = await who.call(getWaitingRoom, { id })
    equal(mine?.status, 'admitted')
    equal(items[mine.drawn_place! - 1], mine.entry_id)
  }
  equal((await people[0]!.call(purchaseForFree, film.order(2, 1_000))).status, 'settled')
})
