import { doesNotMatch, equal, fail, match } from 'node:assert/strict'
import { test } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { builtPages } from '#src/app.ts'
import { getAcquisitionRestriction } from '#src/catalog/allowlist/allowlist.shared.ts'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import {
  getPurchase,
  purchaseForFree,
  purchaseSerial,
} from '#src/sales/purchase/purchase.shared.ts'
import { rentForFree, rentSerial } from '#src/sales/rental/rental.shared.ts'
import { getOwnedBrand, listOwnedBrands } from '#src/sales/library/brand-collection.shared.ts'
import { calculateProfit, getProfitOfOffer } from '#src/sales/listing/listing.shared.ts'
import { CARDS } from '../../../test/card-fixtures.ts'
import { payAt } from '../../../test/card-purchase.ts'
import { hide } from '../../../test/hide.ts'
import { textOf } from '../../../test/page-text.ts'
import { fetchAs } from '../../../test/playback-fixtures.ts'
import { rentalTitle } from '../../../test/rentals.ts'
import { testApp, waitUntil } from '../../../test/test-app.ts'

test('MO-05 owners, renters and administrators read the terms of a hidden title, and are offered no deal', async (t) => {
  const here = await testApp(t, { pages: await builtPages(), now: new Date() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const [ren, aoi] = [
    await here.person('Ren', { balance: 5_000 }),
    await here.person('Aoi', { balance: 5_000 }),
  ]
  const sora = await here.person('Sora', { role: 'ADMIN' })
  const film = await rentalTitle(here, mika, { copies: 4, for_sale: 2 })
  const { kid, tokens } = film
  equal((await ren.call(purchaseForFree, film.order(1, 1_000))).error, undefined)
  equal((await aoi.call(rentForFree, film.rent(3, 300))).error, undefined)
  const { brand_id } = await here.call(getAsset, { id: kid })
  const yuki = await here.person('Yuki')
  const asset_token_id = tokens.get(2)!
  const ask = [
    [getAcquisitionRestriction, { asset_token_id }],
    [calculateProfit, { asset_token_id, price: 1_000 }],
    [getProfitOfOffer, { id: kid, number: 2 }],
  ] as const
  for (const thing of ['title', 'brand'] as const) {
    const restore = await hide(here, thing === 'title' ? kid : brand_id!, thing, sora)
    for (const [call, input] of ask) {
      for (const who of [mika, ren, aoi, sora])
        equal((await who.call(call, input)).error, undefined, `${who.name} ${call.path}`)
      equal((await yuki.call(call, input)).error?.code, 'not_found')
    }
    equal((await here.call(getProfitOfOffer, ask[2][1])).error?.code, 'not_found')
    for (const who of [mika, ren, aoi, sora])
      for (const number of tokens.keys())
        for (const path of [`/asset/${kid}`, `/asset/rental/${kid}`]) {
          const text = await textOf(here, `${path}?no=${number}`, who)
          const where = `${path} No. ${number} ${who.name}`
          if (who !== mika) match(text, /This title is hidden/, where) // she reads the reason
          doesNotMatch(text, /Buy No|Rent No|We hold the copy|favourites|Tell me/, where)
        }
    for (const kind of ['purchase', 'rental'])
      match(
        await textOf(here, `/payment/${kind}/${kid}?no=${kind === 'rental' ? 4 : 2}`, ren),
        /This title is hidden/,
      )
    equal((await fetchAs(here, `/asset/${kid}`, yuki)).status, 404)
    const [{ account } = fail('no brand')] = (await ren.call(listOwnedBrands, {})).items
    for (const who of [ren, aoi])
      match(await textOf(here, `/collected_contents/brands/${account}`, who), /Title/, who.name)
    equal(
      (await yuki.call(getOwnedBrand, { id: brand_id! })).error?.code,
      thing === 'brand' ? 'not_found' : undefined,
    )
    await restore()
  }
  match(await textOf(here, `/asset/${kid}?no=2`, ren), /Buy No\. 2/)
})

test('MO-05 a buyer who pays while the title is hidden sees the payment end', async (t) => {
  const here = await testApp(t, { pages: await builtPages(), now: new Date() })
  const mika = await here.person('Mika', { role: 'ORH' })
  const [ren, aoi] = [await here.person('Ren'), await here.person('Aoi')]
  const film = await rentalTitle(here, mika, { copies: 4, for_sale: 2 })
  const { kid } = film
  const bought = await ren.call(purchaseSerial, film.order(1, 0))
  const rented = await aoi.call(rentSerial, film.rent(3, 0))
  const late = await aoi.call(purchaseSerial, film.order(2, 0))
  const restore = await hide(here, kid)
  const outcome = `/payment/purchase/success/-?purchase=${bought.purchase_id}`
  match(await textOf(here, outcome, ren), /Preparing No\. 1/)
  match(
    await textOf(here, `/payment/rental/success/-?rental=${rented.rental_id}`, aoi),
    /Preparing No\. 3/,
  )
  match(await textOf(here, `/payment/purchase/${kid}?no=1`, ren), /No\. 1 is held for you/)
  match(await textOf(here, `/payment/rental/${kid}?no=3`, aoi), /No\. 3 is held for you/)
  match(await textOf(here, `/asset/${kid}?no=1`, ren), /Continue payment/)
  match(await textOf(here, `/asset/rental/${kid}?no=3`, aoi), /Continue payment/)
  equal((await fetchAs(here, `/asset/${kid}`)).status, 404)

  await payAt(bought.url, CARDS.pays)
  await waitUntil(
    () => ren.call(getPurchase, { id: bought.purchase_id }),
    ({ status }) => status === 'settled',
  )
  match(await textOf(here, outcome, ren), /No\. 1 is yours/)
  here.clock.now = addSeconds(here.clock.now, 3_600)
  await here.run('purchase.expire_holds')
  match(
    await textOf(here, `/payment/purchase/success/-?purchase=${late.purchase_id}`, aoi),
    /The time to pay has passed\. You were not charged\./,
  )
  equal((await fetchAs(here, `/asset/${kid}`, aoi)).status, 404, 'nothing of theirs is left')
  await restore()
})
