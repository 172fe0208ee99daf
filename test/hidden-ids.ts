import type { Endpoint, InputOf } from '#core/http/endpoint.ts'
import * as accounts from '#src/accounts/account/account.shared.ts'
import * as webhooks from '#src/studio/webhooks/webhook.shared.ts'
import * as apiKeys from '#src/accounts/api-key/api-key.shared.ts'
import * as allowlists from '#src/catalog/allowlist/allowlist.shared.ts'
import * as assets from '#src/catalog/asset/asset.shared.ts'
import * as walletCopies from '#src/catalog/wallet-copies/wallet-copies.shared.ts'
import * as wallets from '#src/accounts/account/linked-wallet.shared.ts'
import * as passkeys from '#src/accounts/account/passkey.shared.ts'
import * as banks from '#src/finance/bank-account/bank.shared.ts'
import * as decidedVerifications from '#src/admin/verifications/verification.shared.ts'
import * as verifications from '#src/catalog/brand/verification.shared.ts'
import * as brands from '#src/catalog/brand/brand.shared.ts'
import * as logs from '#src/catalog/provenance/log.shared.ts'
import * as certificates from '#src/catalog/certificate/certificate.shared.ts'
import * as savedSearches from '#src/sales/market/saved-search.shared.ts'
import * as collections from '#src/sales/library/brand-collection.shared.ts'
import * as coupons from '#src/sales/coupon/coupon.shared.ts'
import { findDistribution } from '#src/catalog/distribution/distribution.shared.ts'
import { findFreeRental } from '#src/catalog/free-rental/free-rental.shared.ts'
import * as freeRentals from '#src/sales/free-rental/free-rental.shared.ts'
import * as gifts from '#src/sales/gift/gift.shared.ts'
import * as loans from '#src/sales/loan/loan.shared.ts'
import * as distributions from '#src/sales/distribution/distribution.shared.ts'
import * as draws from '#src/sales/draw/draw.shared.ts'
import * as extras from '#src/media/extras/extra.shared.ts'
import * as groups from '#src/catalog/group/group.shared.ts'
import * as push from '#src/platform/notifications/push.shared.ts'
import * as notifications from '#src/platform/notifications/notification.shared.ts'
import * as histories from '#src/finance/transactions/history.shared.ts'
import * as listings from '#src/sales/listing/listing.shared.ts'
import * as rentalTerms from '#src/sales/listing/rental-terms.shared.ts'
import * as payees from '#src/finance/payout/payee.shared.ts'
import * as payouts from '#src/finance/payout/payout.shared.ts'
import * as players from '#src/media/playback/playback.shared.ts'
import * as purchases from '#src/sales/purchase/purchase.shared.ts'
import * as receipts from '#src/finance/receipt/receipt.shared.ts'
import * as rentals from '#src/sales/rental/rental.shared.ts'
import * as positions from '#src/media/playback/position.shared.ts'
import * as newExtras from '#src/media/replacements/extra.shared.ts'
import * as replacements from '#src/media/replacements/replacement.shared.ts'
import * as screenings from '#src/media/screening/screening.shared.ts'
import * as sellerNotices from '#src/catalog/seller-notice/seller-notice.shared.ts'
import * as serials from '#src/catalog/serial/serial.shared.ts'
import * as shares from '#src/sales/share/share.shared.ts'
import * as shelves from '#src/sales/shelf/shelf.shared.ts'
import * as statements from '#src/finance/statement/statement.shared.ts'
import * as matches from '#src/sales/matching/matching.shared.ts'
import * as follows from '#src/catalog/follow/follow.shared.ts'
import * as wishes from '#src/sales/wish/wish.shared.ts'
import * as trades from '#src/sales/trade/trade.shared.ts'
import * as downloads from '#src/media/downloads/download.shared.ts'
import * as uploads from '#src/media/upload/upload.shared.ts'
import * as campaigns from '#src/catalog/campaign/campaign.shared.ts'
import * as jobs from '#src/admin/jobs/job.shared.ts'
import * as notifierTests from '#src/admin/notifier-test/notifier-test.shared.ts'
import * as cases from '#src/catalog/moderation/case.shared.ts'
import * as moderation from '#src/admin/moderation/moderation.shared.ts'
import * as reports from '#src/catalog/moderation/report.shared.ts'
import * as recoveries from '#src/admin/users/recovery.shared.ts'
import * as suspensions from '#src/admin/users/suspension.shared.ts'
import * as users from '#src/admin/users/user.shared.ts'
import * as waitings from '#src/sales/waiting-room/waiting.shared.ts'
import { sellerNotice } from './seller-notices.ts'
import type { OwnedFixtures } from './owned-fixtures.ts'
import { uploadForm } from './uploads.ts'

