import type { Page } from 'playwright-core'
import { waitUntil, type TestApp } from './test-app.ts'

/** Signs in on the login page, or in the dialog that is open, with the code from the inbox. */
export async function signInAt(page: Page, here: TestApp, email: string, { stay = false } = {}) {
  if (!stay) await page.goto('/login')
  const before = (await here.inbox(email)).length
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Send the code' }).click()
  const mails = await waitUntil(
    () => here.inbox(email),
    (letters) => letters.length > before,
  )
  const code = page.locator('input[autocomplete="one-time-code"]')
  await code.waitFor()
  await code.fill(mails[0]!.code!)
  await code.waitFor({ state: 'detached' })
}
