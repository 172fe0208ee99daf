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
