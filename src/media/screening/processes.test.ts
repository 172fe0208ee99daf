import { deepEqual, equal, ok } from 'node:assert/strict'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { test, type TestContext } from 'node:test'
import { connect } from '#core/database/db.ts'
import { asPerson } from '../../../test/call.ts'
import { openEventStream } from '../../../test/live-listeners.ts'
import { recordsOf } from '../../../test/ownership.ts'
import { createPerson, type Person } from '../../../test/people.ts'
import { addRendition, giveCopy } from '../../../test/playback-fixtures.ts'
import { launch, waitUntilStarted } from '../../../test/program.ts'
import { changeAs, join, openOne, start } from '../../../test/screenings.ts'
import { emptyDatabase, type TestApp, waitUntil } from '../../../test/test-app.ts'
import { createTitle } from '../../../test/titles.ts'
import * as schema from './screening.shared.ts'

/** Starts two processes on one database; the second dies when a screening has been controlled. */
async function openTwoProcesses(t: TestContext) {
  const folder = mkdtempSync(joinPath(tmpdir(), 'renban-screening-'))
  chmodSync(folder, 0o755) // PostgreSQL may run as another user and must be able to enter
  const empty = await emptyDatabase()
  const env = { DATA_DIR: folder, DEMO: '0', DATABASE_URL: empty.url, PORT: '0' }
  const first = await waitUntilStarted(launch(env))
  const second = await waitUntilStarted(launch({ ...env, FAILPOINT: 'screening.controlled' }))
  const { db, pool } = connect(empty.url, 4)
  t.after(async () => {
    second.child.kill('SIGKILL')
    const ended = once(first.child, 'exit')
    first.child.kill('SIGTERM')
    await ended
    await pool.end()
    await empty.drop()
    rmSync(folder, { recursive: true })
  })
  const clock = {
    get now() {
      return new Date()
    },
  }
  return { first, second, here: { url: first.url, app: { db }, clock } as unknown as TestApp }
}

const at = (url: string, who: Person): Person => ({ ...who, call: asPerson(url, who.token) })

test('SC-12 a host at one process moves guests at another, and its death in the middle loses nothing', async (t) => {
  const { first, second, here } = await openTwoProcesses(t)
  const [mika, sora] = [
    await createPerson(here, 'Mika', { role: 'ORH' }),
    await createPerson(here, 'Sora', { role: 'ADMIN' }),
  ]
  const [ren, aoi] = [await createPerson(here, 'Ren'), await createPerson(here, 'Aoi')]
  const film = await createTitle(here, mika, { copies: 2, screening_guests: 1 })
  await addRendition(here, film.kid)
  await giveCopy(here, film.tokens.get(2)!, ren)
  await changeAs(sora, { screening_enabled: true })
  const opened = await openOne(ren, film)
  equal((await join(aoi, opened)).error, undefined)
  const stream = await openEventStream(t, here, { screening: opened.id })

  const died = once(second.child, 'exit')
  await start(at(second.url, ren), opened).catch(() => {})
  deepEqual(await died, [null, 'SIGKILL'])
  const heard = await waitUntil(
    async () => stream.events().length,
    (count) => count > 0,
  )
  ok(heard > 0, 'the guest hears of it from the database')
  const seen = await aoi.call(schema.getScreening, { id: opened.id })
  deepEqual([seen.status, seen.playback.is_playing], ['running', true])
  const again = await start(at(first.url, ren), opened)
  deepEqual(again.playback, seen.playback, 'the host goes on at the other process')
  await ren.call(schema.controlScreening, { id: opened.id, action: 'pause' })
  equal((await aoi.call(schema.getScreening, { id: opened.id })).playback.is_playing, false)
  deepEqual(
    (await recordsOf(here, film.tokens.get(2)!)).map(({ kind }) => kind),
    ['issue', 'screening'],
  )
})
