import type { TestContext } from 'node:test'
import { addSeconds } from '#core/clock.ts'
import { listCases } from '#src/admin/moderation/moderation.shared.ts'
import { createGroup } from '#src/catalog/group/group.shared.ts'
import { listCampaigns } from '#src/catalog/campaign/campaign.shared.ts'
import { createReport } from '#src/catalog/moderation/report.shared.ts'
import { putSellerNotice } from '#src/catalog/seller-notice/seller-notice.shared.ts'
import { randomlyPurchase } from '#src/sales/draw/draw.shared.ts'
import { getShareAddress } from '#src/sales/share/share.shared.ts'
import { putOwnShelf } from '#src/sales/shelf/shelf.shared.ts'
import { distribute } from './distributions.ts'
import { ownedFixtures } from './owned-fixtures.ts'
import { makePlayable } from './playback-fixtures.ts'
import { sellerNotice } from './seller-notices.ts'
import { createTitle, listForSale } from './titles.ts'

/**
 * Opens a test app where every page has something to show. Mika is a creator, Ren owns copies of hers,
 * Sora is an administrator. Returns them, and addresses of the routes whose path names something.
 */
export async function pageAddresses(t: TestContext, options: Parameters<typeof ownedFixtures>[1]) {
  const things = await ownedFixtures(t, options)
  const { here, ren, mika, sora, film, unsold, upload, account } = things
  const owned = film.tokens.get(28)!
  await makePlayable(here, film.kid)
  await ren.call(createReport, { of: 'title', id: unsold.kid, reason: 'other', text: 'Mine.' })
  const { items: cases } = await sora.call(listCases, {})
  const { items: campaigns } = await sora.call(listCampaigns, {})
  const drawn = await createTitle(here, mika, { copies: 20, brand_id: things.brand })
  await listForSale(here, mika, [...drawn.tokens.values()], 300)
  await mika.call(putSellerNotice, { id: things.brand, ...sellerNotice })
  const given = await distribute(mika, await createTitle(here, mika, { copies: 1 }), [1])
  const draw = await mika.call(createGroup, {
    name: 'Draw',
    brand_id: things.brand,
    sorted_contents: [drawn.kid],
  })
  const order = { group_id: draw.encrypted_id, number_of_purchases: 1, balance_to_use: 300 }
  const { purchase_id: draws } = await ren.call(randomlyPurchase, order)
  const shown = { is_public: true, is_indexed: false, shows_brands: false, shows_count: false }
  await ren.call(putOwnShelf, { ...shown, about: '', asset_token_ids: [owned] })
  const { path: shared } = await ren.call(getShareAddress, { asset_token_id: owned })
  const sale_starting_at = addSeconds(here.clock.now, 600).toISOString()
  const waited = await createTitle(here, mika, { copies: 3, sale_starting_at, waiting_room: true })
  await here.run('waiting.admit')
  const title = `/asset/${film.kid}`
  const addresses = new Map(
    Object.entries({
      '/': '/',
      'asset/rental/:kid': `/asset/rental/${things.forRent.kid}`,
      'asset/:kid': title,
      'embed/asset/:kid': `/embed${title}`,
      'payment/purchase/success/:brandKey': `/payment/purchase/success/${account}`,
      'payment/purchase/cancel/:kid/:serialNumber': `/payment/purchase/cancel/${film.kid}/9`,
      'payment/rental/success/:brandKey': `/payment/rental/success/${account}`,
      'payment/rental/cancel/:kid/:serialNumber': `/payment/rental/cancel/${things.forRent.kid}/1`,
      'create/:uuid': `/create/${upload}`,
      'asset/created/:kid/serials': `/asset/created/${film.kid}/serials`,
      'asset/distributions/:id': `/asset/distributions/${things.distribution}`,
      'asset/free_rentals/:id': `/asset/free_rentals/${things.freeRental}`,
      'asset/free_rentals/:id/people': `/asset/free_rentals/${things.freeRental}/people`,
      'payment/distribution/*': '/payment/distribution/success',
      'asset/:kid/edit': `${title}/edit`,
      'asset/:kid/created': `${title}/created`,
      'asset/:kid/extras': `${title}/extras`,
      'asset/:kid/reserved': `/asset/${unsold.kid}/reserved`,
      'asset/:kid/reserved/:list': `/asset/${unsold.kid}/reserved/${things.allowlist}`,
      'asset/:kid/preview': `${title}/preview`,
      'brand/edit': `/brand/edit?account=${account}`,
      'brand/seller': `/brand/seller?account=${account}`,
      'group/edit': `/group/edit?key=${things.group.key}`,
      'admin/moderation/:id': `/admin/moderation/${cases[0]!.id}`,
      'admin/campaigns/:id': `/admin/campaigns/${campaigns[0]!.id}`,
      'coupons/batches/:id/sheet': `/coupons/batches/${things.coupons}/sheet`,
      'coupons/batches/:id/desk': `/coupons/batches/${things.coupons}/desk`,
      'asset/:kid/trade_listings': `${title}/trade_listings`,
      'asset/:kid/give': `${title}/give?no=28`,
      'asset/:kid/download': `${title}/download?no=28`,
      'asset/:kid/lend': `${title}/lend?no=28`,
      'free_rentals/:id': `/free_rentals/${things.freeRental}`,
      'asset/:kid/screening': `${title}/screening?no=28`,
      'asset/:key/offer': `/asset/${owned}/offer`,
      'collected_contents/brands/:key': `/collected_contents/brands/${account}`,
      'asset/:kid/watch': `${title}/watch`,
      'asset/:kid/serials': `${title}/serials`,
      'payment/purchase/:kid': `/payment/purchase/${film.kid}?no=2`,
      'payment/rental/:kid': `/payment/rental/${things.forRent.kid}?no=1`,
      'rentals/:id/start': `/rentals/${things.unstarted}/start`,
      'receipts/:purchaseId': `/receipts/${things.paid}`,
      'receipts/:purchaseId.pdf': `/receipts/${things.paid}.pdf`,
      'account/hidden/:of/:id': `/account/hidden/title/${film.kid}`,
      'account/wallets/:id/:view?': `/account/wallets/${things.wallet}`,
      'account/:type': '/account/security',
      'brand/:account/seller': `/brand/${account}/seller`,
      'brand/:account/group': `/brand/${account}/group`,
      'group/:encryptedId': `/group/${draw.encrypted_id}`,
      'group/:encryptedId/draw': `/group/${draw.encrypted_id}/draw`,
      'draws/:id': `/draws/${draws}`,
      'certificate/:id': `/certificate/${film.tokens.get(1)!}`,
      'copies/:token': shared,
      'shelf/:username': '/shelf/Ren',
      'waiting/:id': `/waiting/${waited.kid}`,
      'distributions/:id': `/distributions/${given}`,
      'screening/:code': `/screening/${things.screeningCode}`,
      'gifts/:token': things.gift.path!,
      'unsubscribe/:token': `/unsubscribe/${things.unsubscription}`,
      'loans/:token': things.loan.path!,
      'brand/:account/:tab?': `/brand/${account}`,
      ':slug': '/airport-anifes',
      '*': '/no/such/page',
      'statements/:month.pdf': '/statements/2029-12.pdf',
    }),
  )
  return { here, addresses, visitors: [undefined, ren, mika, sora] as const }
}
