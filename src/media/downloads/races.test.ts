import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { listSerialsForSale } from '#src/sales/listing/listing.shared.ts'
import { downloadFixtures, refusedIn } from '../../../test/downloads.ts'
import { assertOneDealEach } from '../../../test/ownership.ts'
import { countOutcomes, tenTimes, type TestApp, waitUntil } from '../../../test/test-app.ts'
import { accept, offer, openToTrade, ownersOf } from '../../../test/trades.ts'
import { createDownload } from './download.shared.ts'

const SALE = { listing_type: 'sale', sale_price: 1_000 } as const

/** Waits until each file is prepared, so that no job outlives its test. */
const noDownloadPrepares = ({ app }: TestApp) =>
  waitUntil(
    () => app.db.selectFrom('download').select('id').where('status', '=', 'preparing').execute(),
    (rows) => rows.length === 0,
  )

test('AS-11 ST-06 of two downloads and eight listings of a copy at once, one kind wins and the others are told', async (t) => {
  const { here, ren, no1 } = await downloadFixtures(t)
  const answers = await Promise.all(
    tenTimes((i) =>
      i < 2
        ? ren.call(createDownload, { asset_token_id: no1 })
        : ren.call(listSerialsForSale, { ...SALE, asset_token_ids: [no1] }),
    ),
  )
  const { downloaded_at } = await here.app.db
    .selectFrom('serial')
    .select('downloaded_at')
    .where('asset_token_id', '=', no1)
    .executeTakeFirstOrThrow()
  const listings = await here.app.db
    .selectFrom('listing')
    .select('id')
    .where('asset_token_id', '=', no1)
    .execute()
  equal(listings.length, downloaded_at ? 0 : 1)
  const told = downloaded_at
    ? ['download_running', 'serial_downloaded']
    : ['already_listed', 'already_listed']
  const codes = answers.map((answer) => answer.error?.code ?? refusedIn(answer))
  equal(codes.filter((code) => code === undefined).length, 1)
  ok(
    codes.every((code) => code === undefined || told.includes(code)),
    codes.join(),
  )
  await noDownloadPrepares(here)
})

test('AS-11 ST-06 of five trade offers and five downloads of a copy at once, one wins and the others are told', async (t) => {
  const { here, mika, ren, film, no1 } = await downloadFixtures(t)
  const wanted = { token: film.tokens.get(2)!, owner: mika }
  await openToTrade(here, wanted)
  const answers = await Promise.all(
    tenTimes((i) =>
      i < 5
        ? offer({ token: no1, owner: ren }, wanted)
        : ren.call(createDownload, { asset_token_id: no1 }),
    ),
  )
  const isDownload = answers.slice(5).some(({ error }) => !error)
  deepEqual(
    countOutcomes(answers),
    isDownload
      ? { done: 1, serial_downloaded: 5, download_running: 4 }
      : { done: 1, trade_offered_already: 4, serial_offered_in_trade: 5 },
  )
  await noDownloadPrepares(here)
})

test('AS-11 ST-06 of a trade that is accepted while both copies are downloaded, only the new owners download', async (t) => {
  const { here, mika, ren, film, no1 } = await downloadFixtures(t)
  const [given, wanted] = [
    { token: no1, owner: ren },
    { token: film.tokens.get(2)!, owner: mika },
  ]
  await openToTrade(here, wanted)
  equal((await offer(given, wanted)).error, undefined)
  const download = (owner: typeof ren, asset_token_id: string) => () =>
    owner.call(createDownload, { asset_token_id })
  const early = [download(ren, given.token), download(mika, wanted.token)]
  const late = [download(mika, given.token), download(ren, wanted.token)]
  const swaps = tenTimes(() => accept(given, wanted))
  const [swapped, before, after] = await Promise.all([
    Promise.all(swaps),
    Promise.all(tenTimes((i) => early[i % 2]!())),
    Promise.all(tenTimes((i) => late[i % 2]!())),
  ])
  equal(countOutcomes(swapped).done, 1)
  equal(countOutcomes(before).done, undefined)
  ok((countOutcomes(after).done ?? 0) <= 2)
  deepEqual(await ownersOf(here, given, wanted), ['Mika', 'Ren'])
  await assertOneDealEach(here.app.db)
  await noDownloadPrepares(here)
})
