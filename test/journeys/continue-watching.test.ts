import { deepEqual, ok } from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { putPosition } from '#src/media/playback/position.shared.ts'
import { assertAccessible, eventuallyEqual, PHONE } from '../chromium.ts'
import { goBackTo } from '../history.ts'
import { giveCopy } from '../playback-fixtures.ts'
import { waitUntilPlaying } from '../player.ts'
import { createTitle } from '../titles.ts'
import { type FilmFile, makeFilm, openWatchable } from '../watch-fixtures.ts'

let film: FilmFile
before(async () => {
  film = await makeFilm(20)
})

/** Returns the position in whole seconds. */
const timeOf = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => Math.floor(video.currentTime))

test('PL-01 PL-06 after another try a film can still be started over, and another title opens a player of its own', async (t) => {
  const place = await openWatchable(t, film)
  const { mika, ren, kid, tab } = place
  await ren.call(putPosition, { kid, seconds: 10 })
  const page = await tab(ren)
  let isBroken = false
  await page.route(/\.m4s/, (route) =>
    isBroken ? route.fulfill({ status: 404 }) : route.continue(),
  )
  await page.goto(`/asset/${kid}/watch`)
  await waitUntilPlaying(page)
  await page.keyboard.press('k')
  isBroken = true
  await page.keyboard.press('0') // what comes before was not loaded
  await page.getByText('Playback stopped. Try again.').waitFor()
  isBroken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.keyboard.press('Enter') // past the opening card
  await waitUntilPlaying(page)
  await page.keyboard.press('k')
  ok((await timeOf(page)) >= 10)
  await page.getByRole('button', { name: 'Start over' }).click()
  await eventuallyEqual(async () => (await timeOf(page)) < 8, true)

  const other = await createTitle(place, mika, { copies: 2, title: 'Snow Plough' })
  await giveCopy(place, other.tokens.get(2)!, ren)
  await place.app.pool.query(
    `insert into rendition (kid, of, name, media_index, created_at)
     select $2, of, name, media_index, created_at from rendition where kid = $1`,
    [kid, other.kid],
  )
  await page.locator('video').evaluate((video) => (video.dataset.first = ''))
  await goBackTo(page, `/asset/${other.kid}/watch`)
  await page.getByRole('heading', { name: 'Snow Plough' }).waitFor()
  await eventuallyEqual(() => page.locator('video[data-first]').count(), 0)
})

test('PL-01 a film that was left in the middle goes on there on another device', async (t) => {
  const { ren, kid, tab, app } = await openWatchable(t, film)
  const kept = async () => {
    const rows = await app.db.selectFrom('playback_position').select('seconds').execute()
    return rows.map(({ seconds }) => seconds)
  }
  const desktop = await tab(ren)
  const stopHalfWay = async () => {
    await desktop.goto(`/asset/${kid}/watch`)
    await waitUntilPlaying(desktop)
    await desktop.keyboard.press('k')
    await desktop.keyboard.press('5')
    await eventuallyEqual(() => timeOf(desktop), 10)
    await desktop.goto('/asset')
  }
  await stopHalfWay()
  await eventuallyEqual(kept, [10])

  const phone = await tab(ren, PHONE)
  const asked: string[] = []
  phone.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await phone.goto('/asset')
  const row = phone.getByRole('region', { name: 'Continue watching' })
  await row.getByRole('progressbar', { name: 'Tide Tables: 0:10 of 0:20' }).waitFor()
  await assertAccessible(phone)
  await row.getByRole('link', { name: 'Watch: Tide Tables' }).click()
  await phone.getByText('Playing from 0:10, where you stopped.').waitFor()
  await waitUntilPlaying(phone)
  ok((await timeOf(phone)) >= 10)
  deepEqual(asked.filter((path) => path.endsWith('/1.m4s')), [], 'nothing of the beginning') // oxfmt-ignore
  await phone.getByRole('button', { name: 'Start over' }).click()
  await eventuallyEqual(async () => (await timeOf(phone)) < 8, true)
  await phone.goto('/asset') // it would keep its own position meanwhile

  await stopHalfWay()
  const clear = desktop.getByRole('button', { name: 'Clear all' })
  await clear.click()
  const dialog = desktop.getByRole('dialog', { name: 'Clear “Continue watching”?' })
  await assertAccessible(desktop)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  deepEqual(await kept(), [10])
  await clear.click()
  await dialog.getByRole('button', { name: 'Clear all' }).click()
  await desktop.getByText('All titles start from the beginning.').last().waitFor()
  deepEqual(await kept(), [])
})
