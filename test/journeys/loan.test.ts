import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { acceptLoan, listLoans } from '#src/sales/loan/loan.shared.ts'
import { appWithTab } from '../app-with-tab.ts'
import { assertAccessible } from '../chromium.ts'
import { borrow, lent } from '../loans.ts'
import { loseAnswers } from '../lost-answers.ts'
import { textOf } from '../page-text.ts'
import { fetchAs, giveCopy } from '../playback-fixtures.ts'
import { changeAs } from '../screenings.ts'
import { createTitle } from '../titles.ts'

const PHONE = { width: 390, height: 844 }

test('LN-01 LN-04 an owner lends a copy by link, a friend borrows it on a phone and returns it', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const [ren, aoi] = [await here.person('Ren'), await here.person('Aoi')]
  const film = await createTitle(here, mika, { copies: 3, title: 'Snow Plough' })
  await giveCopy(here, film.tokens.get(2)!, ren)

  const page = await tab(ren)
  await page.goto(`/asset/${film.kid}?no=2`)
  await page.getByRole('link', { name: 'Lend No. 2' }).click()
  const name = page.getByRole('textbox', { name: 'Your name' })
  const days = page.getByRole('textbox', { name: 'Days' })
  const lend = page.getByRole('button', { name: 'Lend No. 2' })
  await name.fill('')
  await days.fill('400')
  await lend.click()
  await page.getByText('Enter your name as your friend knows it.').waitFor()
  await page.getByText(/^Enter a number from 1 to /).waitFor()
  await assertAccessible(page)
  await name.fill('Your Ren')
  await days.fill('３') // full-width, as Japanese keyboards type it
  await lend.click()
  await page.getByText('Your loan is ready.').waitFor()
  await assertAccessible(page)
  const address = await page.getByText(/\/loans\/.+/).innerText()
  const path = new URL(address).pathname

  const phone = await tab(aoi)
  await phone.setViewportSize(PHONE)
  await phone.goto(path)
  await phone.getByText('Your Ren lends No. 2 for 3 days').waitFor()
  await assertAccessible(phone)
  await phone.getByRole('button', { name: 'Borrow No. 2' }).click()
  await phone.getByText('Yours to watch until').waitFor()
  await assertAccessible(phone)

  await page.reload()
  await page.getByText('Lent to Aoi').waitFor()
  equal((await page.goto(`/asset/${film.kid}/watch`))!.status(), 403)
  await page.getByText('You have lent this copy').waitFor()

  await phone.getByRole('link', { name: 'See your loans' }).click()
  await phone.getByText('Borrowed from Your Ren').waitFor()
  await phone.getByRole('button', { name: 'Return it now' }).click()
  await assertAccessible(phone)
  await phone.getByRole('dialog').getByRole('button', { name: 'Return it now' }).click()
  await phone.getByText(/^From .+ to /).waitFor()
  equal((await phone.goto(`/asset/${film.kid}/watch`))!.status(), 403)
  await phone.getByRole('heading', { name: 'The loan has ended' }).waitFor()
  await page.goto(`/asset/${film.kid}?no=2`)
  await page.getByRole('link', { name: 'Lend No. 2' }).waitFor()
})

test('LN-03 a loan accepted on a bad connection is asked for until it is answered, and begins once', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const aoi = await here.person('Aoi')
  const film = await createTitle(here, mika, { copies: 3 })
  const { path } = await lent(mika, film, 2)
  const page = await tab(aoi)
  await page.goto(path!)
  const { keys, restore } = await loseAnswers(page, acceptLoan.path)

  await page.getByRole('button', { name: 'Borrow No. 2' }).click()
  await page.getByText('The connection is weak.').waitFor()
  restore()
  await page.getByText('Yours to watch until').waitFor()

  equal(new Set(keys).size, 1)
  const { items } = await aoi.call(listLoans, { direction: 'borrowed' })
  deepEqual(
    items.map(({ status, copy }) => [status, copy.number]),
    [['running', 2]],
  )
})

test('LN-01 no page leads to the loans while lending is switched off', async (t) => {
  const { here } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const [ren, aoi] = [await here.person('Ren'), await here.person('Aoi')]
  const film = await createTitle(here, mika, { copies: 3 })
  await giveCopy(here, film.tokens.get(2)!, ren)
  equal((await borrow(aoi, await lent(ren, film, 2))).error, undefined)
  const path = `/asset/${film.kid}`
  const pages = async () => [
    await textOf(here, `${path}?no=2`, ren),
    await textOf(here, `${path}?no=2`, aoi),
    (await (await fetchAs(here, `${path}/watch`, ren)).text()) // 403: it is lent
      .replaceAll(/<script.*?<\/script>/gs, ''),
  ]
  for (const page of await pages()) match(page, /See your loans/)
  await changeAs(sora, { lending_enabled: false })
  for (const page of await pages()) doesNotMatch(page, /See your loans/)
  match((await pages())[2]!, /You have lent this copy/)
})
