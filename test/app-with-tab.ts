import type { TestContext } from 'node:test'
import { builtPages } from '#src/app.ts'
import { openChromium } from './chromium.ts'
import { testApp } from './test-app.ts'

const pages = await builtPages()

/** A house of today with the pages as they were built, and a browser that opens tabs for its people. */
export async function appWithTab(t: TestContext) {
  const here = await testApp(t, { pages, now: new Date() })
  return { here, tab: await openChromium(here) }
}
