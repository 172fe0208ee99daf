import type { Page } from 'playwright-core'

/** Presses Play if the browser requires it, and waits until the video plays. */
export async function waitUntilPlaying(page: Page) {
  await page.locator('.player-bar').waitFor()
  const play = page.getByRole('button', { name: 'Play', exact: true })
  const isRunning = page.waitForFunction(() => document.querySelector('video')!.currentTime > 1)
  const mustPress = await Promise.race([
    isRunning.then(() => false),
    play.waitFor().then(
      () => true,
      () => false,
    ),
  ])
  // A press that waited longer would undo the test's own pause.
  if (mustPress) await play.click({ timeout: 5_000 }).catch(() => {})
  await isRunning
}

/** Returns the words of the loaded cues in the chosen language, as the browser shows them. */
export const cuesOf = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => {
    const track = [...video.textTracks].find(({ mode }) => mode === 'showing')
    const cues = [...(track?.cues ?? [])] as VTTCue[]
    return cues.map((cue) => cue.getCueAsHTML().textContent)
  })

/** Plays the film from its start whenever it is over, which takes three seconds: an ended one asks nothing. */
export const repeat = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.loop = true
    return video.play()
  })
