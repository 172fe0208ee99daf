import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type InputOf, requestOf } from '#core/http/endpoint.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { type CrashApp, crashApp } from './crash-app.ts'
import type { Person } from './people.ts'
import { createTitle } from './titles.ts'
import { waitUntil, tenTimes } from './test-app.ts'

const EACH = 30 // copies that each of ten people buys, one by one
const PRICE = 100

test('if PostgreSQL is killed while ten people buy, each copy is sold once and the app recovers', async (t) => {
  const here = await crashApp(t, { ownPostgres: true })
  const mika = await here.person('Mika', { role: 'ORH' })
  const people = await Promise.all(tenTimes((i) => here.person(`P${i}`, { balance: EACH * PRICE })))
  const film = await createTitle(here, mika, { copies: 10 * EACH, price: PRICE })
  const answered = new Map<number, number>()
  const sold: string[] = []

  const buying = people.map(async (person, at) => {
    for (let i = 0; i < EACH; i++)
      sold.push(await buyWithRetries(here, person, film.order(at * EACH + i + 1, PRICE), answered))
  })
  await waitUntil(
    async () => sold.length,
    (count) => count >= 50,
  )
  process.kill(postmasterOf(here), 'SIGKILL')
  ok(sold.length < 10 * EACH, 'they were still buying')
  await Promise.all(buying)

  deepEqual(new Set(answered.keys()), new Set([200, 503]))
  equal(answered.get(200), 10 * EACH)
  const rows = await here.app.db.selectFrom('purchase').select(['id', 'status']).execute()
  deepEqual(new Set(rows.map(({ status }) => status)), new Set(['settled']))
  deepEqual(rows.map(({ id }) => id).toSorted(), sold.toSorted())
  deepEqual(new Set(await Promise.all(people.map((person) => person.balance()))), new Set([0]))
  equal(here.child.exitCode, null)

  // The jobs continue too. A mail may be sent twice, but with the same message id.
  const mailsOf = ({ email }: Person) => inbox(here, email)
  const mails = async () => (await Promise.all(people.map(mailsOf))).map(({ size }) => size)
  deepEqual(
    await waitUntil(mails, (sizes) => sizes.every((size) => size === EACH), 60),
    tenTimes(() => EACH),
  )
})

/** Repeats a request with the same key, as a browser does, while the app replies `unavailable`. */
async function buyWithRetries(
  { url: origin }: CrashApp,
  { token }: Person,
  order: InputOf<typeof purchaseForFree>,
  answered: Map<number, number>,
): Promise<string> {
  const { url, body } = requestOf(purchaseForFree, order)
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${token}`,
    'idempotency-key': randomUUID(),
  }
  for (;;) {
    const response = await fetch(origin + url, { method: 'POST', headers, body: body! })
    const answer = (await response.json()) as { purchase_id: string }
    const { status } = response
    answered.set(status, (answered.get(status) ?? 0) + 1)
    if (status === 200) return answer.purchase_id
    equal(status, 503, JSON.stringify(answer))
    equal(response.headers.get('retry-after'), '5')
    await sleep(200)
  }
}

const postmasterOf = ({ folder }: CrashApp) =>
  Number.parseInt(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8'))

async function inbox({ url }: CrashApp, to: string) {
  const response = await fetch(`${url}/dev/inbox.json?to=${encodeURIComponent(to)}`)
  const mails = (await response.json()) as { subject: string }[]
  return new Set(mails.map(({ subject }) => subject))
}
