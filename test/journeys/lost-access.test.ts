import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { getCurrentAccount } from '#src/accounts/account/account.shared.ts'
import { builtPages } from '#src/app.ts'
import { assertAccessible, openChromium } from '../chromium.ts'
import { signInAt } from '../sign-in.ts'
import { testApp, travelTo, waitUntil } from '../test-app.ts'

const OLD = 'ren@example.test'
const NEW = 'ren.new@example.test'
const DAY = 86_400
const pages = await builtPages()

test('RO-17 an administrator moves an account, its person stops it, and the second time it moves after a week', async (t) => {
  const here = await testApp(t, { pages, now: new Date() })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const tab = await openChromium(here)
  const rens = await tab()
  await signInAt(rens, here, OLD)
  const page = await tab(sora)

  const start = async () => {
    await page.goto('/admin/users')
    await page.getByText('No accounts are waiting to move.').waitFor()
    await page.getByRole('searchbox', { name: 'Exact name or email of the account' }).fill(OLD)
    await page.keyboard.press('Enter')
    await page.waitForURL(/lost=ren/)
    await page.getByRole('button', { name: /^Move the account/ }).click()
    const dialog = page.getByRole('dialog', { name: /^Move the account of collector-/ })
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByText('Enter a reason.').waitFor()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('knew her last three purchases')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByText('Enter an email address such as').waitFor()
    await assertAccessible(page)
    await dialog.getByRole('textbox', { name: 'New address' }).fill(NEW)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByText('Nothing else changes for 7 days.').waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Start the move' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(`knew her last three purchases · Sora`).waitFor()
    await assertAccessible(page)
  }
  const mailTo = (email: string, subject: string) =>
    waitUntil(
      async () => (await here.inbox(email)).find((mail) => mail.subject === subject),
      (mail) => mail !== undefined,
    )

  await start()
  await rens.goto('/account/security')
  await rens.getByText('because we were told that you lost your mailbox').waitFor()
  await assertAccessible(rens)
  await rens.getByRole('button', { name: 'Stop the move' }).click()
  await rens.getByText('because we were told').waitFor({ state: 'detached' })

  await start()
  const [mail] = await waitUntil(
    async () =>
      (await here.inbox(OLD)).filter(({ subject }) => subject === 'Your account is about to move to another address'), // oxfmt-ignore
    (mails) => mails.length === 2,
  )
  const guest = await tab()
  await guest.goto(/\/recovery#\w+/.exec(mail!.text)![0])
  await assertAccessible(guest)
  await guest.getByRole('button', { name: 'Stop the move' }).click()
  await guest.getByText('The account stays where it is').waitFor()
  await assertAccessible(guest)
  await guest.reload()
  await guest.getByRole('button', { name: 'Stop the move' }).click()
  await guest.getByText('Nothing is waiting any more').waitFor()

  await start()
  await travelTo(here, addSeconds(here.clock.now, 7 * DAY))
  await here.run('account.move_addresses')
  await mailTo(NEW, 'Your account moved to this address')
  await rens.goto('/account/security')
  await rens.getByText('You were signed out.').waitFor()

  const again = await tab()
  await again.goto('/login')
  await again.getByRole('textbox', { name: 'Email' }).fill(NEW)
  await again.getByRole('button', { name: 'Send the code' }).click()
  const help = again.getByRole('link', { name: 'No access to your email?' })
  const [opened] = await Promise.all([again.waitForEvent('popup'), help.click()])
  await opened.getByRole('heading', { name: 'I no longer have my mailbox' }).waitFor()
  await assertAccessible(opened)
  await opened.close()
  await again.goto('/')
  here.clock.now = addSeconds(here.clock.now, 60)
  await signInAt(again, here, NEW)
  await again.goto('/account/security')
  await again
    .getByText(NEW)
    .or(again.locator(`input[value="${NEW}"]`))
    .first()
    .waitFor()
  await page.goto('/admin/audit?action=recovery')
  await page.getByText('Account moved to another address').waitFor()
  await assertAccessible(page)
  equal((await sora.call(getCurrentAccount, {})).role, 'ADMIN')
})
