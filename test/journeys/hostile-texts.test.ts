import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { getCurrentAccount, updateCurrentAccount } from '#src/accounts/account/account.shared.ts'
import { cookieLine } from '#core/http/caller.ts'
import { createAllowlist } from '#src/catalog/allowlist/allowlist.shared.ts'
import { updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { createBrand, updateBrand } from '#src/catalog/brand/brand.shared.ts'
import { createGroup } from '#src/catalog/group/group.shared.ts'
import { appWithTab } from '../app-with-tab.ts'
import { HOSTILE } from '../hostile.ts'
import { createTitle } from '../titles.ts'

/** Counts runs of injected scripts, and what the content security policy had to stop. */
async function watch(page: Page) {
  await page.addInitScript(`
    window.hits = []; window.hit = () => window.hits.push('run')
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      // zod asks once whether it may make functions from text.
      if (blockedURI !== 'eval') window.hits.push(violatedDirective + ' ' + blockedURI)
    })
  `)
}

test('hostile texts in every field that a person can set are shown as text', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const all = HOSTILE.join(' ')
  const name = (max: number, at: number) => HOSTILE[at % HOSTILE.length]!.slice(0, max)
  const brand = await mika.call(createBrand, { name: name(40, 1), account: 'kita' })
  await mika.call(updateBrand, { id: brand.id, description: all.slice(0, 1_000) })
  const kids = []
  for (const [i, title] of HOSTILE.entries()) {
    const film = await createTitle(here, mika, { copies: 2, price: 100, brand_id: brand.id })
    const told = { kid: film.kid, title, description: all }
    equal((await mika.call(updateAsset, told)).error, undefined, title)
    if (i === 0) await mika.call(createAllowlist, { kid: film.kid, name: name(60, 4) })
    kids.push(film.kid)
  }
  const about = { brand_id: brand.id, name: name(60, 2), description: all }
  const group = await mika.call(createGroup, { ...about, sorted_contents: kids })
  equal(group.error, undefined)
  for (const who of [mika, sora])
    await who.call(updateCurrentAccount, { first_name: name(80, 5), last_name: name(80, 0) })

  const page = await tab(sora)
  const own = await tab(mika)
  for (const one of [page, own]) await watch(one)
  const hits = (one: Page) => one.evaluate<string[]>('window.hits')
  const search = encodeURIComponent(name(80, 1))
  for (const path of [
    `/?q=${search}&sort=${search}`,
    `/asset/${kids[0]}`,
    `/asset/${kids[5]}`,
    `/embed/asset/${kids[5]}`,
    '/brand/kita',
    '/brand/kita/group',
    `/group/${group.encrypted_id}`,
    '/admin/users',
    '/settings',
    `/error?code=${search}`,
    `/${search}`,
    `/login?next=${encodeURIComponent('javascript:hit()')}`,
  ]) {
    await page.goto(path)
    deepEqual(await hits(page), [], path)
    equal(await page.locator('[onerror], [onload], [onmouseover], iframe[srcdoc]').count(), 0, path)
    equal(await page.locator('a[href^="javascript:"], a[href^="data:"]').count(), 0, path)
  }
  for (const path of [
    `/asset/${kids[1]}/edit`,
    `/asset/${kids[0]}/reserved`,
    '/created',
    '/group/edit',
  ]) {
    await own.goto(path)
    deepEqual(await hits(own), [], path)
  }
  const shown: string[] = [] // more than fit one page, in any order: all were published at one time
  for (const path of ['/', '/?page=1']) {
    await page.goto(path)
    shown.push(await page.locator('main').innerText())
  }
  for (const title of HOSTILE.slice(0, 3))
    ok(
      shown.some((text) => text.includes(title)),
      title,
    )
})

test('a page of another site can neither frame a page, read an answer, nor sign a person out', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika')
  const site = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<p>'),
  )
  await once(site.listen(0, '127.0.0.1'), 'listening')
  t.after(() => site.close())
  const evil = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  // A tab of its own: what Chromium refuses here, it reports as errors.
  const context = await (await tab()).context().browser()!.newContext()
  t.after(() => context.close())
  await context.addCookies([{ name: 'session', value: mika.token, url: here.url }])
  const page = await context.newPage()
  await page.goto(evil)
  const outcome = await page.evaluate<Record<string, unknown>>(`(async () => {
    const frame = document.createElement('iframe')
    frame.src = '${here.url}/settings'
    const loaded = new Promise((resolve) => { frame.onload = resolve })
    document.body.append(frame)
    await loaded
    const call = (path, init) => fetch('${here.url}/api/2.0' + path, { credentials: 'include', ...init })
      .then(() => 'answered', (error) => error.name)
    const read = await call('/accounts/current')
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
    const sent = await call('/logout', json)
    await call('/logout', { ...json, mode: 'no-cors', headers: {} })
    return { read, sent }
  })()`)
  deepEqual(outcome, { read: 'TypeError', sent: 'TypeError' })
  const framed = page.frames().map((frame) => frame.url())
  ok(!framed.some((url) => url.startsWith(here.url)), framed.join(' '))
  equal((await mika.call(getCurrentAccount, {})).error, undefined, 'the session goes on')
  const { headers } = await fetch(here.url)
  match(headers.get('content-security-policy')!, /frame-ancestors 'none'/)
  equal(headers.get('x-content-type-options'), 'nosniff')
})

test('over https the cookies are bound to this host, and scripts and other sites do not get them', async (t) => {
  const { tab } = await appWithTab(t)
  const publicUrl = 'https://renban.example'
  const kinds = ['session', 'browser', 'coupon'] as const
  const lines = kinds.map((kind) => cookieLine(kind, 'value', { publicUrl, seconds: 60 }))
  const elsewhere = `${lines[0]}; Domain=localhost`.replace('session', 'wide')
  const site = createServer((_, response) => {
    response.setHeader('set-cookie', [...lines, elsewhere, '__Host-plain=1; Path=/'])
    response.setHeader('content-type', 'text/html').end('<p>')
  })
  await once(site.listen(0, '127.0.0.1'), 'listening')
  t.after(() => site.close())
  const page = await tab()
  await page.goto(`http://localhost:${(site.address() as AddressInfo).port}`) // counts as secure
  const kept = await page.context().cookies()
  const found = kept.map(({ name, secure, httpOnly, sameSite }) => ({
    name,
    secure,
    httpOnly,
    sameSite,
  }))
  deepEqual(
    found.toSorted((a, b) => a.name.localeCompare(b.name)),
    ['browser', 'coupon', 'session'].map((kind) => ({
      name: `__Host-${kind}`,
      secure: true,
      httpOnly: true,
      sameSite: 'Lax',
    })),
  )
  equal(await page.evaluate('document.cookie'), '')
})
