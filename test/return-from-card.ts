import type { Locator, Page } from 'playwright-core'
import { eventuallyEqual } from './chromium.ts'

/**
 * Presses a button that leads to the card page, and shows the page again as a browser that kept it does
 * (`pageshow` with `persisted`; Chromium under test keeps none). The button can then be pressed again.
 */
export async function returnFromCard(page: Page, button: Locator) {
  await page.route('**/dev/card/**', (route) => route.fulfill({ status: 204 })) // the page stays
  const left = page.waitForRequest('**/dev/card/**')
  await button.click()
  await left
  await eventuallyEqual(() => button.getAttribute('aria-busy'), 'true')
  await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
  await eventuallyEqual(() => button.getAttribute('aria-busy'), 'false')
  await page.unroute('**/dev/card/**')
}
