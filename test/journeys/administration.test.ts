import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { Unreachable } from '#core/errors.ts'
import { appWithTab } from '../app-with-tab.ts'
import { assertAccessible, assertFitsScreen, PHONE } from '../chromium.ts'
import { waitUntil } from '../test-app.ts'

test('RT-36 an administrator sees a failing mail server, finds the job, tries it again, and nothing is left to do', async (t) => {
  const { here, tab } = await appWithTab(t)
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const { mail } = here.integrations
  const send = () => Promise.reject(new Unreachable('the mail server does not answer'))
  here.integrations.mail = { ...mail, send }
  const page = await tab(sora)
  await page.goto('/admin')
  await page.getByText('Nothing needs you now.').waitFor()
  await assertAccessible(page)

  await page.getByRole('link', { name: 'Test email' }).click()
  await page.getByRole('button', { name: 'Send a test email' }).click()
  await page.getByText('The mail server refused the email').waitFor()
  await page.getByText('the mail server does not answer').waitFor()
  await assertAccessible(page)

  await page.goto('/admin/jobs')
  const job = page.getByRole('row', { name: /mail\.send/ })
  await job.getByText('the mail server does not answer').waitFor()
  await job.getByText('Tried again later').waitFor()
  await assertAccessible(page)
  const phone = await tab(sora, PHONE)
  await phone.goto('/admin/jobs')
  await phone.getByText('mail.send').waitFor()
  await assertFitsScreen(phone)
  await phone.context().close()

  here.integrations.mail = mail
  await job.getByRole('button', { name: 'Try now' }).click()
  await page.getByText('The job starts within a second.').waitFor()
  const mails = await waitUntil(() => here.inbox(sora.email), ({ length }) => length > 0) // oxfmt-ignore
  equal(mails[0]!.subject, 'Test email from Renban')
  await page.reload()
  await page.getByText('No job has failed').waitFor()
  await assertAccessible(page)
})
