import type { Page } from 'playwright-core'

/** Leads from a page to another one of the same route, as going back in the browser’s history does. */
export const goBackTo = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(history.state, '', to)
    history.pushState(history.state, '', '/')
    history.back()
  }, path)
