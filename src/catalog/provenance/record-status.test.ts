import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { getFlowStatus } from '#src/catalog/asset/asset.shared.ts'
import { createTitle } from '../../../test/titles.ts'
import { testApp } from '../../../test/test-app.ts'

const STATUSES = {
  pending: 'unknown',
  finalized: 'unknown',
  executed: 'unknown',
  sealed: 'done',
  expired: 'failed',
}

test('AP-06 ST-03 ST-04 a record is unknown until it is sealed, and failed once it has expired', async (t) => {
  const here = await testApp(t, { role: 'web' })
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 1 })
  const statusOf = async (id: string) => {
    const { status, transaction_status, sealed_at } = await mika.call(getFlowStatus, { id })
    return [status, transaction_status, sealed_at]
  }
  const ids = [film.kid, film.tokens.get(1)!]
  for (const [status, meaning] of Object.entries(STATUSES)) {
    await here.app.db.updateTable('provenance_event').set({ status }).execute()
    for (const id of ids) deepEqual(await statusOf(id), [meaning, status, null])
  }
  await here.app.db.updateTable('provenance_event').set({ status: 'pending' }).execute()
  await here.run('provenance.seal')
  for (const id of ids)
    deepEqual(await statusOf(id), ['done', 'sealed', here.clock.now.toISOString()])
  deepEqual(await statusOf(mika.account_id), ['unknown', null, null])
})
