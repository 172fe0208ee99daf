import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { requestOf } from '#core/http/endpoint.ts'
import { createFreeRental } from '#src/sales/free-rental/free-rental.shared.ts'
import {
  getSchedule,
  listMailChoices,
  type MailTopic,
  putMailChoice,
} from '#src/platform/notifications/notification.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { appWithTab } from '../app-with-tab.ts'
import { assertAccessible, assertFitsScreen, eventuallyEqual, PHONE } from '../chromium.ts'
import { PERIOD } from '../free-rentals.ts'
import type { Person } from '../people.ts'
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
    asset_token_ids: [tokens.get(1)!],
    rental_period_seconds: PERIOD,
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
  equal(await choice.inputValue(), 'never')
  await choice.selectOption('In one daily email')
  await eventuallyEqual(async () => (await mailChoiceOf(ren, 'offers')).pace, 'daily')
  await page.reload()
  await eventuallyEqual(() => choice.inputValue(), 'daily')
})

test('NT-05 NT-06 a person chooses by touch and by keyboard when mails come', async (t) => {
  const { here, tab } = await appWithTab(t)
  const ren = await here.person('Ren')
  const page = await tab(ren, { ...PHONE, timezoneId: 'Europe/Berlin' })
  await page.goto('/account/notifications')
  await eventuallyEqual(() => page.getByLabel('Time zone').inputValue(), 'Europe/Berlin')
  await page.getByLabel('Quiet hours').tap()
  await page.getByLabel('Quiet from').selectOption('23:00')
  await assertAccessible(page)
  await assertFitsScreen(page)
  await page.getByRole('button', { name: 'Save times' }).tap()
  await page.getByText('Times saved.').waitFor()
  const night = { time_zone: 'Europe/Berlin', digest_hour: 8, quiet_from: 23, quiet_until: 7 }
  deepEqual(await ren.call(getSchedule, {}), night)

  const desk = await tab(ren)
  await desk.goto('/account/notifications')
  await desk.getByLabel('What you follow').focus()
  await desk.keyboard.type('In one w')
  await eventuallyEqual(async () => (await mailChoiceOf(ren, 'following')).pace, 'weekly')
  const sales = desk.getByLabel('Your sales and rentals')
  const stored = new RegExp(requestOf(listMailChoices, {}).url)
  await desk.route(stored, async (route) => {
    await desk.waitForTimeout(500) // a slow answer
    await route.continue()
  })
  await sales.selectOption('never')
  await eventuallyEqual(async () => (await mailChoiceOf(ren, 'sales')).wants_mail, false)
  equal(await sales.inputValue(), 'never', 'before the answer, too')

  const puts: string[] = []
  await desk.route(
    new RegExp(`${requestOf(putMailChoice, { topic: 'sales' }).url}$`),
    async (route) => {
      const { pace } = route.request().postDataJSON() as { pace: string }
      if (puts.length === 0) await desk.waitForTimeout(500) // the first one is slow
      puts.push(pace)
      await route.continue()
    },
  )
  await sales.selectOption('weekly')
  await sales.selectOption('daily')
  await eventuallyEqual(() => Promise.resolve(puts), ['weekly', 'daily'])
  await eventuallyEqual(async () => (await mailChoiceOf(ren, 'sales')).pace, 'daily')
  await desk.getByLabel('Quiet hours').focus()
  await desk.keyboard.press('Space')
  await desk.keyboard.press('Tab')
  await desk.keyboard.press('Enter')
  await desk.getByText('Times saved.').waitFor()
  deepEqual(await ren.call(getSchedule, {}), { ...night, quiet_from: null, quiet_until: null })
})

test('NT-05 times that are being saved cannot be changed, and quiet hours without an hour are refused at their field', async (t) => {
  const { here, tab } = await appWithTab(t)
  const ren = await here.person('Ren')
  const page = await tab(ren)
  await page.goto('/account/notifications')
  await page.getByLabel('Quiet hours').click()
  const [from, until] = [page.getByLabel('Quiet from'), page.getByLabel('Quiet until')]
  await from.selectOption('07:00')
  const save = page.getByRole('button', { name: 'Save times' })
  await save.click()
  await page.getByText('Choose an hour other than “Quiet from”.').waitFor()
  await eventuallyEqual(() => until.evaluate((field) => field === document.activeElement), true)
  await assertAccessible(page)
  equal((await ren.call(getSchedule, {})).quiet_from, null)

  await from.selectOption('23:00')
  const [held, heldPage] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const stored = new RegExp(`${requestOf(getSchedule, {}).url}$`)
  await page.route(stored, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.route('**/*.data*', async (route) => {
    await heldPage.promise
    await route.continue()
  })
  await save.click()
  await eventuallyEqual(() => from.isDisabled(), true)
  held.resolve()
  await page.getByText('Times saved.').waitFor()
  await eventuallyEqual(() => from.isDisabled(), false)
  equal(await from.inputValue(), '23', 'before the page is read again, too')
  await until.selectOption('06:00')
  heldPage.resolve()
  await save.click()
  await eventuallyEqual(async () => (await ren.call(getSchedule, {})).quiet_until, 6)
  equal((await ren.call(getSchedule, {})).quiet_from, 23)
})

async function mailChoiceOf(who: Person, topic: MailTopic) {
  const { items } = await who.call(listMailChoices, {})
  return items.find((one) => one.topic === topic)!
}
