import type { Page } from 'playwright-core'

/**
 * Cuts a page's connection for one call: its first request arrives, but no answer comes back until
 * `restore`. Returns the `Idempotency-Key` of each request.
 */
export async function loseAnswers(page: Page, path: string) {
  const keys: (string | null)[] = []
  let isDown = true
  await page.route(`**${path}`, async (route) => {
    keys.push(await route.request().headerValue('idempotency-key'))
    if (!isDown) return route.continue()
    if (keys.length === 1) await route.fetch()
    return route.abort('connectionreset')
  })
  return { keys, restore: () => void (isDown = false) }
}
