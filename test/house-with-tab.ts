import type { TestContext } from 'node:test'
import { builtPages } from '#src/app.ts'
import { openChromium } from './chromium.ts'
import { world } from './world.ts'

const pages = await builtPages()

/** A house of today with the pages as they were built, and a browser that opens tabs for its people. */
export async function houseWithTab(t: TestContext) {
  const here = await world(t, { pages, now: new Date() })
  return { here, tab: await openChromium(here) }
}
