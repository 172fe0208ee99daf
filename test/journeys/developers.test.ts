import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { builtPages } from '#src/app.ts'
import { assertAccessible, assertFitsScreen, openChromium, PHONE } from '../chromium.ts'
import { testApp } from '../test-app.ts'

const pages = await builtPages()

for (const colorScheme of ['light', 'dark'] as const)
  test(`AP-01 the page for developers shows every call under the site's own policy, in the ${colorScheme} theme`, async (t) => {
    const here = await testApp(t, { pages, role: 'web' })
    const tab = await openChromium(here)
    const page = await tab(undefined, { ...PHONE, colorScheme })
    await page.goto('/about')
    await page.getByRole('link', { name: 'For developers' }).click()
    await page.getByRole('heading', { name: 'For developers' }).waitFor()
    await page.locator('.opblock-tag').first().waitFor()
    const description = (await (await fetch(`${here.url}/api/2.0/openapi.json`)).json()) as {
      tags: { name: string }[]
    }
    const sections = await page.locator('.opblock-tag').allInnerTexts()
    deepEqual(
      sections.map((name) => name.trim()),
      description.tags.map(({ name }) => name),
    )
    await page.locator('.opblock-tag', { hasText: 'Purchases' }).click()
    await page.getByText('Buy copies by card').click()
    await page.getByText('price_changed').first().waitFor()
    await assertFitsScreen(page)
    await assertAccessible(page)
  })
