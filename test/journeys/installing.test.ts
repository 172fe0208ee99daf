import { deepEqual, equal, ok } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { builtPages } from '#src/app.ts'
import { eventuallyEqual, assertAccessible, openChromium } from '../chromium.ts'
import type { Person } from '../people.ts'
import { testApp } from '../test-app.ts'

const pages = await builtPages()
const WITH_WORKER = { serviceWorkers: 'allow' } as const

/** Opens a page whose service worker is ready. */
async function openWithWorker(t: TestContext, who?: 'ORH' | 'STANDARD_USER') {
  const here = await testApp(t, { pages })
  const person: Person | undefined = who && (await here.person('Mika', { role: who }))
  const page = await (await openChromium(here))(person, WITH_WORKER)
  await page.goto('/about')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  return { here, page }
}

test('DS-07 the manifest is in the language of the page, and its icons exist', async (t) => {
  const here = await testApp(t, { pages })
  for (const [lang, dir] of [
    ['en', 'ltr'],
    ['ja', 'ltr'],
    ['ar', 'rtl'],
  ] as const) {
    const html = await (await fetch(here.url, { headers: { cookie: `lang=${lang}` } })).text()
    const [, path = ''] = /<link rel="manifest" href="([^"]+)"/.exec(html) ?? []
    const response = await fetch(here.url + path)
    equal(response.headers.get('content-type'), 'application/manifest+json; charset=utf-8')
    const manifest = (await response.json()) as Record<string, string> & {
      icons: { src: string; sizes: string }[]
    }
    deepEqual([manifest.lang, manifest.dir, manifest.short_name], [lang, dir, 'Renban'])
    equal(manifest.name === 'Renban, numbered copies', lang === 'en')
    for (const { src, sizes } of manifest.icons) {
      const icon = await (await fetch(here.url + src)).arrayBuffer()
      const { width, height, format } = await sharp(icon).metadata()
      deepEqual([`${width}x${height}`, format], [sizes, 'png'])
    }
  }
})

test('DS-07 Chromium finds nothing that keeps the app from being installed', async (t) => {
  const { page } = await openWithWorker(t)
  const session = await page.context().newCDPSession(page)
  const { errors } = await session.send('Page.getAppManifest')
  deepEqual(errors, [])
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  const others = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')
  deepEqual(others, [])
})

test('DS-07 the service worker is registered also if scripts begin after the page has loaded', async (t) => {
  const here = await testApp(t, { pages })
  const page = await (await openChromium(here))(undefined, WITH_WORKER)
  await page.addInitScript(() => {
    const next = requestAnimationFrame.bind(globalThis)
    window.requestAnimationFrame = (draw) => {
      if (document.readyState === 'complete') return next(draw)
      addEventListener('load', () => setTimeout(() => next(draw), 50))
      return 0
    }
  })
  await page.goto('/about')
  const isRegistered = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined)
  await eventuallyEqual(isRegistered, true)
})

test('DS-07 without a network a page says so, opens by itself later, and nothing private is kept', async (t) => {
  const { page } = await openWithWorker(t, 'STANDARD_USER')
  await page.goto('/settings')
  await page.context().setOffline(true)
  await page.goto('/asset')
  await page.getByRole('heading', { name: 'You are offline' }).waitFor()
  await assertAccessible(page)
  const kept = await keptPaths(page)
  deepEqual(kept, ['/offline', '/offline.css', '/offline.js'])
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: 'You are offline' }).waitFor({ state: 'detached' })
  ok(page.url().endsWith('/asset'))
})

const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return lists
      .flat()
      .map(({ url }) => new URL(url).pathname)
      .toSorted()
  })

test('DS-07 a file that another app shares is in the form of a new title', async (t) => {
  const { page } = await openWithWorker(t, 'ORH')
  await share(page)
  await page.getByText('rain.png').first().waitFor()
  await eventuallyEqual(async () => (await keptPaths(page)).includes('/create/shared/0'), false)
})

test('DS-07 a guest who shares a file is asked to sign in, and others how to become a creator', async (t) => {
  const guest = await openWithWorker(t)
  await share(guest.page)
  await guest.page.getByRole('dialog').waitFor()
  const { page } = await openWithWorker(t, 'STANDARD_USER')
  await share(page)
  await page.getByRole('link', { name: 'Become a creator' }).waitFor()
})

/** Posts a file as the system does for an installed app. */
async function share(page: Page) {
  const bytes = [
    ...(await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()),
  ]
  await page.evaluate((content) => {
    const form = document.createElement('form')
    form.method = 'post'
    form.enctype = 'multipart/form-data'
    form.action = '/create/shared'
    const input = document.createElement('input')
    input.type = 'file'
    input.name = 'files'
    const list = new DataTransfer()
    list.items.add(new File([new Uint8Array(content)], 'rain.png', { type: 'image/png' }))
    input.files = list.files
    form.append(input)
    document.body.append(form)
    form.submit()
  }, bytes)
  await page.waitForURL('**/create?shared=1')
}
