import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { locales } from '#src/i18n/locale.ts'
import { appWithTab } from '../app-with-tab.ts'
import { createTitle } from '../titles.ts'

const DAY_MS = 86_400_000
const SCREENS = [
  ...locales.map((locale) => ({ locale, width: 390 })),
  ...['ja', 'de', 'ar'].flatMap((locale) => [320, 1_280].map((width) => ({ locale, width }))),
]

test('SH-16 an opening time in the zone of a reader abroad stands in the first frame and moves nothing', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const sale_starting_at = new Date(Date.now() + 2 * DAY_MS).toISOString()
  const { kid } = await createTitle(here, mika, { copies: 3, price: 300, sale_starting_at })
  const poster = { base: '/built/none', widths: [320], width: 4, height: 5, thumbhash: '' }
  const shown = { poster: JSON.stringify(poster) }
  await here.app.db.updateTable('asset').set(shown).where('kid', '=', kid).execute()
  const faults: string[] = []
  for (const [locale, screens] of Map.groupBy(SCREENS, (screen) => screen.locale)) {
    const page = await tab(undefined, { locale, timezoneId: 'America/New_York' })
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        const { dataset } = document.documentElement
        dataset.first = document.querySelector('[data-here]')?.textContent ?? ''
      })
    })
    await page.route('**/*.woff2', (route) => route.abort()) // fonts move lines, too
    await page.route('**/built/none*', (route) => route.fulfill({ body: '' }))
    const visits = screens.flatMap(({ width }) =>
      ['/', `/asset/${kid}`].map((path) => ({ width, path })),
    )
    for (const { width, path } of visits) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      const time = page.locator('[data-here]')
      const [text, first] = [
        await time.textContent(),
        await page.locator('html').getAttribute('data-first'),
      ]
      const moved = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            new PerformanceObserver((list) => {
              const shifts = list.getEntries() as (PerformanceEntry & { value: number })[]
              resolve(shifts.reduce((sum, { value }) => sum + value, 0))
            }).observe({ type: 'layout-shift', buffered: true })
            requestAnimationFrame(() => setTimeout(() => resolve(0), 100))
          }),
      )
      if (moved > 0 || text !== first || !/\d:\d\d/.test(text ?? ''))
        faults.push(`${path} ${locale} ${width} px: ${moved}, first “${first}”, then “${text}”`)
    }
    await page.context().close()
  }
  deepEqual(faults, [])
})
