import { deepEqual, ok } from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, eventuallyEqual, PHONE } from '../chromium.ts'
import { waitUntilPlaying } from '../player.ts'
import { type FilmFile, makeFilm, openWatchable } from '../watch-fixtures.ts'

let film: FilmFile
before(async () => {
  film = await makeFilm(20)
})

/** Returns the position in whole seconds. */
const timeOf = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => Math.floor(video.currentTime))

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
