import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { builtPages } from '#src/app.ts'
import { openChromium } from '../chromium.ts'
import { createTitle } from '../titles.ts'
import { testApp } from '../test-app.ts'

const pages = await builtPages()
const STATUS_MS = 5_000
const CALL = '/flow_status'

test('ST-03 a certificate asks for the state of its record every five seconds, until it is done', async (t) => {
  const here = await testApp(t, { pages, role: 'web', now: new Date() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 1 })
  const records = here.app.db.updateTable('provenance_event')
  await records.set({ status: 'pending' }).execute()
  const page = await (await openChromium(here))(mika)
  await page.clock.install()
  let asked = 0
  page.on('response', (response) => {
    if (response.url().includes(CALL)) asked++
  })
  await page.goto(`/certificate/${film.tokens.get(1)}`)
  await page.getByText('The newest record is being entered in the register.').waitFor()
  const before = asked
  const again = page.waitForResponse((response) => response.url().includes(CALL))
  await page.clock.runFor(STATUS_MS)
  await again
  equal(asked, before + 1)

  await here.run('provenance.seal')
  await page.clock.runFor(STATUS_MS)
  await page.getByText('The newest record was entered in the register on').waitFor()
  const last = asked
  await page.clock.runFor(4 * STATUS_MS)
  await page.waitForLoadState('networkidle')
  equal(asked, last)
})
