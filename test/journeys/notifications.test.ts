import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { createFreeRental } from '#src/sales/free-rental/free-rental.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { appWithTab } from '../app-with-tab.ts'
import { assertAccessible, assertFitsScreen, eventuallyEqual, PHONE } from '../chromium.ts'
import { PERIOD } from '../free-rentals.ts'
import { waitUntil } from '../test-app.ts'
import { createTitle } from '../titles.ts'

test('NT-01 NT-03 NT-04 CO-02 a person sees what is new within seconds, opens it, and stops such mails from one', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 1_000 })
  const film = await createTitle(here, mika, { copies: 1, price: 300 })
  const { tokens } = await createTitle(here, mika, { copies: 1 })
  const page = await tab(ren, PHONE)
  await page.goto('/account/notifications')
  await page.getByRole('heading', { name: 'Nothing new' }).waitFor()
  await assertAccessible(page)
  const offer = {
    ...{ asset_token_ids: [tokens.get(1)!], rental_period_seconds: PERIOD },
    allowed_asset_renters: [ren.name],
  }
  await ren.call(purchaseForFree, film.order(1, 300))
  await page.getByRole('link', { name: '1 unread notification' }).waitFor()
  equal((await mika.call(createFreeRental, offer)).error, undefined)
  await page.getByRole('link', { name: '2 unread notifications' }).waitFor()
  await page.getByRole('link', { name: /^Rent “.+” for free/ }).waitFor()
  await assertAccessible(page)
  await assertFitsScreen(page)
  await page.getByRole('link', { name: /^No\. 1 of “.+” is yours/ }).click()
  await page.waitForURL(`**/asset/${film.kid}?no=1`)
  await page.getByRole('link', { name: '1 unread notification' }).click()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByRole('link', { name: 'Notifications', exact: true }).first().waitFor()
  equal(await page.getByText('unread notification').count(), 0)

  const [mail] = await waitUntil(
    async () => (await here.inbox(ren.email)).filter(({ unsubscribe }) => unsubscribe),
    ({ length }) => length > 0,
  )
  const guest = await tab()
  await guest.goto(mail!.unsubscribe!)
  await guest
    .getByRole('heading', { name: 'Stop emails about “Trades, gifts, loans and free copies”?' })
    .waitFor()
  await assertAccessible(guest)
  await guest.getByRole('button', { name: 'Stop these emails' }).click()
  await guest.getByRole('heading', { name: /^You get no emails about/ }).waitFor()
  await page.reload()
  const choice = page.getByLabel('Trades, gifts, loans and free copies')
  equal(await choice.isChecked(), false)
  await choice.check()
  await page.reload()
  await eventuallyEqual(() => choice.isChecked(), true)
})
