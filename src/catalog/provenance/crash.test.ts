import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { crashApp } from '../../../test/crash-app.ts'
import { waitUntil } from '../../../test/test-app.ts'
import { createTitle } from '../../../test/titles.ts'
import { auditLog } from './audit.ts'

test('OP-12 a process that is killed while it seals leaves nothing half done', async (t) => {
  const here = await crashApp(t, { failpoint: 'log.sealing' })
  const mika = await here.person('Mika', { role: 'ORH' })
  const restart = here.waitForCrashAndRestart()
  await createTitle(here, mika, { copies: 300 })
  await restart
  const states = () =>
    here.app.db
      .selectFrom('provenance_event')
      .select(['log_index', 'status'])
      .orderBy('log_index')
      .execute()
  const sealed = await waitUntil(states, (rows) => rows.every(({ status }) => status === 'sealed'))
  deepEqual(
    sealed.map(({ log_index }) => log_index),
    Array.from({ length: 300 }, (_, i) => i),
  )
  equal((await auditLog(here.url)).size, 300)
})