/** An id that a call takes, and the ids of Mika's objects that other people might send. */
export interface HiddenId {
  endpoint: Endpoint
  field: string
  ownedIds: (things: OwnedFixtures) => string[]
  /** Ids of what everybody sees: the call is refused as `forbidden`. */
  seenIds?: (things: OwnedFixtures) => string[]
  /** The rest of the input; objects that the caller must own are Aoi's. */
  input: (things: OwnedFixtures, id: string) => Record<string, unknown>
}

function hiddenId<E extends Endpoint>(
  endpoint: E,
  field: string,
  ownedIds: (things: OwnedFixtures) => string[],
  input: (things: OwnedFixtures, id: string) => InputOf<E> = (_, id) =>
    ({ [field]: id }) as InputOf<E>,
): HiddenId {
  return { endpoint, field, ownedIds, input }
}

/** An id of something to which only its creator may do this. */
const creatorsId = <E extends Endpoint>(
  endpoint: E,
  field: string,
  { seen, hidden }: { seen: HiddenId['ownedIds']; hidden: HiddenId['ownedIds'] },
  input?: (things: OwnedFixtures, id: string) => InputOf<E>,
): HiddenId => ({ ...hiddenId(endpoint, field, hidden, input), seenIds: seen })

const titles = ({ film, draft, withdrawn }: OwnedFixtures) => [film.kid, draft, withdrawn.kid]
const hiddenTitles = ({ draft, withdrawn }: OwnedFixtures) => [draft, withdrawn.kid]
const aTitle = { seen: ({ film }: OwnedFixtures) => [film.kid], hidden: hiddenTitles }
const aBrand = { seen: ({ brand }: OwnedFixtures) => [brand], hidden: () => [] }
const aGroup = { seen: ({ group }: OwnedFixtures) => [group.encrypted_id], hidden: () => [] }
const anExtra = ({ extra }: OwnedFixtures) => [extra]
/** A proof that is refused before any id is read. */
const UNSIGNED = {
  address: '0x0000000000000002',
  nonce: 'ab'.repeat(32),
  signatures: [
    {
      f_type: 'CompositeSignature',
      f_vsn: '1.0.0',
      addr: '0x02',
      keyId: 0,
      signature: '00',
    } as const,
  ],
}
const copies = ({ film, withdrawn }: OwnedFixtures) => [
  film.tokens.get(1)!,
  withdrawn.tokens.get(1)!,
]
const hiddenCopies = ({ withdrawn }: OwnedFixtures) => [withdrawn.tokens.get(1)!]
const brand = (things: OwnedFixtures) => [things.brand]
const allowlistId = ({ allowlist }: OwnedFixtures) => [allowlist]
const screening = ({ screening: id }: OwnedFixtures) => [id]
/** An offer of Aoi's for the copy of Ren's that is open to trade. */
const tradeOf = ({ own, film, ren }: OwnedFixtures) => ({
  my_trading_serial_id: own.film.tokens.get(2)!,
  requested_serial_id: film.tokens.get(28)!,
  requested_serial_owner_account_id: ren.account_id,
})
const vtt = Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\n海\n').toString('base64')
const more = { title: 'More', description: '', copies_count: 1, asset_type: 'video' } as const

