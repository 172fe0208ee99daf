import type { Page } from 'playwright-core'

/** Presses Play where the browser wants that, and waits until it runs. */
export async function runs(page: Page) {
  await page.locator('.player-bar').waitFor()
  const play = page.getByRole('button', { name: 'Play', exact: true })
  const isRunning = page.waitForFunction(() => document.querySelector('video')!.currentTime > 1)
  await Promise.race([
    isRunning,
    play.click().then(
      () => isRunning,
      () => isRunning,
    ),
  ])
}

/** What the cues of the chosen language say, as far as they have come. */
export const cuesOf = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => {
    const track = [...video.textTracks].find(({ mode }) => mode === 'showing')
    const cues = [...(track?.cues ?? [])] as VTTCue[]
    return cues.map(({ text }) => text)
  })
