import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { builtPages } from '../app.ts'
import { testApp } from '../../test/test-app.ts'
import { createTitle } from '../../test/titles.ts'
import { type Ctx, readOnce } from './context.ts'
import type { Db } from './database/db.ts'

const STATEMENTS_MAX = 20 // of a title for somebody who is signed in

test('what several parts of a page need is read once', async (t) => {
  const here = await testApp(t, { role: 'web', pages: await builtPages() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const film = await createTitle(here, mika, { copies: 2, price: 1_000 })
  const open = async () => {
    const headers = { cookie: `session=${ren.token}` }
    const page = await fetch(`${here.url}/asset/${film.kid}`, { headers })
    equal(page.status, 200)
    await page.text()
  }
  await open() // what a process remembers is there
  let used = 0
  here.app.pool.on('acquire', () => used++)
  await open()

  ok(used <= STATEMENTS_MAX, `${used} statements`)
})

/** A request that reads from a database, of which only the identity counts here. */
const request = (db = {} as Db) => ({ db, reads: new Map() as Ctx['reads'] })

test('a request that has read something gets the same answer, unless it failed', async () => {
  const one = request()
  let runs = 0
  const read = () => readOnce(one, 'number', () => Promise.resolve(++runs))
  deepEqual(await Promise.all([read(), read()]), [1, 1])
  equal(await readOnce(request(), 'number', () => Promise.resolve(++runs)), 2)

  const fail = () => readOnce(one, 'fault', () => Promise.reject(new Error(`run ${++runs}`)))
  await Promise.all([rejects(fail(), /run 3/), rejects(fail(), /run 3/)])
  await rejects(fail(), /run 4/)
})

test('OP-09 a part of a page that reads from the primary does not wait for another part’s replica', async () => {
  const onReplica = request()
  const lost = Promise.withResolvers<string>()
  const first = readOnce(onReplica, 'settings', () => lost.promise)
  const onPrimary = { ...onReplica, db: {} as Db }
  const second = readOnce(onPrimary, 'settings', () => Promise.resolve('found'))
  lost.reject(new Error('the replica is silent'))
  await rejects(first, /silent/)
  equal(await second, 'found')
})
