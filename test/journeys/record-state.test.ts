import { equal, match } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sql } from 'kysely'
import { builtPages } from '#src/app.ts'
import { assertAccessible, openChromium } from '../chromium.ts'
import { createTitle } from '../titles.ts'
import { testApp } from '../test-app.ts'

const pages = await builtPages()
const STATUS_MS = 5_000
const RETRIES_MS = 8_000 // of a call that fails
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

  await page.route(`**${CALL}/**`, (route) => route.abort())
  await page.clock.runFor(STATUS_MS + RETRIES_MS)
  await page.getByText('The state of the newest record could not be loaded.').waitFor()
  await assertAccessible(page)
  await page.unroute(`**${CALL}/**`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('The newest record is being entered in the register.').waitFor()

  await here.run('provenance.seal')
  await page.clock.runFor(STATUS_MS)
  await page.getByText('The newest record was entered in the register on').waitFor()
  const last = asked
  await page.clock.runFor(4 * STATUS_MS)
  await page.waitForLoadState('networkidle')
  equal(asked, last)
})

test('OP-12 a certificate shows its record in the register, and the browser checks it', async (t) => {
  const here = await testApp(t, { pages, role: 'web', now: new Date() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 3 })
  const chromium = await openChromium(here)
  const [owner, guest] = [await chromium(mika), await chromium()]
  const address = `/certificate/${film.tokens.get(2)}`
  await guest.goto(address)
  await guest.getByText('The records of this copy are not in the register yet.').waitFor()
  await here.run('provenance.seal')
  await guest.getByText('Record 1 of this copy is entry 2 of 3 in the register').waitFor()
  await guest.getByText('Your browser has checked the place in the register').waitFor()
  await guest.getByText('can only be checked by the owner’s browser').waitFor()
  await assertAccessible(guest)
  await owner.goto(address)
  await owner.getByText('Your browser has checked the records of this copy').waitFor()
  const downloaded = owner.waitForEvent('download')
  await owner.getByRole('link', { name: 'Save the proof' }).click()
  const file = await downloaded
  equal(file.suggestedFilename(), 'renban-no-2.tlog-proof')
  match(readFileSync(await file.path(), 'utf8'), /^c2sp\.org\/tlog-proof@v1\nindex 1\n/)

  const { db } = here.app
  await sql`alter table log_checkpoint disable trigger user`.execute(db)
  await sql`update log_checkpoint set note = replace(note, ${'\n3\n'}, ${'\n4\n'})`.execute(db)
  await guest.goto(address)
  await guest.getByText('The proof does not match the register.').waitFor()
})
