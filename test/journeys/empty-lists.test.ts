import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createBrand } from '#src/catalog/brand/brand.shared.ts'
import { followBrand } from '#src/catalog/follow/follow.shared.ts'
import { createGroup } from '#src/catalog/group/group.shared.ts'
import { createCampaign } from '#src/catalog/campaign/campaign.shared.ts'
import { appWithTab } from '../app-with-tab.ts'
import { assertAccessible, assertFitsScreen } from '../chromium.ts'
import type { Person, RunningApp } from '../people.ts'
import { createTitle } from '../titles.ts'

/** What an empty list says, and the name of its one action, with the address of a link. */
type Row = [path: string, heading: string, text: string, action: string, to?: string]

const PHONE = { viewport: { width: 320, height: 700 } }

async function check(page: Page, rows: readonly Row[]) {
  for (const [path, heading, text, action, to] of rows) {
    await page.goto(path)
    const panel = page.getByRole('main').locator('section.panel', {
      has: page.getByRole('heading', { name: heading, exact: true }),
    })
    await panel.getByText(text).waitFor()
    const links = panel.locator('a, button')
    equal(await links.count(), 1, path)
    equal(await links.innerText(), action, path)
    if (to) equal(await links.getAttribute('href'), to, path)
    await assertFitsScreen(page)
  }
  await assertAccessible(page)
}

/** Makes a title whose copies are not numbered yet. */
async function unnumbered({ app, clock }: RunningApp, creator: Person, brand_id: string) {
  const at = clock.now.toISOString()
  const { kid } = await app.db
    .insertInto('asset')
    .values({
      creator: creator.account_id,
      brand_id,
      title: 'Soon',
      asset_type: 'video',
      media_type: 'video',
      royalty_rate_bp: 1_000,
      rental_royalty_rate_bp: 1_000,
      min_sellable_price: 10,
      created_at: at,
      published_at: at,
    })
    .returning('kid')
    .executeTakeFirstOrThrow()
  return kid
}

test('RT-29 BR-07 RT-25 an empty list says what will stand there, and leads each reader on', async (t) => {
  const { here, tab } = await appWithTab(t)
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const { id: brand_id } = await mika.call(createBrand, { name: 'Kita', account: 'kita' })
  const { encrypted_id, key } = await mika.call(createGroup, { name: 'Winter', brand_id })
  const full = await mika.call(createBrand, { name: 'Minami', account: 'minami' })
  await createTitle(here, mika, { copies: 1, brand_id: full.id })
  const kid = await unnumbered(here, mika, full.id)
  const words = { en: { title: 'Harbour week', body: '' } }
  const terms = { kids: [], groups: [], accepts_codes: false, is_published: true }
  const campaign = await sora.call(createCampaign, { slug: 'harbour-week', words, ...terms })
  const group = `/group/${encrypted_id}`
  const soon = 'Titles of this brand appear here once they are published.'
  const rent = 'Copies appear here when someone offers them for rent.'
  const sale = 'Copies appear here when someone offers them for sale.'
  const groups = 'Groups of this brand’s titles appear here.'
  const numbering = 'You can choose a number here as soon as they are ready.'
  const inGroup = 'Titles of this group appear here once they are published.'

  const guest = await tab(undefined, PHONE)
  await check(guest, [
    ['/brand/kita', 'No titles yet', soon, 'Follow'],
    ['/brand/minami/sale', 'No contents available', sale, 'Show all titles', '/brand/minami'],
    ['/brand/minami/rental', 'No copies for rent', rent, 'Show all titles', '/brand/minami'],
    ['/brand/minami/group', 'No groups yet', groups, 'Show all titles', '/brand/minami'],
    [group, 'No titles yet', inGroup, 'See the brand’s titles', '/brand/kita'],
    [`/asset/${kid}`, 'We are numbering the copies', numbering, 'Add to favourites'],
    ['/harbour-week', 'No titles yet', 'Titles appear here when they are published.', 'Browse the marketplace', '/'],
    ['/payment/purchase/success/-', 'No purchase to show here', 'sign in to see it here', 'Sign in'],
  ]) // oxfmt-ignore
  await ren.call(followBrand, { brand_id })
  await check(await tab(ren, PHONE), [
    ['/brand/kita', 'No titles yet', soon, 'Browse the marketplace', '/'],
    ['/account/points', 'No entries yet', 'Your purchases, sales and payouts', 'Browse the marketplace', '/'],
    ['/account/points?kind=buy', 'No matching entries', 'Choose another month', 'Show all entries', '/account/points'],
    ['/account/following', 'No favourites yet', 'On the page of a title', 'Browse the marketplace', '/'],
    ['/account/following', 'No reminders yet', 'press “Remind me”', 'See what opens soon', '/'],
    ['/account/following', 'No price alerts yet', 'choose the price', 'See titles for sale', '/?listing_type=sale'],
    ['/payment/rental/success/-', 'No rental to show here', 'All your rentals', 'Rented', '/asset/rented'],
  ]) // oxfmt-ignore
  await check(await tab(mika, PHONE), [
    ['/brand/kita', 'No titles yet', soon, 'Publish a title', '/create'],
    ['/brand/kita/sale', 'No contents available', sale, 'See your titles', '/created'],
    ['/brand/minami/group', 'No groups yet', groups, 'Create a group', `/group/create?brand=${full.id}`],
    [group, 'No titles yet', inGroup, 'Choose titles', `/group/edit?key=${key}`],
    [`/asset/${kid}`, 'We are numbering the copies', numbering, 'See your uploads', '/uploads'],
    ['/account/points', 'No entries yet', 'Your purchases, sales and payouts', 'Publish a title', '/create'],
  ]) // oxfmt-ignore
  await check(await tab(sora, PHONE), [
    ['/brand/kita', 'No titles yet', soon, 'Browse the marketplace', '/'],
    ['/harbour-week', 'No titles yet', 'Titles appear here when they are published.', 'Choose titles', `/admin/campaigns/${campaign.id}`],
  ]) // oxfmt-ignore
})
