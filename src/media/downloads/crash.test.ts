import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { acrossCrash, type CrashApp, crashSuite } from '../../../test/crash-app.ts'
import { bytesOf, downloadableTitle, downloadOf, fetchFile } from '../../../test/downloads.ts'
import { recordsOf } from '../../../test/ownership.ts'
import { waitUntil } from '../../../test/test-app.ts'
import { createDownload, releaseDownload } from './download.shared.ts'

// oxfmt-ignore
const whileDownloading = [
  ['download.beginning', 'before a download is written'],
  ['download.begun', 'with a download written and the reply not sent'],
  ['download.made', 'with the file made and its address not ready'],
  ['download.releasing', 'before a release is written'],
  ['download.released', 'with a release written and the reply not sent'],
] as const

void describe('the process is killed', () => {
  const open = crashSuite()
  for (const [failpoint, when] of whileDownloading)
    test(`AS-11 a copy is downloaded and released once if the process is killed ${when}`, async (t) =>
      downloadAcrossCrash(await open(t, failpoint)))
})

/** Downloads and releases a copy across a crash; each request is repeated with its key. */
async function downloadAcrossCrash(here: CrashApp) {
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await downloadableTitle(here, mika, { copies: 1 })
  const token = film.tokens.get(1)!
  const { sent, restart } = acrossCrash(here)
  const keys = { create: randomUUID(), release: randomUUID() }
  const body = { asset_token_id: token }
  const begun = await sent(() => mika.call(createDownload, body, keys.create))
  const ready = await waitUntil(
    () => sent(() => downloadOf(mika, token, begun.id)),
    ({ status }) => status === 'ready',
    120,
  )
  const url = here.url + new URL(ready.url!).pathname
  equal((await bytesOf(fetchFile({ url }))).length, ready.size)
  const done = { id: begun.id, is_deleted: true } as const
  const released = await sent(() => mika.call(releaseDownload, done, keys.release))
  await restart
  equal((await mika.call(createDownload, body, keys.create)).id, begun.id)
  deepEqual(await mika.call(releaseDownload, done, keys.release), released)
  deepEqual(
    (await recordsOf(here, token)).map(({ kind }) => kind),
    ['issue', 'download', 'download_deleted'],
  )
}
