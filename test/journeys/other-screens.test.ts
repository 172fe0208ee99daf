import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { eventuallyEqual } from '../chromium.ts'
import { waitUntilPlaying } from '../player.ts'
import { makeFilm, openWatchable } from '../watch-fixtures.ts'

/** Makes a browser offer other screens and floating pictures, and counts what is asked of it. */
function offerScreens() {
  const asked: string[] = []
  Object.assign(globalThis, { asked })
  Object.defineProperty(document, 'pictureInPictureEnabled', { get: () => true })
  Object.assign(HTMLVideoElement.prototype, {
    requestPictureInPicture: async () => asked.push('picture'),
  })
  const remote = Object.assign(new EventTarget(), {
    state: 'disconnected',
    watchAvailability: async (tell: (isThere: boolean) => void) => {
      tell(true)
      return 1
    },
    cancelWatchAvailability: async () => {},
    prompt: async () => asked.push('screen'),
  })
  Object.defineProperty(HTMLMediaElement.prototype, 'remote', { get: () => remote })
}

test('PL-04 a film goes to another screen or a floating picture where the browser offers them', async (t) => {
  const { ren, kid, tab } = await openWatchable(t, await makeFilm(20))
  const page = await tab(ren)
  await page.addInitScript(offerScreens)
  await page.goto(`/asset/${kid}/watch`)
  await waitUntilPlaying(page)
  await page.getByRole('button', { name: 'Play on another screen' }).press('Enter')
  await page.getByRole('button', { name: 'Picture-in-picture (I)' }).press('Enter')
  await page.keyboard.press('i')
  const asked = () => page.evaluate(() => (globalThis as unknown as { asked: string[] }).asked)
  await eventuallyEqual(async () => (await asked()).length, 3)
  deepEqual(await asked(), ['screen', 'picture', 'picture'])

  const plain = await tab(ren)
  await plain.goto(`/asset/${kid}/watch`)
  await waitUntilPlaying(plain)
  deepEqual(await plain.getByRole('button', { name: 'Play on another screen' }).count(), 0)
})
