import type { Page } from 'playwright-core'
import { type TestApp, waitUntil } from './test-app.ts'

/** Requests a code for a step, and enters the one that comes by mail. */
export async function confirmByCode(here: TestApp, page: Page, { email }: { email: string }) {
  const before = (await here.inbox(email)).length
  await page.getByRole('button', { name: 'Send me a code' }).click()
  const [mail] = await waitUntil(
    () => here.inbox(email),
    (mails) => mails.length > before && mails[0]?.code != null,
  )
  await page.getByLabel('6-digit code').fill(mail!.code!)
}
