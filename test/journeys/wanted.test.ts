import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import { appWithTab } from '../app-with-tab.ts'
import { assertAccessible, assertFitsScreen, PHONE } from '../chromium.ts'
import { openToTrade, ownersOf, traderTitle } from '../trades.ts'
import { agree, proposalOf, want } from '../wishes.ts'

test('three people want each other’s copies, accept a proposed trade and swap', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const [ren, aoi, kai] = [
    await here.person('Ren'),
    await here.person('Aoi'),
    await here.person('Kai'),
  ]
  const film = await traderTitle(here, mika, [ren], { title: 'Tide Table' })
  const song = await traderTitle(here, mika, [aoi], { title: 'Blue Hour' })
  const print = await traderTitle(here, mika, [kai], { title: 'Snow Plough' })
  await openToTrade(here, film.held(1), song.held(1), print.held(1))
  const rens = await tab(ren)

  await rens.goto('/account/wanted')
  await rens.getByRole('heading', { name: 'Your wanted list is empty' }).waitFor()
  await assertAccessible(rens)
  await rens.goto(`/asset/${song.kid}?no=1`)
  await rens.getByRole('button', { name: 'Want No. 1' }).click()
  await rens.getByText('It is on your wanted list.').waitFor()
  await rens.getByRole('button', { name: 'Undo' }).click()
  await rens.getByText('It is no longer on your wanted list.').waitFor()
  await rens.getByRole('button', { name: 'Want this title' }).click()
  await rens.getByRole('button', { name: 'On your wanted list', pressed: true }).waitFor()
  await want(aoi, print.kid)
  await want(kai, film.kid, 1)
  await here.run('trade.find')

  await rens.goto('/account/wanted')
  await rens.getByText('You give Kai').waitFor()
  await rens.getByText('You get from Aoi').waitFor()
  await rens.getByText('No one has accepted yet.').waitFor()
  await assertAccessible(rens)
  await rens.getByRole('button', { name: 'Trade No. 1 for No. 1' }).click()
  const dialog = rens.getByRole('dialog', { name: 'Trade No. 1 for No. 1?' })
  await assertAccessible(rens)
  await dialog.getByRole('button', { name: 'Trade No. 1 for No. 1' }).click()
  await rens.getByText('1 of 3 people has accepted.').waitFor()
  const { id } = (await proposalOf(aoi))!
  equal((await agree(aoi, id)).error, undefined)

  const kais = await tab(kai, PHONE)
  await kais.goto('/account/wanted')
  await assertFitsScreen(kais)
  await kais.getByRole('button', { name: 'Trade No. 1 for No. 1' }).click()
  await kais.getByRole('dialog').getByRole('button', { name: 'Trade No. 1 for No. 1' }).click()
  await kais.getByText('No. 1 of “Tide Table” is yours.').waitFor()
  deepEqual(await ownersOf(here, film.held(1), song.held(1), print.held(1)), ['Kai', 'Ren', 'Aoi'])
  await rens.getByText('Earlier proposals').click() // the page follows by itself
  await rens.getByText('Everyone accepted.').waitFor()
})

test('SH-14 while trading is off, no page speaks of what people want', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const [sora, ren] = [await here.person('Sora', { role: 'ADMIN' }), await here.person('Ren')]
  const film = await traderTitle(here, mika, [mika])
  await sora.call(changeSettings, { version: 0, reason: 'a trial', trade_enabled: false })
  const rens = await tab(ren)
  equal((await rens.goto('/account/wanted'))?.status(), 404)
  await rens.goto(`/asset/${film.kid}?no=1`)
  equal(await rens.getByRole('button', { name: /^Want/ }).count(), 0)
})