/** Ids of other people's objects, for which a call replies as if they did not exist, or as `forbidden`. */
// oxfmt-ignore
export const hiddenIds: HiddenId[] = [
  hiddenId(assets.getListedAsset,       'id', hiddenTitles),
  hiddenId(assets.getOwnedAsset,        'id', titles),
  creatorsId(assets.getCreatedAsset,      'id', aTitle),
  hiddenId(assets.getFlowStatus,        'id', hiddenTitles),
  creatorsId(assets.updateAsset,          'kid', aTitle, (_, kid) => ({ kid, title: 'Mine' })),
  creatorsId(assets.updateAsset,          'brand_id', aBrand, ({ own }, brand_id) => ({ kid: own.loose.kid, brand_id })),
  hiddenId(assets.getAsset,             'id', hiddenTitles),
  hiddenId(assets.listBrandCreated,     'brand_id', brand),
  hiddenId(serials.listOwnedSerials,    'id', titles),
  creatorsId(serials.listCreatedSerials,  'id', aTitle),
  creatorsId(serials.copyAsset,           'kid', aTitle, (_, kid) => ({ kid, ...more })),
  hiddenId(serials.listSerials,         'id', hiddenTitles),
  hiddenId(serials.getBoard,            'id', hiddenTitles),
  hiddenId(serials.getSerial,           'id', hiddenTitles, (_, id) => ({ id, number: 1 })),
  hiddenId(certificates.getCertificate, 'asset_token_id', hiddenCopies),
  hiddenId(certificates.getInclusionProof, 'asset_token_id', hiddenCopies),
  hiddenId(certificates.listLeaves,     'asset_token_id', copies),
  hiddenId(shares.getShareAddress,      'asset_token_id', copies),
  hiddenId(shelves.putOwnShelf,         'asset_token_ids', copies, (_, id) =>
    ({ is_public: true, is_indexed: false, shows_brands: false, shows_count: false, about: '', asset_token_ids: [id] })),

  creatorsId(allowlists.listAllowlists,   'kid', aTitle),
  creatorsId(allowlists.createAllowlist,  'kid', aTitle, (_, kid) => ({ kid, name: 'Mine' })),
  hiddenId(allowlists.createAllowlist,  'asset_token_ids', copies, ({ own }, id) =>
    ({ kid: own.film.kid, name: 'Mine', asset_token_ids: [id] })),
  hiddenId(allowlists.updateAllowlist,  'id', allowlistId),
  hiddenId(allowlists.updateAllowlist,  'asset_token_ids', copies, ({ own }, id) => ({ id: own.allowlist, asset_token_ids: [id] })),
  hiddenId(allowlists.listPeople,       'id', allowlistId),
  hiddenId(allowlists.addPeople,        'id', allowlistId, (_, id) => ({ id, text: 'eve' })),
  hiddenId(allowlists.removePeople,     'id', allowlistId, (_, id) => ({ id, people: [1] })),
  hiddenId(allowlists.exportPeople,     'id', allowlistId),
  hiddenId(allowlists.getAcquisitionRestriction, 'asset_token_id', hiddenCopies),

  hiddenId(extras.listExtras,           'id', hiddenTitles),
  creatorsId(newExtras.listOwnExtras,     'kid', aTitle),
  creatorsId(newExtras.beginExtra,        'kid', aTitle, (_, kid) => ({ kid, kind: 'pdf' as const, name: 'Notes', file_name: 'a.pdf', file_size: 1, md5: `${'A'.repeat(22)}==` })),
  creatorsId(extras.updateExtra,          'kid', aTitle, ({ extra }, kid) => ({ kid, id: extra, name: 'Mine' })),
  hiddenId(extras.updateExtra,          'id', anExtra, ({ own }, id) => ({ kid: own.film.kid, id, name: 'Mine' })),
  creatorsId(extras.orderExtras,          'kid', aTitle, (_, kid) => ({ kid, ids: [] })),
  hiddenId(extras.orderExtras,          'ids', anExtra, ({ own }, id) => ({ kid: own.film.kid, ids: [id] })),
  creatorsId(extras.removeExtra,          'kid', aTitle, ({ extra }, kid) => ({ kid, id: extra })),
  hiddenId(extras.removeExtra,          'id', anExtra, ({ own }, id) => ({ kid: own.film.kid, id })),

  creatorsId(replacements.getMedia,       'kid', aTitle),
  creatorsId(replacements.replacePoster,  'kid', aTitle, (_, kid) => ({ kid, image: 'bm8gcGljdHVyZQ==' })),
  creatorsId(replacements.listReplacements, 'kid', aTitle),
  creatorsId(replacements.beginTrailer,   'kid', aTitle, (_, kid) => ({ kid, file_name: 'trailer.mp4', md5: `${'A'.repeat(22)}==` })),
  creatorsId(replacements.deleteTrailer,  'kid', aTitle),
  creatorsId(replacements.putSubtitles,   'kid', aTitle, (_, kid) => ({ kid, of: 'asset' as const, language: 'ja', b64_data: vtt })),
  creatorsId(replacements.deleteSubtitles, 'kid', aTitle, (_, kid) => ({ kid, of: 'asset' as const, language: 'ja' })),

  hiddenId(brands.createBrand,          'kids', titles, (_, kid) => ({ name: 'Mine', account: 'mine', kids: [kid] })),
  creatorsId(brands.updateBrand,          'id', aBrand, (_, id) => ({ id, name: 'Mine' })),
  hiddenId(brands.updateBrand,          'kids', titles, ({ own }, kid) => ({ id: own.brand, kids: [kid] })),

  hiddenId(groups.listGroups,           'key', ({ group }) => [group.key]),
  creatorsId(verifications.getVerification,   'id', aBrand),
  creatorsId(verifications.askVerification,   'id', aBrand, (_, id) => ({ id, evidence: 'Mine' })),
  creatorsId(sellerNotices.putSellerNotice,   'id', aBrand, (_, id) => ({ id, ...sellerNotice })),
  creatorsId(sellerNotices.endSellerNotice,   'id', aBrand),
  hiddenId(sellerNotices.listSellerNotices, 'id', brand),
  creatorsId(groups.createGroup,          'brand_id', aBrand, (_, brand_id) => ({ name: 'Mine', brand_id })),
  hiddenId(groups.createGroup,          'sorted_contents', titles, ({ own }, kid) =>
    ({ name: 'Mine', brand_id: own.brand, sorted_contents: [kid] })),
  creatorsId(groups.updateGroup,          'id', aGroup, (_, id) => ({ id, name: 'Mine' })),
  hiddenId(groups.updateGroup,          'key', ({ group }) => [group.key], ({ own }, key) =>
    ({ id: own.group.encrypted_id, key, name: 'Mine' })),
  creatorsId(groups.updateGroup,          'brand_id', aBrand, ({ own }, brand_id) => ({ id: own.group.encrypted_id, brand_id })),
  hiddenId(groups.updateGroup,          'sorted_contents', titles, ({ own }, kid) =>
    ({ id: own.group.encrypted_id, sorted_contents: [kid] })),
  creatorsId(groups.deleteGroup,          'id', aGroup),

  hiddenId(listings.listSerialsForSale, 'asset_token_ids', copies, (_, id) =>
    ({ listing_type: 'sale' as const, sale_price: 500, asset_token_ids: [id] })),
  hiddenId(listings.delistSerials,      'asset_token_ids', copies, (_, id) => ({ asset_token_ids: [id] })),
  hiddenId(listings.delistSerials,      'batch', ({ batch }) => [batch], ({ own }, batch) =>
    ({ asset_token_ids: [own.film.tokens.get(2)!], batch })),
  hiddenId(waitings.getWaitingRoom,     'id', hiddenTitles),
  hiddenId(waitings.joinWaitingRoom,    'id', hiddenTitles),
  hiddenId(waitings.leaveWaitingRoom,   'id', hiddenTitles),
  hiddenId(waitings.getWaitingResults,  'id', hiddenTitles),
  creatorsId(listings.withdrawAsset,      'kid', aTitle),
  creatorsId(listings.restoreAsset,       'kid', aTitle),
  hiddenId(rentalTerms.getRentalTerms,     'id', hiddenTitles),
  hiddenId(listings.calculateProfit,    'kid', hiddenTitles, (_, kid) => ({ kid, price: 500 })),
  hiddenId(listings.getProfitOfOffer,   'id', hiddenTitles, (_, id) => ({ id, number: 1 })),
  hiddenId(listings.calculateProfit,    'asset_token_id', hiddenCopies, (_, asset_token_id) => ({ asset_token_id, price: 500 })),

  hiddenId(trades.listTradeSerials,     'id', hiddenTitles),
  hiddenId(trades.getTradeToken,        'id', hiddenTitles),
  hiddenId(trades.getTradeRelated,      'id', hiddenCopies),
  hiddenId(trades.listTradingAssets,    'trading_asset_token_ids', copies),
  hiddenId(trades.listTradingAssets,    'kid', titles),
  hiddenId(trades.listTradable,         'trading_asset_token_ids', copies),
  hiddenId(trades.offerTrade,           'my_trading_serial_id', copies, (things, id) => ({ ...tradeOf(things), my_trading_serial_id: id })),
  hiddenId(trades.offerTrade,           'requested_serial_id', hiddenCopies, (things, id) => ({ ...tradeOf(things), requested_serial_id: id })),
  hiddenId(trades.offerTrade,           'counters', ({ offer }) => [offer], (things, counters) => ({ ...tradeOf(things), counters })),
  hiddenId(trades.acceptTrade,          'my_trading_asset_token_id', copies, ({ own, ren }, id) =>
    ({ my_trading_asset_token_id: id, offering_serial_token_id: own.film.tokens.get(2)!, offering_serial_owner_account_id: ren.account_id })),
  hiddenId(trades.acceptTrade,          'offering_serial_token_id', copies, ({ own, mika }, id) =>
    ({ my_trading_asset_token_id: own.film.tokens.get(2)!, offering_serial_token_id: id, offering_serial_owner_account_id: mika.account_id })),
  hiddenId(trades.withdrawTradeOffer,   'id', ({ offer }) => [offer]),
  hiddenId(trades.declineTradeOffer,    'id', ({ offer }) => [offer]),
  hiddenId(follows.addFavourite,        'kid', hiddenTitles),
  hiddenId(follows.addReminder,         'kid', hiddenTitles),
  hiddenId(follows.addPriceAlert,       'kid', hiddenTitles, (_, kid) => ({ kid, price: 1 })),
  hiddenId(follows.listFollows,         'kid', titles),
  hiddenId(follows.listFollows,         'brand_id', brand),
  hiddenId(follows.stopFollowing,       'id', ({ follow }) => [follow]),
  hiddenId(savedSearches.updateSavedSearch, 'id', ({ search }) => [search]),
  hiddenId(savedSearches.removeSavedSearch, 'id', ({ search }) => [search]),
  creatorsId(follows.countTitleFollowers, 'id', aTitle),
  creatorsId(follows.countBrandFollowers, 'id', aBrand),
  hiddenId(wishes.addWish,              'kid', hiddenTitles),
  hiddenId(wishes.listWishes,           'kid', titles),
  hiddenId(wishes.removeWish,           'id', ({ wish }) => [wish]),
  hiddenId(matches.acceptProposal,      'id', ({ proposal }) => [proposal]),
  hiddenId(matches.declineTradeProposal, 'id', ({ proposal }) => [proposal]),

  hiddenId(purchases.purchaseSerial,    'kid', hiddenTitles, ({ film }, kid) => ({ ...film.order(1, 0), kid })),
  hiddenId(purchases.purchaseSerial,    'asset_token_id', hiddenCopies, ({ withdrawn }, asset_token_id) =>
    ({ ...withdrawn.order(1, 0), asset_token_id })),
  hiddenId(purchases.purchaseForFree,   'kid', hiddenTitles, ({ film }, kid) => ({ ...film.order(1, 300), kid })),
  hiddenId(purchases.purchaseForFree,   'asset_token_id', hiddenCopies, ({ withdrawn }, asset_token_id) =>
    ({ ...withdrawn.order(1, 300), asset_token_id })),
  hiddenId(rentals.rentSerial,          'kid', hiddenTitles, ({ forRent }, kid) => ({ ...forRent.rent(1, 0), kid })),
  hiddenId(rentals.rentSerial,          'asset_token_id', hiddenCopies, ({ forRent, withdrawn }, asset_token_id) =>
    ({ ...forRent.rent(1, 0), kid: withdrawn.kid, asset_token_id })),
  hiddenId(rentals.rentForFree,         'kid', hiddenTitles, ({ forRent }, kid) => ({ ...forRent.rent(1, 300), kid })),
  hiddenId(rentals.rentForFree,         'asset_token_id', hiddenCopies, ({ forRent, withdrawn }, asset_token_id) =>
    ({ ...forRent.rent(1, 300), kid: withdrawn.kid, asset_token_id })),
  hiddenId(rentals.getRented,           'id', (things) => [...titles(things), things.lent.kid]),
  hiddenId(rentals.getRental,           'id', ({ rental }) => [rental]),
  hiddenId(rentals.startRental,         'id', ({ rental, unstarted }) => [rental, unstarted]),
  hiddenId(purchases.cancelPurchase,    'kid', titles, (_, kid) => ({ kid, serial_number: 1 })),
  hiddenId(purchases.cancelPurchase,    'purchase_id', ({ purchase }) => [purchase], ({ film }, purchase_id) =>
    ({ kid: film.kid, serial_number: 1, purchase_id })),
  hiddenId(purchases.listPurchases,     'kid', titles),
  hiddenId(purchases.listPurchases,     'order_id', ({ purchase }) => [purchase]),
  hiddenId(purchases.getPurchase,       'id', ({ purchase }) => [purchase]),
  hiddenId(purchases.getDecline,        'id', ({ purchase }) => [purchase]),
  hiddenId(receipts.getReceipt,         'purchase_id', ({ purchase }) => [purchase]),

  hiddenId(distributions.quoteDistribution,  'asset_token_ids', copies, (_, id) => ({ asset_token_ids: [id] })),
  hiddenId(distributions.createDistribution, 'asset_token_ids', copies, (_, id) => ({ asset_token_ids: [id] })),
  hiddenId(distributions.listDistributions,  'purchase_id', ({ purchase }) => [purchase]),
  hiddenId(distributions.getDistribution,    'id', ({ distribution }) => [distribution]),
  hiddenId(distributions.listClaims,         'id', ({ distribution }) => [distribution]),
  hiddenId(distributions.exportClaims,       'id', ({ distribution }) => [distribution]),
  hiddenId(distributions.payDistribution,    'id', ({ distribution }) => [distribution], (_, id) => ({ id, balance_to_use: 0 })),
  hiddenId(distributions.cancelDistribution, 'id', ({ distribution }) => [distribution]),
  hiddenId(distributions.endDistribution,    'id', ({ distribution }) => [distribution]),
  hiddenId(gifts.giveCopies,                 'asset_token_ids', copies, (_, id) => ({ from_name: 'Aoi', asset_token_ids: [id] })),
  hiddenId(gifts.listGifts,                  'batch', ({ gift }) => [gift.batch]),
  hiddenId(gifts.listGifts,                  'purchase_id', ({ purchase }) => [purchase]),
  hiddenId(gifts.withdrawGift,               'id', ({ gift }) => [gift.id]),
  hiddenId(gifts.mailGift,                   'id', ({ gift }) => [gift.id]),
  hiddenId(gifts.exportGifts,                'batch', ({ gift }) => [gift.batch]),
  hiddenId(distributions.getOffer,           'id', ({ distribution }) => [distribution]),
  hiddenId(findDistribution,                 'id', hiddenTitles),
  hiddenId(loans.lendCopy,                   'asset_token_id', copies, (_, id) => ({ from_name: 'Aoi', days: 3, asset_token_id: id })),
  hiddenId(loans.listLoans,                  'kid', titles),
  hiddenId(loans.endLoan,                    'id', ({ loan }) => [loan.id]),
  hiddenId(freeRentals.createFreeRental,     'asset_token_ids', copies, (_, id) =>
    ({ asset_token_ids: [id], rental_period_seconds: 86_400, allowed_asset_renters: ['eve@example.test'] })),
  hiddenId(freeRentals.getFreeRental,        'id', ({ freeRental }) => [freeRental]),
  hiddenId(freeRentals.endFreeRental,        'id', ({ freeRental }) => [freeRental]),
  hiddenId(freeRentals.listRenters,          'id', ({ freeRental }) => [freeRental]),
  hiddenId(freeRentals.exportRenters,        'id', ({ freeRental }) => [freeRental]),
  hiddenId(freeRentals.getFreeRentalOffer,   'id', ({ freeRental }) => [freeRental]),
  hiddenId(findFreeRental,                   'id', hiddenTitles),
  hiddenId(coupons.createCoupons,       'asset_token_ids', copies, (_, id) =>
    ({ name: 'Mine', expires_at: '2098-01-01T00:00:00Z', asset_token_ids: [id] })),
  hiddenId(coupons.getDesk,             'id', ({ coupons: batch }) => [batch]),
  hiddenId(coupons.listClaims,          'id', ({ coupons: batch }) => [batch]),
  hiddenId(coupons.takeBackClaim,       'id', ({ claim }) => [claim]),
  hiddenId(coupons.getBatch,            'id', ({ coupons: batch }) => [batch]),
  hiddenId(coupons.exportBatch,         'id', ({ coupons: batch }) => [batch]),
  hiddenId(coupons.revokeBatch,         'id', ({ coupons: batch }) => [batch]),

  creatorsId(uploads.beginUpload,         'brand_id', aBrand, ({ aoi, picture }, brand_id) =>
    ({ ...uploadForm(aoi, picture), brand_id })),
  hiddenId(uploads.beginUpload,         'orh_account_id', ({ mika }) => [mika.account_id], ({ aoi, picture }, id) =>
    ({ ...uploadForm(aoi, picture), orh_account_id: id })),
  hiddenId(uploads.signChunk,           'upload_id', ({ file }) => [file], (_, upload_id) => ({ upload_id, chunk_number: 1 })),
  hiddenId(uploads.completeUpload,      'upload_id', ({ file }) => [file]),
  hiddenId(uploads.listUploads,         'orh_account_id', ({ mika }) => [mika.account_id]),
  hiddenId(uploads.listUploads,         'uuid', ({ upload }) => [upload]),
  hiddenId(uploads.retryUpload,         'uuid', ({ upload }) => [upload]),
  hiddenId(uploads.acceptCut,           'uuid', ({ upload }) => [upload]),
  hiddenId(uploads.abortUpload,         'uuid', ({ upload }) => [upload]),

  hiddenId(downloads.listDownloads,     'asset_token_id', copies),
  hiddenId(downloads.createDownload,    'asset_token_id', copies),
  hiddenId(downloads.releaseDownload,   'id', ({ download }) => [download], (_, id) => ({ id, is_deleted: true as const })),
  hiddenId(downloads.getReceipt,        'id', ({ download }) => [download]),

  hiddenId(players.getSound,            'id', hiddenTitles),
  hiddenId(players.getChapters,         'id', hiddenTitles),
  creatorsId(players.putChapters,         'kid', aTitle, (_, kid) => ({ kid, chapters: [] })),
  hiddenId(players.createDrmToken,      'kid', hiddenTitles),
  hiddenId(positions.putPosition,       'kid', hiddenTitles, (_, kid) => ({ kid, seconds: 40 })),
  hiddenId(positions.forgetPositions,   'kid', titles),
  hiddenId(players.createDrmToken,      'screening_id', screening, ({ film }, screening_id) => ({ kid: film.kid, screening_id })),
  hiddenId(screenings.openScreening,    'kid', titles, (_, kid) => ({ kid, serial_number: 1, name: 'Aoi' })),
  hiddenId(screenings.getScreening,     'id', screening),
  hiddenId(screenings.changeScreening,  'id', screening, (_, id) => ({ id, is_locked: true })),
  hiddenId(screenings.controlScreening, 'id', screening, (_, id) => ({ id, action: 'start' as const })),
  hiddenId(screenings.endScreening,     'id', screening),
  hiddenId(screenings.removeGuest,      'id', screening, ({ guest }, id) => ({ id, guest_id: guest })),
  hiddenId(screenings.removeGuest,      'guest_id', ({ guest }) => [guest], ({ own }, guest_id) => ({ id: own.screening, guest_id })),
  hiddenId(screenings.reportPresence,   'id', screening),
  hiddenId(screenings.leaveScreening,   'id', screening),
  hiddenId(screenings.postMessage,      'id', screening, (_, id) => ({ id, message_id: id, text: 'Hi' })),
  hiddenId(screenings.removeMessage,    'id', screening, (_, id) => ({ id, message_id: id })),
  hiddenId(notifications.readNotifications, 'ids', ({ notification }) => [notification], (_, id) => ({ ids: [id] })),
  hiddenId(histories.getPointDetail,    'id', ({ entry }) => [entry]),
  hiddenId(apiKeys.revokeApiKey,        'id', ({ apiKey }) => [apiKey]),
  hiddenId(webhooks.updateWebhook,        'id', ({ webhook }) => [webhook], (_, id) => ({ id, events: ['title.published' as const] })),
  hiddenId(webhooks.removeWebhook,        'id', ({ webhook }) => [webhook]),
  hiddenId(webhooks.rotateWebhook,        'id', ({ webhook }) => [webhook]),
  hiddenId(webhooks.testWebhook,          'id', ({ webhook }) => [webhook]),
  hiddenId(webhooks.listWebhookMessages,  'id', ({ webhook }) => [webhook]),
  hiddenId(webhooks.replayWebhook,        'id', ({ webhook }) => [webhook]),
  hiddenId(webhooks.replayWebhookMessage, 'id', ({ webhook }) => [webhook], ({ message }, id) => ({ id, message_id: message })),
  hiddenId(webhooks.replayWebhookMessage, 'message_id', ({ message }) => [message], ({ own }, message_id) => ({ id: own.webhook, message_id })),
  hiddenId(push.removePushSubscription, 'id', ({ browser }) => [browser]),
  hiddenId(accounts.endSession,         'id', ({ session }) => [session]),
  hiddenId(walletCopies.listWalletCopies, 'id', ({ wallet }) => [wallet], (_, id) => ({ id, in_wallet: 'true' as const })),
  hiddenId(walletCopies.moveToWallet,     'id', ({ wallet }) => [wallet], ({ unsold }, id) => ({ id, asset_token_ids: [unsold.tokens.get(2)!] })),
  hiddenId(walletCopies.moveToWallet,     'asset_token_ids', copies, ({ own }, id) => ({ id: own.wallet, asset_token_ids: [id] })),
  hiddenId(walletCopies.moveBack,         'id', ({ wallet }) => [wallet], (_, id) => ({ id, asset_token_ids: [id], proof: UNSIGNED })),
  hiddenId(walletCopies.moveBack,         'asset_token_ids', copies, ({ own }, id) => ({ id: own.wallet, asset_token_ids: [id], proof: UNSIGNED })),
  hiddenId(walletCopies.beginMoveBack,    'id', ({ wallet }) => [wallet]),
  hiddenId(wallets.unlinkWallet,        'id', ({ wallet }) => [wallet], (_, id) => ({ id, code: '000000' })),
  hiddenId(passkeys.removePasskey,      'id', ({ passkey }) => [passkey], (_, id) => ({ id, code: '000000' })),
]

