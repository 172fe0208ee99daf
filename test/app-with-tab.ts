import type { TestContext } from 'node:test'
import { builtPages } from '#src/app.ts'
import { openChromium } from './chromium.ts'
import { testApp } from './test-app.ts'

const pages = await builtPages()

/** Opens a test app at the current time with the built pages, and a browser that opens tabs. */
export async function appWithTab(t: TestContext) {
  const here = await testApp(t, { pages, now: new Date() })
  return { here, tab: await openChromium(here) }
}
