import { match } from 'node:assert/strict'
import type { Page } from 'playwright-core'

/** On the page of a draw: done again it fits, and with a seed that was not promised it is refused. */
export async function refusesOtherSeed(page: Page, fits: string) {
  const again = page.getByRole('button', { name: 'Draw again here' })
  await again.click()
  await page.getByText(fits).waitFor()
  const seed = page.getByRole('textbox', { name: 'Our seed' })
  const kept = await seed.inputValue()
  match(kept, /^[\da-f]{64}$/)
  await seed.fill(kept.replace(/.$/, (last) => (last === '0' ? '1' : '0')))
  await again.click()
  await page.getByText('does not have the mark').waitFor()
  await seed.fill(kept)
}
