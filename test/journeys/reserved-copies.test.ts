import { equal } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { createAllowlist, addPeople, listPeople } from '#src/catalog/allowlist/allowlist.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { eventuallyEqual, assertAccessible } from '../chromium.ts'
import { ADDRESSES, behindProxy } from '../geoip.ts'
import { appWithTab } from '../app-with-tab.ts'
import { createTitle, type TitleOptions } from '../titles.ts'

async function openFixtures(t: TestContext, options: TitleOptions = {}) {
  const { here, tab } = await appWithTab(t)
  const [mika, ren, aoi] = await Promise.all([
    here.person('Mika', { role: 'ORH' }),
    here.person('Ren', { balance: 5_000 }),
    here.person('Aoi', { balance: 5_000 }),
  ])
  const film = await createTitle(here, mika, { copies: 12, price: 300, ...options })
  return { here, tab, mika, ren, aoi, film }
}

test('SL-06 FD-04 a creator reserves numbers for named people, and only they can buy them', async (t) => {
  const { tab, mika, ren, aoi, film } = await openFixtures(t)
  const page = await tab(mika)
  await page.goto(`/asset/${film.kid}/edit`)
  await page.getByText('Nothing is reserved.').waitFor()
  await page.goto(`/asset/${film.kid}/created`)
  await page.getByRole('textbox', { name: 'Numbers' }).fill('3-5')
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('link', { name: 'Reserve 3' }).click()

  const dialog = page.getByRole('dialog', { name: 'Reserve copies' })
  await eventuallyEqual(() => dialog.getByRole('textbox', { name: 'Numbers' }).inputValue(), '3-5')
  await dialog.getByRole('button', { name: 'Reserve and add people' }).click()
  await dialog.getByText('Enter a name.').waitFor()
  await dialog.getByRole('textbox', { name: 'List name' }).fill('Members')
  await dialog.getByRole('textbox', { name: 'Copies per person' }).fill('1')
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Reserve and add people' }).click()

  await page.getByRole('heading', { name: 'Members' }).waitFor()
  const lines = page.getByRole('textbox', { name: 'Email addresses, usernames' })
  await lines.fill('ren@example.test\nkai@example.test\nnobody at all')
  await page.getByRole('button', { name: 'Review the lines' }).click()
  await page.getByText('1 of them has no account yet').waitFor()
  await page.getByText('1 line matches no one and is skipped.').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Add 2 people' }).click()
  await page.getByText('2 people are on this list.').waitFor()
  await page.getByRole('checkbox', { name: 'kai@example.test' }).check()
  await page.getByRole('button', { name: 'Remove 1' }).click()
  await page.getByText('1 person is on this list.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('2 people are on this list.').waitFor()
  await assertAccessible(page)

  await page.goto(`/asset/${film.kid}/created`)
  await eventuallyEqual(() => page.getByRole('cell', { name: 'Members' }).count(), 3)

  const others = await tab(aoi)
  await others.goto(`/asset/${film.kid}?no=4`)
  await others.getByText('No. 4 is reserved for someone else.').waitFor()
  equal(await others.getByRole('link', { name: 'Buy No. 4' }).count(), 0)
  await others.goto(`/payment/purchase/${film.kid}?no=4`)
  await others.getByText('No. 4 cannot be bought right now').waitFor()
  await others.getByText('No. 4 is reserved for someone else.').waitFor()

  const reader = await tab(ren)
  await reader.goto(`/asset/${film.kid}?no=4`)
  await reader.getByText('No. 4 is reserved for you.').waitFor()
  await assertAccessible(reader)
  await reader.getByRole('link', { name: 'Buy No. 4 for ¥300' }).first().click()
  await reader.getByRole('button', { name: 'Use ¥300' }).click()
  await reader.getByRole('button', { name: 'Buy No. 4 for ¥300' }).click()
  await reader.getByText('No. 4 is yours').first().waitFor()
  await reader.goto(`/asset/${film.kid}?no=5`)
  await reader.getByText('You have reached the limit of 1 per person.').waitFor()
  await reader.goto(`/payment/purchase/${film.kid}?no=5`)
  await reader.getByText('You have reached the limit of 1 per person.').waitFor()
  equal(await reader.getByRole('button', { name: /^Buy/ }).count(), 0)

  await page.goto(`/asset/${film.kid}/reserved`)
  await page.getByRole('button', { name: 'End the list', exact: true }).click()
  await page.getByText('“Members” has ended').waitFor()
  await others.goto(`/asset/${film.kid}?no=5`)
  await others.getByRole('link', { name: 'Buy No. 5 for ¥300' }).first().waitFor()
})

test('SL-06 a range with a sold copy reserves the others, and a file adds to what was typed', async (t) => {
  const { tab, mika, aoi, film } = await openFixtures(t)
  equal((await aoi.call(purchaseForFree, film.order(4, 300))).status, 'settled')
  const page = await tab(mika)
  await page.goto(`/asset/${film.kid}/reserved?numbers=3-5`)
  const dialog = page.getByRole('dialog', { name: 'Reserve copies' })
  const numbers = dialog.getByRole('textbox', { name: 'Numbers' })
  await dialog.getByRole('textbox', { name: 'List name' }).fill('Members')
  await numbers.fill('3-5, 13')
  await dialog.getByRole('button', { name: 'Reserve and add people' }).click()
  await dialog.getByText('Enter numbers from 1 to 12.').waitFor()
  await numbers.fill('3-5')
  await dialog.getByRole('button', { name: 'Reserve and add people' }).click()
  await page.getByText('Others own these numbers, so they were left out: No. 4.').waitFor()

  await page.getByRole('heading', { name: 'Members' }).waitFor()
  const lines = page.getByRole('textbox', { name: 'Email addresses, usernames' })
  await lines.fill('ren@example.test\n')
  const buffer = Buffer.from('username,email\nAoi,\n,kai@example.test\n')
  const file = { name: 'people.csv', mimeType: 'text/csv', buffer }
  await page.getByLabel('Add from a file').setInputFiles(file)
  await eventuallyEqual(() => lines.inputValue(), 'ren@example.test\nAoi\nkai@example.test')

  await page.getByRole('link', { name: 'Reserved copies' }).click()
  await page.getByText('No. 3, 5').waitFor()
})

test('AS-05 people on an early access list see when they may buy, and others when the sale opens', async (t) => {
  const starts = addSeconds(new Date(), 86_400).toISOString()
  const { here, tab, mika, ren, aoi, film } = await openFixtures(t, { sale_starting_at: starts })
  const early_from = addSeconds(here.clock.now, 3_600).toISOString()
  const page = await tab(mika)
  await page.goto(`/asset/${film.kid}/reserved`)
  await page.getByRole('button', { name: 'Reserve copies' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'The whole title' }).check()
  await dialog.getByRole('radio', { name: 'They can buy before the sale opens' }).check()
  await dialog.getByRole('textbox', { name: 'List name' }).fill('First in line')
  await dialog.getByRole('button', { name: 'Reserve and add people' }).click()
  await dialog.getByText('Choose a time before the sale starts.').waitFor()
  await page.keyboard.press('Escape')

  const said = { kid: film.kid, name: 'First in line', early_from }
  const { id } = await mika.call(createAllowlist, said)
  await mika.call(addPeople, { id, text: 'ren' })
  equal((await mika.call(listPeople, { id })).total, 1)
  const [reader, others, guest] = [await tab(ren), await tab(aoi), await tab()]
  for (const one of [reader, others, guest]) await one.goto(`/asset/${film.kid}`)
  await reader.getByText(/for everyone else/).waitFor()
  await reader.getByRole('timer').waitFor()
  for (const one of [others, guest]) {
    await one.getByText('The sale opens on').waitFor()
    equal(await one.getByText(/for everyone else/).count(), 0)
  }
  here.clock.now = new Date(early_from)
  await reader.reload()
  await reader
    .getByRole('link', { name: /^Buy No\. \d+ for ¥300$/ })
    .first()
    .waitFor()
  await reader.getByText('You have early access.').waitFor()
  await others.reload()
  await others.getByText('The sale opens on').waitFor()
  equal(await others.getByRole('link', { name: /^Buy No/ }).count(), 0)
})

test('AS-06 ER-10 abroad the page says before payment that a title is sold in Japan only', async (t) => {
  const { here, tab, ren, film } = await openFixtures(t, { only_japan_accessible: true })
  await behindProxy(t, here)
  const from = (place: keyof typeof ADDRESSES) => ({
    extraHTTPHeaders: { 'x-forwarded-for': ADDRESSES[place] },
  })
  for (const who of [undefined, ren]) {
    const page = await tab(who, from('GB'))
    await page.goto(`/asset/${film.kid}?no=2`)
    await page.getByText('This title can only be bought and watched in Japan. You appear').waitFor()
    equal(await page.getByRole('link', { name: /^Buy No/ }).count(), 0)
    await assertAccessible(page)
  }
  const page = await tab(ren, from('GB'))
  await page.goto(`/payment/purchase/${film.kid}?no=2`)
  await page.getByText('This title is not available in your country').waitFor()
  equal(await page.getByRole('button', { name: /^Buy No/ }).count(), 0)

  const athome = await tab(ren, from('JP'))
  await athome.goto(`/asset/${film.kid}?no=2`)
  await athome.getByRole('link', { name: 'Buy No. 2 for ¥300' }).first().waitFor()
})
