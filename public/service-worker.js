// Shows notifications, and the offline page when a page cannot be loaded. Keeps files that another app
// shares until the form takes them. Keeps no page and no answer of the API.
const OFFLINE = 'offline'
const PAGE = '/offline'
const KEPT = [PAGE, '/offline.css', '/offline.js']
const SHARED = 'shared'
const SUBSCRIPTIONS = '/api/2.0/push_subscriptions' // as in push.shared.ts
const SHARE_PATH = '/create/shared' // as in manifest-page.tsx
let isKept = false // by this run of the worker: a run lasts about a visit

self.addEventListener('install', (event) => {
  event.waitUntil(keepOfflinePage().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()]),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { pathname, origin } = new URL(request.url)
  if (origin !== self.location.origin) return
  if (request.method === 'POST' && pathname === SHARE_PATH) event.respondWith(receive(request))
  else if (request.mode === 'navigate' && request.method === 'GET') event.respondWith(open(event))
  else if (KEPT.includes(pathname)) event.respondWith(fetch(request).catch(() => kept(pathname)))
})

self.addEventListener('push', (event) => {
  const { line, path } = event.data.json()
  const options = { tag: `${path} ${line}`, icon: '/icon-192.png', dir: 'auto', data: { path } }
  event.waitUntil(self.registration.showNotification(line, options))
})

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renew(event.newSubscription))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPath(event.notification.data.path))
})

/**
 * Sends the subscription that the browser made instead of an old one, or makes one. A browser whose person
 * has signed out or switched notifications off since stays without.
 */
async function renew(made) {
  const reply = await fetch(SUBSCRIPTIONS)
  const { public_key, items } = reply.ok ? await reply.json() : { items: [] }
  if (!public_key || !items.some(({ is_current }) => is_current)) return
  const options = { userVisibleOnly: true, applicationServerKey: public_key }
  const subscription = made ?? (await self.registration.pushManager.subscribe(options))
  const { endpoint, keys } = subscription.toJSON()
  await fetch(SUBSCRIPTIONS, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, p256dh: keys.p256dh, auth: keys.auth }),
  })
}

/** Opens a page of the app, or the tab that shows it. Another tab may hold a form that is not sent yet. */
async function openPath(path) {
  const url = new URL(path, self.location.origin)
  if (url.origin !== self.location.origin) return
  const tabs = await self.clients.matchAll({ type: 'window' })
  const shown = tabs.find((tab) => tab.url === url.href)
  await (shown ? shown.focus() : self.clients.openWindow(url.href))
}

/** Fetches the offline page anew, in the reader's language. */
async function keepOfflinePage() {
  const cache = await caches.open(OFFLINE)
  await cache.addAll(KEPT.map((path) => new Request(path, { cache: 'no-cache' })))
  isKept = true
}

const kept = async (path) => (await caches.open(OFFLINE)).match(path)

async function open(event) {
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request))
    if (!isKept) event.waitUntil(keepOfflinePage().catch(() => {})) // the next visit tries again
    return response
  } catch {
    return (await kept(PAGE)) ?? Response.error()
  }
}

/** Keeps shared files in the browser, as a large one must not be sent before its form is filled. */
async function receive(request) {
  const form = await request.formData()
  await caches.delete(SHARED)
  const cache = await caches.open(SHARED)
  const files = form.getAll('files').filter((file) => file instanceof File)
  for (const [i, file] of files.entries()) {
    const headers = {
      'content-type': file.type || 'application/octet-stream',
      'x-name': encodeURIComponent(file.name),
      'x-shared-at': String(Date.now()),
    }
    await cache.put(`${SHARE_PATH}/${i}`, new Response(file, { headers }))
  }
  return Response.redirect('/create?shared=1', 303)
}
