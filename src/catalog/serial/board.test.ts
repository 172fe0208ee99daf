import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { giveCopy } from '../../../test/playback-fixtures.ts'
import { listForRent } from '../../../test/rentals.ts'
import { testApp } from '../../../test/test-app.ts'
import { createTitle, listForSale } from '../../../test/titles.ts'
import { openToTrade } from '../../../test/trades.ts'
import { copiesOfEdition, getBoard, parseBoardRow } from './serial.shared.ts'

test('RT-09 the board marks copies that an owner sells, and none that the creator sells', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const film = await createTitle(here, mika, {
    copies: 6,
    secondary_sale_enabled: true,
    secondary_rental_enabled: true,
    trade_enabled: true,
  })
  const token = (number: number) => film.tokens.get(number)!
  for (const number of [2, 3, 4, 5]) await giveCopy(here, token(number), ren)
  await listForSale(here, mika, [token(1)], 500)
  await listForSale(here, ren, [token(2)], 800)
  const tokens = new Map([[3, token(3)]])
  await listForRent(here, ren, { tokens }, { rent_price: 300, days: 3 })
  await openToTrade(here, { owner: ren, token: token(4) })

  for (const who of [here, mika, ren]) {
    const { rows } = await who.call(getBoard, { id: film.kid })
    deepEqual(
      rows.map(parseBoardRow).flatMap(({ number, is_resale }) => (is_resale ? [number] : [])),
      [2],
    )
    deepEqual(
      copiesOfEdition(rows, 1, 6).map(({ is_resale }) => is_resale),
      [false, true, false, false, false, false],
    )
  }
  const { rows } = await here.call(getBoard, { id: film.kid })
  deepEqual(rows.slice(0, 2), [
    [1, 0, 0, 500, null],
    [2, 0, 0, 800, null, null, 1],
  ])
})

test('RT-09 the board of ten thousand copies is read although the database has counted only one', async (t) => {
  const here = await testApp(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  await createTitle(here, mika, { copies: 1 })
  await sql`analyze`.execute(here.app.db)
  const film = await createTitle(here, mika, { copies: 10_000 })
  equal((await mika.call(getBoard, { id: film.kid })).rows.length, 10_000)
})
