import { equal } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { FrameLocator } from 'playwright-core'
import { listLinkedWallets } from '#src/accounts/account/linked-wallet.shared.ts'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { listWalletCopies } from '#src/catalog/wallet-copies/wallet-copies.shared.ts'
import { appWithTab } from '../app-with-tab.ts'
import { assertAccessible, eventuallyEqual } from '../chromium.ts'
import { confirmByCode } from '../enter-code.ts'
import { giveCopy } from '../playback-fixtures.ts'
import { createTitle } from '../titles.ts'
import { waitUntil } from '../test-app.ts'
import { EARLY_KEY, linkWalletOf, ONE_KEY } from '../wallets.ts'

const ADDRESS = ONE_KEY
const OTHER = EARLY_KEY

/** Opens the security page of a person who has a Flow wallet. */
async function openFixtures(t: TestContext) {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika')
  const page = await tab(mika)
  await page.goto('/account/security')
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click()
  return { here, mika, page, press, wallet: page.frameLocator('iframe[title="Your wallet"]') }
}

const sign = (wallet: FrameLocator, address = ADDRESS) =>
  wallet.getByRole('button', { name: `Sign as ${address}` }).click()

async function link({ here, mika, page, press, wallet }: Awaited<ReturnType<typeof openFixtures>>) {
  await press('Link a wallet')
  await confirmByCode(here, page, mika)
  await wallet.getByText('asks for your signature').waitFor()
}

test('RO-13 RO-14 a person links a wallet by FCL, signs in with it and unlinks it', async (t) => {
  const opened = await openFixtures(t)
  const { here, mika, page, press, wallet } = opened
  await link(opened)
  await assertAccessible(page)
  await sign(wallet)
  await page.getByText('Wallet linked.').waitFor()
  await page.getByText(ADDRESS).waitFor()
  await assertAccessible(page)
  await waitUntil(
    () => here.inbox(mika.email),
    (mails) => mails[0]!.subject === 'A wallet was linked',
  )

  await page.context().clearCookies()
  await page.goto('/login?next=/account/security')
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.getByRole('button', { name: 'Sign in with a wallet' }).click()
  await sign(wallet, OTHER)
  await dialog.getByText('This wallet is not linked to an account.').waitFor()
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Sign in with a wallet' }).click()
  await sign(wallet)
  await page.getByRole('heading', { name: 'Security' }).waitFor()
  await page.getByText(/last used/).waitFor()

  await press(`Unlink the wallet ${ADDRESS}`)
  await confirmByCode(here, page, mika)
  await page.getByText('Wallet unlinked.').waitFor()
  equal((await mika.call(listLinkedWallets, {})).total, 0)
})

test('RO-13 nothing is linked if the wallet declines, or if its owner closes it', async (t) => {
  const opened = await openFixtures(t)
  const { here, mika, page, press, wallet } = opened
  const begin = page.getByRole('button', { name: 'Link a wallet' })
  const hasFocus = () => begin.evaluate((one) => one === document.activeElement)
  await begin.click()
  await press('Cancel')
  await eventuallyEqual(hasFocus, true)
  await link(opened)
  await page.locator('fieldset:focus iframe').waitFor()
  await wallet.getByRole('button', { name: 'Decline' }).click()
  await page.getByText('Your wallet gave no signature.').waitFor()
  await eventuallyEqual(hasFocus, true)

  here.clock.now = new Date(here.clock.now.getTime() + 61_000) // for another code
  await link(opened)
  await press('Cancel')
  await page.getByText('Your wallet gave no signature.').waitFor()
  equal((await mika.call(listLinkedWallets, {})).total, 0)
})

test('RO-13 RO-14 without a configured wallet no page offers one, and FCL is not loaded', async (t) => {
  const { here, mika, page } = await openFixtures(t)
  const files: string[] = []
  page.on('request', (request) => files.push(request.url()))
  await page.getByRole('button', { name: 'Link a wallet' }).waitFor()
  here.integrations.flow = undefined
  await page.reload()
  await page.getByRole('heading', { name: 'Passkeys' }).waitFor()
  equal(await page.getByRole('button', { name: 'Link a wallet' }).count(), 0)
  await page.context().clearCookies()
  await page.goto('/login')
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.getByRole('button', { name: 'Send the code' }).waitFor()
  equal(await dialog.getByRole('button', { name: 'Sign in with a wallet' }).count(), 0)
  equal(files.filter((file) => /\/fcl-|onflow/i.test(file)).length, 0)
  equal((await mika.call(listLinkedWallets, {})).total, 0)
})

test('RO-15 a person moves a copy to their wallet and back, by keyboard, and a phone shows all of it', async (t) => {
  const opened = await openFixtures(t)
  const { here, mika, page, press, wallet } = opened
  const aoi = await here.person('Aoi', { role: 'ORH' })
  const film = await createTitle(here, aoi, { copies: 3 })
  await giveCopy(here, film.tokens.get(2)!, mika)
  const { title } = await here.call(getAsset, { id: film.kid })
  const id = await linkWalletOf(here, mika)
  await page.reload()
  await page.getByRole('link', { name: 'Copies' }).click()
  await page.getByText('No copies in this wallet yet').waitFor()
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Move copies' }).press('Enter')
  await page.setViewportSize({ width: 320, height: 800 })
  await page.getByRole('checkbox', { name: `No. 2 of “${title}”` }).press('Space')
  await assertAccessible(page)
  await press('Move 1 copy')
  const dialog = page.getByRole('dialog', { name: 'Move to your wallet?' })
  await dialog.waitFor()
  await assertAccessible(page)
  await dialog.getByRole('button', { name: 'Move 1 copy' }).press('Enter')
  await page.getByText('The copies are in your wallet.').waitFor()
  await page.getByText('You have no copies to move').waitFor()

  await page.goto(`/asset/${film.kid}?no=2`)
  await page.getByText('No. 2 is in your wallet.').waitFor()
  await page.getByRole('link', { name: 'See the copies in your wallet' }).click()
  await page.getByRole('checkbox', { name: `No. 2 of “${title}”` }).press('Space')
  await press('Move 1 copy back')
  await sign(wallet, OTHER)
  await page.getByText('This is another wallet.').waitFor()
  await assertAccessible(page)
  await press('Try again')
  await sign(wallet)
  await page.getByText('The copies are back at Renban.').waitFor()
  equal((await mika.call(listWalletCopies, { id, in_wallet: 'true' })).total, 0)
})