/** Ids of public objects, and ids in calls for administrators only. */
// oxfmt-ignore
export const publicIds: [Endpoint, string][] = [
  [serials.getSerial,         'number'],
  [listings.getProfitOfOffer, 'number'],
  [shares.getSharedCopy,      'token'],
  [shelves.getShelf,          'username'],
  [extras.getExtraFile,       'id'], // listed publicly with its title
  [listings.listSerialsForSale, 'batch'], // shown publicly with each copy
  [logs.getTile,              'level'], // hashes only
  [logs.getTile,              'number'],
  [gifts.getGift,             'token'],
  [screenings.getInvitation,  'code'],
  // The writer chooses the id; to remove an unknown message changes nothing.
  [screenings.postMessage,    'message_id'],
  [screenings.removeMessage,  'message_id'],
  [loans.getLoan,             'token'],
  [notifications.getUnsubscription, 'token'],
  [notifications.putMailChoice, 'topic'],
  [push.putPushChoice,        'topic'],
  [assets.listBrandAssets,    'brand_id'],
  [assets.listBrandRentals,   'brand_id'],
  [groups.listBrandGroups,    'id'],
  [brands.getBrand,           'id'],
  [sellerNotices.getSellerNotice, 'id'],
  [follows.followBrand,       'brand_id'],
  [reports.createReport,      'id'],
  [cases.getHiding,           'id'], // null for what is not the caller's
  [cases.createAppeal,        'id'], // has its own test
  [moderation.getCase,        'id'],
  [moderation.decideCase,     'id'],
  [moderation.addCaseNote,    'id'],
  [decidedVerifications.decideVerification, 'id'],
  [collections.getOwnedBrand, 'id'],
  [groups.getGroup,           'id'],
  [groups.listGroupContents,  'id'],
  [draws.getDraw,             'id'],
  [draws.randomlyPurchase,    'group_id'],
  [draws.getDrawResult,            'id'],
  [purchases.purchaseSerial,  'owner_account_id'],
  [purchases.purchaseForFree, 'owner_account_id'],
  [rentals.rentSerial,        'owner_account_id'],
  [trades.listTradingAssets,  'account'],
  [trades.listTradable,       'account'],
  [trades.offerTrade,         'requested_serial_owner_account_id'],
  [trades.acceptTrade,        'offering_serial_owner_account_id'],
  [rentals.rentForFree,       'owner_account_id'],
  [banks.listBranches,        'code'],
  [statements.getStatementYear, 'year'],
  [statements.getStatement,   'month'],
  [payouts.updatePayouts,     'ids'],
  [payouts.checkUpdate,       'job_id'],
  [payees.getPayee,           'account_id'],
  [payees.putPayee,           'account_id'],
  [users.getUserRole,         'id'],
  [recoveries.startRecovery, 'account_id'],
  [recoveries.cancelRecovery, 'id'],
  [suspensions.putSuspension, 'id'],
  [jobs.retryJob,             'id'],
  [campaigns.getCampaign,     'slug'],
  [campaigns.listCampaignTitles, 'slug'],
  [campaigns.listCampaigns,   'id'],
  [campaigns.updateCampaign,  'id'],
  [campaigns.createCampaign,  'kids'],
  [campaigns.updateCampaign,  'kids'],
  [notifierTests.getNotifierTest, 'id'],
  [users.putUserRole,         'id'],
  // What a guessed id reveals has its own tests, beside payouts and coupons.
  [payouts.cancelPayout,      'id'],
  [payouts.getPayout,         'id'],
  [coupons.getCoupon,         'id'],
  [coupons.claimCoupon,         'id'],
  [coupons.occupyCoupon,      'id'],
]
