import { equal, match } from 'node:assert/strict'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { appWithTab } from '../app-with-tab.ts'
import { assertAccessible, assertFitsScreen, eventuallyEqual, PHONE } from '../chromium.ts'

test('WH-01 WH-03 a creator adds a webhook, tests it, sends a message again, and removes it', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const received: { headers: Record<string, string>; body: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      received.push({ headers: request.headers as Record<string, string>, body })
      response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  t.after(() => void server.close())
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/renban`
  const page = await tab(mika, PHONE)
  await page.goto('/account/webhooks')
  await page.getByLabel('Address').fill('shop')
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  await page.getByText('Enter an address that starts with https://.').waitFor()
  await assertAccessible(page)
  await page.getByLabel('Address').fill(url)
  await page.getByLabel('An upload fails').uncheck()
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  const secret = (await page.locator('form code').textContent())!
  match(secret, /^whsec_/)

  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByText('Delivered on').waitFor()
  await assertAccessible(page)
  await assertFitsScreen(page)
  const { body, headers } = received[0]!
  equal((new Webhook(secret).verify(body, headers) as { type: string }).type, 'test')
  await page.getByRole('button', { name: 'Send again' }).click()
  await eventuallyEqual(async () => received.length, 2)

  const asked = page.getByRole('dialog', { name: 'Make a new secret?' })
  const recent = asked.getByText('less than 24 hours ago')
  await page.getByRole('button', { name: 'New secret' }).click()
  await asked.getByText('Put the new secret on your server within 24 hours.').waitFor()
  equal(await recent.count(), 0)
  await assertAccessible(page)
  await asked.getByRole('button', { name: 'Make a new secret' }).click()
  await page.getByText('For 24 hours, messages are signed').waitFor()
  await page
    .locator('fieldset:focus')
    .getByText(/^whsec_/)
    .waitFor()
  await page.getByRole('button', { name: 'New secret' }).click()
  await recent.waitFor() // a second new secret would make the one on the server invalid
  await assertAccessible(page)
  await asked.getByRole('button', { name: 'Keep the current one' }).click()
  await asked.waitFor({ state: 'detached' })
  const off = { disabled_at: new Date().toISOString(), failing_since: new Date().toISOString() }
  await here.app.db.updateTable('webhook').set(off).execute()
  await page.getByText('Switched off').waitFor() // without a reload
  await page.getByText(/^Off since .*: no message arrived for 3 days\. Repair/).waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Remove' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove this webhook?' })
  await dialog.waitFor()
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('heading', { name: url }).waitFor({ state: 'detached' })
})
