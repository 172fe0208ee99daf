import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { API } from '#core/http/endpoint.ts'
import { builtPages } from '#src/app.ts'
import { purchaseForFree, purchaseSerial } from '#src/sales/purchase/purchase.shared.ts'
import { openChromium } from './chromium.ts'
import { createTitle, type TitleOptions } from './titles.ts'
import { testApp } from './test-app.ts'

const pages = await builtPages()

interface Options extends TitleOptions {
  balance?: number
  points?: number
}

/** Opens the checkout page of No. 7 of twelve for Ren; `spendElsewhere` spends his balance. */
export async function checkoutFixtures(t: TestContext, options: Options = {}) {
  const { balance = 0, points = 0, ...terms } = options
  const here = await testApp(t, { pages, now: new Date() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const [ren, aoi] = [await here.person('Ren', { balance, points }), await here.person('Aoi')]
  const film = await createTitle(here, mika, { copies: 12, price: 2_400, ...terms })
  const tab = await openChromium(here)
  const page = await tab(ren)
  const open = (no = 7) => page.goto(`/payment/purchase/${film.kid}?no=${no}`)
  const spendElsewhere = async (price: number) => {
    const other = await createTitle(here, mika, { copies: 1, price })
    await ren.call(purchaseForFree, other.order(1, price))
  }
  await open()
  return { here, mika, ren, aoi, film, page, tab, open, spendElsewhere }
}

/** Returns the button that buys a number. */
export const buyButton = (page: Page, no = 7, yen = '¥2,400') =>
  page.getByRole('button', { name: `Buy No. ${no} for ${yen}` })

/** Runs `action` between the press of a button and the app's reply. */
export const duringRequest = (page: Page, action: () => Promise<unknown>) =>
  page.route(
    `**${API}${purchaseSerial.path}`,
    async (route) => {
      await action()
      await route.continue()
    },
    { times: 1 },
  )

/** Enters the part of the balance, in yen, that pays. */
export async function useBalance(page: Page, yen: number) {
  await page.getByLabel('Amount').fill(String(yen))
  await page.getByLabel('Amount').press('Enter')
}
