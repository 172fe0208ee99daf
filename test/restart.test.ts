import { deepEqual, equal, ok } from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { dataFolder, postmasterOf, query, startApp, statusOf } from './data-folder.ts'
import { eventually, isAlive, embeddedDatabaseUrl } from './program.ts'

const CALL = '/api/2.0/application_settings'

test('what was confirmed before everything was killed at once is there at the next start', async (t) => {
  const folder = dataFolder(t)
  const first = await startApp(folder)
  await query(folder, 'create table kept (number int)')
  let confirmed = 0
  const writing = (async () => {
    for (;;) await query(folder, `insert into kept values (${confirmed})`).then(() => confirmed++)
  })().catch(() => {})
  await sleep(500)

  process.kill(postmasterOf(folder), 'SIGKILL')
  first.child.kill('SIGKILL')
  await writing
  ok(confirmed > 0)

  const second = await startApp(folder)
  deepEqual(await statusOf(second, '/'), 200)
  const [kept] = (await query(folder, 'select count(*)::int as count from kept')) as {
    count: number
  }[]
  ok(kept!.count >= confirmed, `${kept!.count} of ${confirmed}`)
})

test('a server left by a killed owner is used again, and a clean stop leaves no process', async (t) => {
  const folder = dataFolder(t)
  const first = await startApp(folder)
  const pid = postmasterOf(folder)
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')

  const second = await startApp(folder)
  equal(postmasterOf(folder), pid)
  deepEqual(await statusOf(second, CALL), 200)
  second.child.kill('SIGTERM')
  deepEqual(await once(second.child, 'exit'), [0, null])
  await eventually(async () => ok(!isAlive(pid)))
})

test('while the database is gone the answer is 503, and ten seconds later all is well', async (t) => {
  const folder = dataFolder(t)
  const app = await startApp(folder)
  equal(await statusOf(app, '/readyz'), 200)

  const pid = postmasterOf(folder)
  process.kill(pid, 'SIGSTOP') // so that it is down for as long as we look
  process.kill(pid, 'SIGKILL')
  // The processes that serve us may live on for a moment after it.
  const during = () => Promise.all([statusOf(app, '/readyz'), statusOf(app, CALL)])
  await eventually(async () => deepEqual(await during(), [503, 503]))
  equal(await statusOf(app, '/healthz'), 200)

  await eventually(async () => {
    deepEqual(await Promise.all([statusOf(app, '/readyz'), statusOf(app, CALL)]), [200, 200])
  })
  equal(app.child.exitCode, null)
})

test('a signal waits for who is being answered, and takes nobody else in', async (t) => {
  const app = await startApp(dataFolder(t))
  const slow = new Client({ connectionString: embeddedDatabaseUrl(app.folder) })
  await slow.connect()
  await slow.query('begin; lock table setting in access exclusive mode')
  const answer = fetch(app.url + CALL)
  await sleep(300)

  app.child.kill('SIGTERM')
  await eventually(async () =>
    equal(await statusOf(app, '/healthz').catch(() => 'refused'), 'refused'),
  )
  await slow.query('commit')
  await slow.end()

  equal((await answer).status, 200)
  deepEqual(await once(app.child, 'exit'), [0, null])
})
