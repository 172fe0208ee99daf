import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { getSerial } from '#src/catalog/serial/serial.shared.ts'
import { withWorkFolder } from '#src/media/disk/work-folder.ts'
import { downloadFixtures, downloadOf } from '../../../test/downloads.ts'
import { travelTo } from '../../../test/test-app.ts'
import { createDownload } from './download.shared.ts'
import { prepare, TOO_LARGE_SECONDS } from './prepare.ts'

test('AS-10 a file too large for its worker fails after an hour, and locks nothing', async (t) => {
  const { here, ren, no1, film } = await downloadFixtures(t, { role: 'web' })
  here.config.workerDiskBytes = 10
  const { id } = await ren.call(createDownload, { asset_token_id: no1 })
  const begun = here.clock.now
  const statusAfter = async (seconds: number) => {
    await travelTo(here, addSeconds(begun, seconds))
    await prepare(here.app.jobCtx('download.prepare'), { id })
    return (await downloadOf(ren, no1, id)).status
  }
  equal(await statusAfter(0), 'preparing')
  equal(await statusAfter(TOO_LARGE_SECONDS - 1), 'preparing', 'another worker may have more')
  here.config.workerDiskBytes = 1_000_000
  const other = { subject: 'another job', bytes: 1_000_000 }
  await withWorkFolder(here.app.jobCtx('download.prepare'), other, async () => {
    equal(await statusAfter(TOO_LARGE_SECONDS), 'preparing', 'it fits once another job has ended')
  })
  here.config.workerDiskBytes = 10
  equal(await statusAfter(TOO_LARGE_SECONDS), 'failed')
  equal((await ren.call(getSerial, { id: film.kid, number: 1 })).status, 'not_listed')
})
