import { doesNotMatch, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { builtPages } from '#src/app.ts'
import { putUserRole } from '#src/admin/users/user.shared.ts'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { purchaseForFree } from '#src/sales/purchase/purchase.shared.ts'
import { behindProxy } from '../../../test/geoip.ts'
import { textOf } from '../../../test/page-text.ts'
import { fetchAs } from '../../../test/playback-fixtures.ts'
import { testApp } from '../../../test/test-app.ts'
import { createTitle, listForSale } from '../../../test/titles.ts'
import { openToTrade, traderTitle } from '../../../test/trades.ts'

const pages = await builtPages()
const OFFERS = /Sell No|Rent out No|Open No|Give No|Lend No|Offer a trade/

test('RO-04 an administrator who owns a copy is offered no deal that would be refused', async (t) => {
  const here = await testApp(t, { pages, now: new Date() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const ren = await here.person('Ren')
  const sora = await here.person('Sora', { role: 'ADMIN', balance: 1_000 })
  const film = await traderTitle(here, mika, [ren])
  await openToTrade(here, film.held(1))
  await listForSale(here, mika, [film.tokens.get(2)!], 1_000)
  await sora.call(purchaseForFree, { ...film.order(2, 1_000), asset_sale_price: 1_000 })
  match(await textOf(here, `/asset/${film.kid}?no=1`, mika), /Offer a trade for No\. 1/)
  for (const no of [1, 2])
    doesNotMatch(await textOf(here, `/asset/${film.kid}?no=${no}`, sora), OFFERS)
  doesNotMatch(await textOf(here, `/asset/${film.kid}/trade_listings`, sora), OFFERS)
  equal((await fetchAs(here, `/asset/${film.held(1).token}/offer`, sora)).status, 403)
})

test('RT-09 a trade that would be refused abroad or outside the sale’s times is not offered', async (t) => {
  const here = await testApp(t, { pages, now: new Date() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const [ren, aoi] = [await here.person('Ren'), await here.person('Aoi')]
  const japan = await traderTitle(here, mika, [ren], { only_japan_accessible: true })
  const soon = addSeconds(here.clock.now, 3_600).toISOString()
  const early = await traderTitle(here, mika, [ren, aoi], { sale_starting_at: soon })
  await openToTrade(here, japan.held(1), early.held(1), early.held(3))
  match(await textOf(here, `/asset/${japan.kid}?no=1`, aoi), /Offer a trade for No\. 1/)
  await behindProxy(t, here) // which forwards no address from Japan
  const cases = [
    [japan, 1, /can only be bought and watched in Japan/],
    [early, 3, /The sale opens on|The sale has not started/],
  ] as const
  for (const [film, no, why] of cases)
    for (const path of [`/asset/${film.kid}?no=${no}`, `/asset/${film.held(no).token}/offer`]) {
      const text = await textOf(here, path, aoi)
      match(text, why)
      doesNotMatch(text, /Offer a trade for|Offer No/)
    }
  match(await textOf(here, `/asset/${early.kid}?no=1`, aoi), /Offer a trade for No\. 1/)
})

test('RO-03 people who lost the role of a creator are not led to pages of creators', async (t) => {
  const here = await testApp(t, { pages, now: new Date() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const { kid } = await createTitle(here, mika, { copies: 2, price: 500 })
  const { brand } = await here.call(getAsset, { id: kid })
  const paths = [`/asset/${kid}`, `/brand/${brand!.account}`]
  const ofCreators = /Edit the title|Extras|Issue more copies|View as a guest|Edit brand/
  for (const path of paths) match(await textOf(here, path, mika), ofCreators)
  const role = { id: mika.account_id, role: 'STANDARD_USER' as const, reason: 'left' }
  equal((await sora.call(putUserRole, role)).error, undefined)
  for (const path of paths) doesNotMatch(await textOf(here, path, mika), ofCreators)
})

test('RT-09 RT-10 an address with a number that the title does not have says so', async (t) => {
  const here = await testApp(t, { pages, now: new Date() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const { kid } = await createTitle(here, mika, { copies: 2, price: 500 })
  match(await textOf(here, `/asset/${kid}?no=500`), /This title has no No\. 500.*Choose another/)
})

test('GR-13 a page of titles that has run empty leads to the first one', async (t) => {
  const here = await testApp(t, { pages, now: new Date() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const { kid } = await createTitle(here, mika, { copies: 2, price: 500 })
  const { brand } = await here.call(getAsset, { id: kid })
  const text = await textOf(here, `/brand/${brand!.account}?page=1`)
  match(text, /Nothing on this page.*Go to the first page/)
})
