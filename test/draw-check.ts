import { match } from 'node:assert/strict'
import type { Page } from 'playwright-core'

/** Asserts that a draw's page verifies the draw, and rejects a seed other than the committed one. */
export async function assertDrawCheck(page: Page, fits: string) {
  const again = page.getByRole('button', { name: 'Repeat the draw' })
  await again.click()
  await page.getByText(fits).waitFor()
  const seed = page.getByRole('textbox', { name: 'Our seed' })
  const kept = await seed.inputValue()
  match(kept, /^[\da-f]{64}$/)
  await seed.fill(kept.replace(/.$/, (last) => (last === '0' ? '1' : '0')))
  await again.click()
  await page.getByText('does not have the hash').waitFor()
  await seed.fill(kept)
}
