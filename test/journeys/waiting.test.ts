import { equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { builtPages } from '#src/app.ts'
import { appWithTab } from '../app-with-tab.ts'
import { getWaitingRoom, leaveWaitingRoom } from '#src/sales/waiting-room/waiting.shared.ts'
import { assertFitsScreen, assertAccessible, openChromium, PHONE } from '../chromium.ts'
import {
  changeWaitingSettings,
  entryState,
  joinAll,
  travelFromStart,
  waitingRoom,
} from '../waiting-rooms.ts'
import { createTitle } from '../titles.ts'
import { assertDrawCheck } from '../draw-check.ts'
import { travelTo, testApp } from '../test-app.ts'

const pages = await builtPages()
const PRICE = 1_000

test('the counts of a waiting room are written as all other counts, in every language', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const sale_starting_at = addSeconds(here.clock.now, 7_200).toISOString()
  const sale = { price: PRICE, sale_starting_at, waiting_room: true }
  const { kid } = await createTitle(here, mika, { copies: 1_200, ...sale })
  const page = await tab(undefined, { locale: 'de' })
  await page.goto(`/waiting/${kid}`)
  await page.getByRole('definition').getByText('1,200', { exact: true }).waitFor()
})

test('a collector waits on two devices, is drawn, chooses a number at their turn, and verifies the draw in the browser', async (t) => {
  const begun = new Date()
  const here = await testApp(t, { pages, now: begun })
  const starts = addSeconds(begun, 7_200)
  const goTo = async (seconds: number) => {
    await travelTo(here, addSeconds(starts, seconds))
    await here.run('waiting.admit')
  }
  await changeWaitingSettings(here, { waiting_people_per_minute: 1 })
  const mika = await here.person('Mika', { role: 'ORH' })
  const film = await createTitle(here, mika, { copies: 3, price: PRICE })
  const { kid } = film
  await mika.call(updateAsset, { kid, title: 'Tide Table', description: 'The sea.' })
  const tab = await openChromium(here)

  // The creator adds a waiting room to the sale.
  const desk = await tab(mika)
  await desk.goto(`/asset/${kid}/edit`)
  await desk.getByRole('checkbox', { name: 'Use a waiting room' }).check()
  await desk.getByRole('button', { name: 'Save the title' }).click()
  await desk.getByText('Enter the start of the sale.', { exact: true }).waitFor()
  const clock = new Date(starts.getTime() + 9 * 3_600_000).toISOString().slice(0, 16)
  await desk.getByLabel('Sale starts').fill(clock)
  await desk.getByRole('button', { name: 'Save the title' }).click()
  await desk.getByText('Saved.').waitFor()
  starts.setUTCSeconds(0, 0) // the form has no seconds

  const guest = await tab(undefined, PHONE)
  await guest.goto(`/asset/${kid}`)
  await guest.getByRole('link', { name: 'Go to the waiting room' }).first().click()
  await guest.getByRole('heading', { name: /^It opens on/ }).waitFor()
  await assertAccessible(guest)
  await assertFitsScreen(guest)
  const { opens_at } = await here.call(getWaitingRoom, { id: kid })
  await travelTo(here, addSeconds(new Date(opens_at), -2)) // the server's clock stays there
  await guest.reload()
  let loads = 0
  guest.on('request', (request) => request.url().includes('.data') && loads++)
  await guest.getByText('The countdown has ended.').waitFor({ state: 'attached' })
  await guest.waitForTimeout(2_000)
  equal(loads, 1, 'the page is loaded once when the countdown ends')

  await goTo(-600)
  const ren = await here.person('Ren', { balance: PRICE })
  const page = await tab(ren)
  await page.goto(`/asset/${kid}`)
  await page.getByRole('link', { name: 'Join the waiting room' }).first().click()
  await page.getByRole('button', { name: 'Join the waiting room' }).click()
  await page.getByRole('heading', { name: 'You are in' }).waitFor()
  const mark = await page.getByText(/^[\da-f]{64}$/).innerText()
  await assertAccessible(page)

  // Now the start of the sale stays, and the form says why.
  await desk.reload()
  ok(await desk.getByLabel('Sale starts').isDisabled())
  ok(await desk.getByRole('checkbox', { name: 'Use a waiting room' }).isDisabled())
  equal(
    await desk.getByText('The waiting room is open. You can change the start of the sale').count(),
    2,
  )
  await assertAccessible(desk)
  await desk.getByRole('textbox', { name: 'Description' }).fill('The sea at night.')
  await desk.getByRole('button', { name: 'Save the title' }).click()
  await desk.getByText('Saved.').waitFor()

  const others = await joinAll(here, kid, 4, PRICE)
  await page.reload()
  await page.getByRole('heading', { name: 'You are in' }).waitFor()
  const phone = await tab(ren, PHONE)
  await phone.goto(`/waiting/${kid}`)
  await phone.getByRole('heading', { name: 'You are in' }).waitFor()
  await assertFitsScreen(phone)

  // The places are drawn. People who join now come after them.
  await goTo(0)
  const aoi = await here.person('Aoi')
  const late = await tab(aoi)
  await late.goto(`/waiting/${kid}`)
  await late.getByRole('heading', { name: 'Admission has started' }).waitFor()
  await late.getByRole('button', { name: 'Join the waiting room' }).click()
  await late.getByRole('heading', { name: 'Your place', exact: true }).waitFor()
  await late.getByText('4 people ahead of you').waitFor()
  await assertAccessible(late)
  await late.goto(`/asset/${kid}`)
  await late.getByRole('link', { name: 'Your place: 5' }).first().waitFor()
  await late.goto(`/payment/purchase/${kid}?no=3`)
  await late.getByText('You can buy here when it is your turn.').waitFor()
  await late.getByRole('link', { name: 'Your place: 5' }).waitFor()
  equal(await late.getByRole('button', { name: /^Buy/ }).count(), 0)
  await assertAccessible(late)

  // Whatever the draw, the people before Ren cancel.
  for (const who of others) await who.call(leaveWaitingRoom, { id: kid })
  for (let minute = 1; (await entryState(ren, kid)) !== 'admitted'; minute++)
    await goTo(minute * 60)
  await page.goto(`/waiting/${kid}`)
  await page.getByRole('heading', { name: 'It is your turn' }).waitFor()
  await assertAccessible(page)
  await phone.goto(`/waiting/${kid}`)
  await phone.getByRole('heading', { name: 'It is your turn' }).waitFor()
  await assertFitsScreen(phone)
  await page.getByRole('link', { name: 'Choose a number' }).click()
  await page
    .getByRole('link', { name: /^Buy No\. \d for/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Confirm your purchase' }).waitFor()
  await page.getByRole('button', { name: 'Use ¥1,000' }).click()
  await page.getByRole('button', { name: /^Buy No\. \d for/ }).click()
  await page.getByRole('heading', { name: /^No\. \d is yours$/ }).waitFor()

  await goTo(700)
  await late.getByRole('button', { name: 'Buy No. 3 for ¥1,000' }).waitFor() // the page updated by itself
  await page.goto(`/waiting/${kid}`)
  await page.getByRole('heading', { name: 'You bought a copy' }).waitFor()
  equal(await page.getByText(mark).first().innerText(), mark)
  await phone.goto(`/waiting/${kid}`)
  const { height } = (await phone.getByText(mark).boundingBox())!
  ok(height < 80, `a mark on a phone is ${height} high: its letters stand one below the other`)
  await assertDrawCheck(page, 'Match: our seed gives everyone')
  await assertAccessible(page)
  await assertFitsScreen(page)
})

test('leaving a queue costs nothing before the draw, and is asked about once a place or a turn is lost', async (t) => {
  const settings = { waiting_people_per_minute: 1 }
  const { here, id } = await waitingRoom(t, { pages, settings })
  const people = await joinAll(here, id, 2)
  const tab = await openChromium(here)
  const leave = { name: 'Leave the queue' }
  const early = await tab(people[0])
  await early.goto(`/waiting/${id}`)
  await early.getByRole('button', leave).click()
  await early.getByRole('button', { name: 'Join the waiting room' }).click()
  await early.getByRole('heading', { name: 'You are in' }).waitFor()

  await travelFromStart(here, 0)
  for (const who of people) {
    const isTurn = (await entryState(who, id)) === 'admitted'
    const page = await tab(who)
    await page.goto(`/waiting/${id}`)
    await page.getByRole('button', leave).click()
    const dialog = page.getByRole('dialog', { name: 'Leave the queue?' })
    await dialog
      .getByText(isTurn ? 'You will lose your turn.' : 'You will lose your place.')
      .waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: isTurn ? 'Keep my turn' : 'Keep my place' }).click()
    await dialog.waitFor({ state: 'detached' })
    equal(await entryState(who, id), isTurn ? 'admitted' : 'waiting 0')
    await page.getByRole('button', leave).click()
    await dialog.getByRole('button', leave).click()
    await page.getByRole('button', { name: 'Rejoin at the end' }).waitFor()
    equal(await entryState(who, id), 'left')
  }
})
