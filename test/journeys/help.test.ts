import { doesNotMatch, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { builtPages } from '#src/app.ts'
import { changeSettings } from '#src/platform/settings/settings.shared.ts'
import { assertAccessible, assertFitsScreen, eventuallyEqual, openChromium } from '../chromium.ts'
import { testApp } from '../test-app.ts'

const pages = await builtPages()

test('SH-18 an answer is found as its words are typed, and has an address', async (t) => {
  const here = await testApp(t, { pages })
  const page = await (
    await openChromium(here)
  )(undefined, {
    viewport: { width: 320, height: 640 },
  })
  await page.goto('/help')
  const questions = page.locator('summary')
  const all = await questions.count()
  ok(all > 25)
  await page.getByRole('link', { name: 'Balance and payouts' }).click()
  await page.waitForURL(/#money$/)

  const field = page.getByRole('searchbox', { name: 'Search the help centre' })
  await field.fill('payout failed')
  await page.getByText('1 answer', { exact: true }).waitFor()
  await page.getByText('Check your bank account details', { exact: false }).waitFor()
  await assertAccessible(page)
  await assertFitsScreen(page)
  await field.fill('zzzz')
  await page.getByText('No answer for “zzzz”').waitFor()
  await field.fill('mailbox')
  await field.press('Enter')
  await page.waitForURL(/\?q=mailbox$/)
  await page.reload()
  await eventuallyEqual(() => questions.first().innerText(), 'I no longer have my mailbox')
  await field.fill('')
  await eventuallyEqual(() => questions.count(), all)

  await page.goto('/help#lost-access')
  await page.getByText('If you have neither', { exact: false }).waitFor()
  await page.evaluate(() => (location.hash = '#upload'))
  await page.getByText('Open it again under Uploads', { exact: false }).waitFor()
})

test('SH-18 what is typed while a search is sent stays, and the way back shows the search before', async (t) => {
  const here = await testApp(t, { pages })
  const page = await (await openChromium(here))()
  await page.goto('/help')
  const field = page.getByRole('searchbox', { name: 'Search the help centre' })
  await page.route('**/help.data?*', async (route) => {
    await field.pressSequentially(' failed')
    await route.continue()
  })
  await field.fill('payout')
  await field.press('Enter')
  await page.waitForURL(/\?q=payout$/)
  await page.waitForTimeout(300)
  equal(await field.inputValue(), 'payout failed')
  await page.getByText('1 answer', { exact: true }).waitFor()
  await page.unroute('**/help.data?*')
  await page.goBack()
  await page.waitForURL(/\/help$/)
  await eventuallyEqual(() => field.inputValue(), '')
  await page.getByRole('navigation', { name: 'Topics' }).waitFor()
})

test('SH-18 without scripts the server finds the answer, and robots get all of them', async (t) => {
  const { url } = await testApp(t, { pages })
  const found = await (await fetch(`${url}/help?q=${encodeURIComponent('領収書')}&lang=ja`)).text()
  const [, summary] = /<summary[^>]*>(.*?)<\/summary>/s.exec(found) ?? []
  match(summary!, /領収書/)
  const html = await (await fetch(`${url}/help`)).text()
  const [, json] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html) ?? []
  const [faq] = JSON.parse(json!)['@graph']
  equal(faq['@type'], 'FAQPage')
  equal(faq.mainEntity.length, html.match(/<summary/g)!.length)
})

test('SH-18 nothing is explained that is switched off', async (t) => {
  const here = await testApp(t, { pages })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const off = { trade_enabled: false, gift_enabled: false, lending_enabled: false }
  const htmlOf = async () => {
    const html = await (await fetch(`${here.url}/help`)).text()
    return html.slice(html.indexOf('<main'), html.indexOf('</main>'))
  }
  match(await htmlOf(), /How do I trade\?/)
  const change = { version: 0, reason: 'Tried in a test.', ...off }
  equal((await sora.call(changeSettings, change)).error, undefined)
  const html = await htmlOf()
  doesNotMatch(html, /How do I trade\?|Passing a copy on/)
  match(html, /Can I return a copy\?/)
})
