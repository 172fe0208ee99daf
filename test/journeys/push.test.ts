import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Worker } from 'playwright-core'
import { listPushSubscriptions } from '#src/platform/notifications/push.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { appWithTab } from '../app-with-tab.ts'
import { assertAccessible, assertFitsScreen, eventuallyEqual, PHONE } from '../chromium.ts'
import { type BrowserSubscription, openPushService } from '../push-service.ts'
import { waitUntil } from '../test-app.ts'
import { createTitle } from '../titles.ts'

const WITH_PUSH = { serviceWorkers: 'allow' as const, permissions: ['notifications'] }

/** Lets the page subscribe at our push service: headless Chromium has none of its own. */
async function usePushService(page: Page, subscription: BrowserSubscription) {
  await page.addInitScript(({ endpoint, ...keys }) => {
    PushManager.prototype.subscribe = async () =>
      ({ toJSON: () => ({ endpoint, keys }) }) as unknown as PushSubscription
  }, subscription)
}

/** Delivers a message to the page's service worker, as the browser does. */
async function deliver(page: Page, data: string) {
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [one] }) => {
      if (one) resolve(one.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  const { origin } = new URL(page.url())
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
}

interface Shown {
  title: string
  data: { path: string }
}
type Scope = ServiceWorkerGlobalScope & { shown: Shown[]; opened: string[] }

/** Records what the worker shows and opens: headless Chromium has no place for it, and nobody presses. */
const recordShown = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as Scope
    Object.assign(scope, { shown: [], opened: [] })
    scope.clients.openWindow = async (url) => {
      scope.opened.push(String(url))
      return null
    }
    scope.registration.showNotification = async (title, options) =>
      void scope.shown.push({ title, data: options!.data as Shown['data'] })
  })
const shownBy = (worker: Worker) =>
  worker.evaluate(() => (globalThis as unknown as Scope).shown.map(({ title }) => title))

/** Presses what was shown, or something that claims another path. */
const press = (worker: Worker, path?: string) =>
  worker.evaluate((other) => {
    const scope = globalThis as unknown as Scope
    const [{ data }] = scope.shown as [Shown]
    const notification = { data: { path: other ?? data.path }, close() {} }
    scope.dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), { notification }))
  }, path)
const openedBy = (worker: Worker) => worker.evaluate(() => (globalThis as unknown as Scope).opened)

test('NT-07 NT-08 NT-09 a person lets their browser show notifications, opens one, and switches them off', async (t) => {
  const { here, tab } = await appWithTab(t)
  const service = await openPushService(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 1_000 })
  const film = await createTitle(here, mika, { copies: 1, price: 300 })
  const browser = service.subscribe()
  const page = await tab(ren, { ...PHONE, ...WITH_PUSH })
  await usePushService(page, browser.subscription)
  await page.goto('/account/notifications')
  await page.getByRole('button', { name: 'Show notifications in this browser' }).tap()
  await page.getByText('This browser', { exact: true }).waitFor()
  await assertAccessible(page)
  await assertFitsScreen(page)

  await ren.call(purchaseForFree, film.order(1, 300))
  const [pushed] = await waitUntil(
    async () => browser.got,
    ({ length }) => length > 0,
  )
  const [worker] = page.context().serviceWorkers()
  await recordShown(worker!)
  await deliver(page, JSON.stringify(pushed!.payload))
  await eventuallyEqual(() => shownBy(worker!), [pushed!.payload.line])
  await press(worker!, 'https://elsewhere.example/')
  await press(worker!)
  await eventuallyEqual(() => openedBy(worker!), [`${here.url}/asset/${film.kid}?no=1`])

  await page.goto('/account/notifications')
  await page.getByLabel('Your purchases').tap()
  await page.reload()
  equal(await page.getByLabel('Your purchases').isChecked(), false)
  await page.getByRole('button', { name: /^Switch off notifications in/ }).tap()
  await page.getByRole('button', { name: 'Show notifications in this browser' }).waitFor()
})

/** Tells the worker that its subscription has changed; Chromium cannot be made to do so. */
const changeSubscription = (worker: Worker, subscription?: BrowserSubscription) =>
  worker.evaluate(async (given) => {
    const { endpoint, ...keys } = given ?? { endpoint: '' }
    const newSubscription = given && { toJSON: () => ({ endpoint, keys }) }
    const waits: Promise<unknown>[] = []
    const event = new Event('pushsubscriptionchange')
    const extended = { newSubscription, waitUntil: (wait: Promise<unknown>) => waits.push(wait) }
    globalThis.dispatchEvent(Object.assign(event, extended))
    await Promise.all(waits)
  }, subscription)

test('NT-07 a browser that renews its subscription goes on, and one that was signed out does not', async (t) => {
  const { here, tab } = await appWithTab(t)
  const service = await openPushService(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren', { balance: 1_000 })
  const film = await createTitle(here, mika, { copies: 2, price: 300 })
  const [before, renewed, late] = [service.subscribe(), service.subscribe(), service.subscribe()]
  const page = await tab(ren, { ...PHONE, ...WITH_PUSH })
  await usePushService(page, before.subscription)
  await page.goto('/account/notifications')
  await page.getByRole('button', { name: 'Show notifications in this browser' }).tap()
  await page.getByText('This browser', { exact: true }).waitFor()
  const [worker] = page.context().serviceWorkers()
  await changeSubscription(worker!, renewed.subscription)
  await ren.call(purchaseForFree, film.order(1, 300))
  await waitUntil(
    async () => renewed.got,
    ({ length }) => length > 0,
  )
  equal(before.got.length, 0)
  equal((await ren.call(listPushSubscriptions, {})).items.length, 1)

  await page.getByRole('button', { name: /^Switch off notifications in/ }).tap()
  await page.getByRole('button', { name: 'Show notifications in this browser' }).waitFor()
  await changeSubscription(worker!, late.subscription)
  equal((await ren.call(listPushSubscriptions, {})).items.length, 0)
})

test('NT-09 a browser that blocks notifications says how to allow them', async (t) => {
  const { here, tab } = await appWithTab(t)
  const page = await tab(await here.person('Ren'))
  await page.addInitScript(() => {
    Notification.requestPermission = async () => 'denied'
  })
  await page.goto('/account/notifications')
  await page.getByRole('button', { name: 'Show notifications in this browser' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('The browser did not allow it.').waitFor()
  await assertAccessible(page)
})
