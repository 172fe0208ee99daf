import type { Endpoint, InputOf } from '#core/http/endpoint.ts'
import * as accounts from '#src/accounts/account/account.shared.ts'
import * as allowlists from '#src/catalog/allowlist/allowlist.shared.ts'
import * as assets from '#src/catalog/asset/asset.shared.ts'
import * as banks from '#src/finance/bank-account/bank.shared.ts'
import * as brands from '#src/catalog/brand/brand.shared.ts'
import * as collections from '#src/sales/library/brand-collection.shared.ts'
import * as coupons from '#src/sales/coupon/coupon.shared.ts'
import * as draws from '#src/sales/draw/draw.shared.ts'
import * as groups from '#src/catalog/group/group.shared.ts'
import * as histories from '#src/finance/transactions/history.shared.ts'
import * as listings from '#src/sales/listing/listing.shared.ts'
import * as payees from '#src/finance/payout/payee.shared.ts'
import * as payouts from '#src/finance/payout/payout.shared.ts'
import * as players from '#src/media/playback/playback.shared.ts'
import * as purchases from '#src/sales/purchase/purchase.shared.ts'
import * as receipts from '#src/finance/receipt/receipt.shared.ts'
import * as rentals from '#src/sales/rental/rental.shared.ts'
import * as replacements from '#src/media/replacements/replacement.shared.ts'
import * as serials from '#src/catalog/serial/serial.shared.ts'
import * as shares from '#src/sales/share/share.shared.ts'
import * as statements from '#src/finance/statement/statement.shared.ts'
import * as uploads from '#src/media/upload/upload.shared.ts'
import * as users from '#src/admin/users/user.shared.ts'
import * as waitings from '#src/sales/waiting-room/waiting.shared.ts'
import type { Things } from './owned-things.ts'
import { form } from './uploads.ts'

/** An id that a call takes, and those of Mika's things that a stranger might put there. */
export interface Hidden {
  endpoint: Endpoint
  field: string
  theirs: (things: Things) => string[]
  /** What else is said: whatever has to be one's own is Aoi's. */
  input: (things: Things, id: string) => Record<string, unknown>
}

function hides<E extends Endpoint>(
  endpoint: E,
  field: string,
  theirs: (things: Things) => string[],
  input: (things: Things, id: string) => InputOf<E> = (_, id) => ({ [field]: id }) as InputOf<E>,
): Hidden {
  return { endpoint, field, theirs, input }
}

const title = ({ film, draft, withdrawn }: Things) => [film.kid, draft, withdrawn.kid]
const secretTitle = ({ draft, withdrawn }: Things) => [draft, withdrawn.kid]
const copy = ({ film, withdrawn }: Things) => [film.tokens.get(1)!, withdrawn.tokens.get(1)!]
const secretCopy = ({ withdrawn }: Things) => [withdrawn.tokens.get(1)!]
const brand = (things: Things) => [things.brand]
const list = ({ allowlist }: Things) => [allowlist]
const address = ({ group }: Things) => [group.encrypted_id]
const vtt = Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\n海\n').toString('base64')
const more = { title: 'More', description: '', copies_count: 1, asset_type: 'video' } as const

/** Each of these is answered to a stranger as if it were not there at all. */
// oxfmt-ignore
export const hidden: Hidden[] = [
  hides(assets.getListedAsset,       'id', secretTitle),
  hides(assets.getCreatedAsset,      'id', title),
  hides(assets.getFlowStatus,        'id', secretTitle),
  hides(assets.updateAsset,          'kid', title, (_, kid) => ({ kid, title: 'Mine' })),
  hides(assets.updateAsset,          'brand_id', brand, ({ own }, brand_id) => ({ kid: own.loose.kid, brand_id })),
  hides(assets.getAsset,             'id', secretTitle),
  hides(assets.listBrandCreated,     'brand_id', brand),
  hides(serials.listOwnedSerials,    'id', title),
  hides(serials.listCreatedSerials,  'id', title),
  hides(serials.copyAsset,           'kid', title, (_, kid) => ({ kid, ...more })),
  hides(serials.listSerials,         'id', secretTitle),
  hides(serials.getBoard,            'id', secretTitle),
  hides(serials.getSerial,           'id', secretTitle, (_, id) => ({ id, number: 1 })),
  hides(shares.getShareAddress,      'asset_token_id', copy),

  hides(allowlists.listAllowlists,   'kid', title),
  hides(allowlists.createAllowlist,  'kid', title, (_, kid) => ({ kid, name: 'Mine' })),
  hides(allowlists.createAllowlist,  'asset_token_ids', copy, ({ own }, id) =>
    ({ kid: own.film.kid, name: 'Mine', asset_token_ids: [id] })),
  hides(allowlists.updateAllowlist,  'id', list),
  hides(allowlists.updateAllowlist,  'asset_token_ids', copy, ({ own }, id) => ({ id: own.allowlist, asset_token_ids: [id] })),
  hides(allowlists.listPeople,       'id', list),
  hides(allowlists.addPeople,        'id', list, (_, id) => ({ id, text: 'eve' })),
  hides(allowlists.removePeople,     'id', list, (_, id) => ({ id, people: [1] })),
  hides(allowlists.exportPeople,     'id', list),
  hides(allowlists.getAcquisitionRestriction, 'asset_token_id', secretCopy),

  hides(replacements.getMedia,       'kid', title),
  hides(replacements.replacePoster,  'kid', title, (_, kid) => ({ kid, image: 'bm8gcGljdHVyZQ==' })),
  hides(replacements.listReplacements, 'kid', title),
  hides(replacements.beginTrailer,   'kid', title, (_, kid) => ({ kid, file_name: 'trailer.mp4', md5: `${'A'.repeat(22)}==` })),
  hides(replacements.deleteTrailer,  'kid', title),
  hides(replacements.putSubtitles,   'kid', title, (_, kid) => ({ kid, of: 'asset' as const, language: 'ja', b64_data: vtt })),
  hides(replacements.deleteSubtitles, 'kid', title, (_, kid) => ({ kid, of: 'asset' as const, language: 'ja' })),

  hides(brands.createBrand,          'kids', title, (_, kid) => ({ name: 'Mine', account: 'mine', kids: [kid] })),
  hides(brands.updateBrand,          'id', brand, (_, id) => ({ id, name: 'Mine' })),
  hides(brands.updateBrand,          'kids', title, ({ own }, kid) => ({ id: own.brand, kids: [kid] })),

  hides(groups.listGroups,           'key', ({ group }) => [group.key]),
  hides(groups.createGroup,          'brand_id', brand, (_, brand_id) => ({ name: 'Mine', brand_id })),
  hides(groups.createGroup,          'sorted_contents', title, ({ own }, kid) =>
    ({ name: 'Mine', brand_id: own.brand, sorted_contents: [kid] })),
  hides(groups.updateGroup,          'id', address, (_, id) => ({ id, name: 'Mine' })),
  hides(groups.updateGroup,          'key', ({ group }) => [group.key], ({ own }, key) =>
    ({ id: own.group.encrypted_id, key, name: 'Mine' })),
  hides(groups.updateGroup,          'brand_id', brand, ({ own }, brand_id) => ({ id: own.group.encrypted_id, brand_id })),
  hides(groups.updateGroup,          'sorted_contents', title, ({ own }, kid) =>
    ({ id: own.group.encrypted_id, sorted_contents: [kid] })),
  hides(groups.deleteGroup,          'id', address),

  hides(listings.listSerialsForSale, 'asset_token_ids', copy, (_, id) =>
    ({ listing_type: 'sale' as const, sale_price: 500, asset_token_ids: [id] })),
  hides(listings.listSerialsForSale, 'batch', ({ batch }) => [batch], ({ own }, batch) =>
    ({ listing_type: 'sale' as const, sale_price: 500, reprice: true, asset_token_ids: [own.film.tokens.get(1)!], batch })),
  hides(listings.delistSerials,      'asset_token_ids', copy, (_, id) => ({ asset_token_ids: [id] })),
  hides(listings.delistSerials,      'batch', ({ batch }) => [batch], ({ own }, batch) =>
    ({ asset_token_ids: [own.film.tokens.get(2)!], batch })),
  hides(waitings.getWaitingRoom,     'id', secretTitle),
  hides(waitings.joinWaitingRoom,    'id', secretTitle),
  hides(waitings.leaveWaitingRoom,   'id', secretTitle),
  hides(waitings.getWaitingResults,  'id', secretTitle),
  hides(listings.withdrawAsset,      'kid', title),
  hides(listings.restoreAsset,       'kid', title),
  hides(listings.getRentalTerms,     'id', secretTitle),
  hides(listings.calculateProfit,    'kid', secretTitle, (_, kid) => ({ kid, price: 500 })),
  hides(listings.calculateProfit,    'asset_token_id', secretCopy, (_, asset_token_id) => ({ asset_token_id, price: 500 })),

  hides(purchases.purchaseSerial,    'kid', secretTitle, ({ film }, kid) => ({ ...film.order(1, 0), kid })),
  hides(purchases.purchaseSerial,    'asset_token_id', secretCopy, ({ withdrawn }, asset_token_id) =>
    ({ ...withdrawn.order(1, 0), asset_token_id })),
  hides(purchases.purchaseForFree,   'kid', secretTitle, ({ film }, kid) => ({ ...film.order(1, 300), kid })),
  hides(purchases.purchaseForFree,   'asset_token_id', secretCopy, ({ withdrawn }, asset_token_id) =>
    ({ ...withdrawn.order(1, 300), asset_token_id })),
  hides(rentals.rentSerial,          'kid', secretTitle, ({ forRent }, kid) => ({ ...forRent.rent(1, 0), kid })),
  hides(rentals.rentSerial,          'asset_token_id', secretCopy, ({ forRent, withdrawn }, asset_token_id) =>
    ({ ...forRent.rent(1, 0), kid: withdrawn.kid, asset_token_id })),
  hides(rentals.rentForFree,         'kid', secretTitle, ({ forRent }, kid) => ({ ...forRent.rent(1, 300), kid })),
  hides(rentals.rentForFree,         'asset_token_id', secretCopy, ({ forRent, withdrawn }, asset_token_id) =>
    ({ ...forRent.rent(1, 300), kid: withdrawn.kid, asset_token_id })),
  hides(rentals.getRented,           'id', (things) => [...title(things), things.lent.kid]),
  hides(rentals.getRental,           'id', ({ rental }) => [rental]),
  hides(purchases.cancelPurchase,    'kid', title, (_, kid) => ({ kid, serial_number: 1 })),
  hides(purchases.listPurchases,     'kid', title),
  hides(purchases.listPurchases,     'order_id', ({ purchase }) => [purchase]),
  hides(purchases.getPurchase,       'id', ({ purchase }) => [purchase]),
  hides(purchases.getDecline,        'id', ({ purchase }) => [purchase]),
  hides(receipts.getReceipt,         'purchase_id', ({ purchase }) => [purchase]),

  hides(coupons.createCoupons,       'asset_token_ids', copy, (_, id) =>
    ({ name: 'Mine', expires_at: '2098-01-01T00:00:00Z', asset_token_ids: [id] })),
  hides(coupons.getBatch,            'id', ({ coupons: batch }) => [batch]),
  hides(coupons.exportBatch,         'id', ({ coupons: batch }) => [batch]),
  hides(coupons.revokeBatch,         'id', ({ coupons: batch }) => [batch]),

  hides(uploads.beginUpload,         'orh_account_id', ({ mika }) => [mika.account_id], ({ aoi, picture }, id) =>
    ({ ...form(aoi, picture), orh_account_id: id })),
  hides(uploads.signChunk,           'upload_id', ({ file }) => [file], (_, upload_id) => ({ upload_id, chunk_number: 1 })),
  hides(uploads.completeUpload,      'upload_id', ({ file }) => [file]),
  hides(uploads.listUploads,         'orh_account_id', ({ mika }) => [mika.account_id]),
  hides(uploads.listUploads,         'uuid', ({ upload }) => [upload]),
  hides(uploads.retryUpload,         'uuid', ({ upload }) => [upload]),
  hides(uploads.abortUpload,         'uuid', ({ upload }) => [upload]),

  hides(players.getSound,            'id', secretTitle),
  hides(players.getChapters,         'id', secretTitle),
  hides(players.putChapters,         'kid', title, (_, kid) => ({ kid, chapters: [] })),
  hides(players.createDrmToken,      'kid', secretTitle),
  hides(histories.getPointDetail,    'id', ({ entry }) => [entry]),
  hides(accounts.endSession,         'id', ({ session }) => [session]),
]

/** Ids that say nothing: what they name is for everybody to see, or only admins come in at all. */
// oxfmt-ignore
export const open: [Endpoint, string][] = [
  [serials.getSerial,         'number'],
  [shares.getSharedCopy,      'token'],
  [assets.listBrandAssets,    'brand_id'],
  [assets.listBrandRentals,   'brand_id'],
  [groups.listBrandGroups,    'id'],
  [brands.getBrand,           'id'],
  [collections.getOwnedBrand, 'id'],
  [groups.getGroup,           'id'],
  [groups.listGroupContents,  'id'],
  [draws.getDraw,             'id'],
  [draws.randomlyPurchase,    'group_id'],
  [draws.getDrawResult,            'id'],
  [purchases.purchaseSerial,  'owner_account_id'],
  [purchases.purchaseForFree, 'owner_account_id'],
  [rentals.rentSerial,        'owner_account_id'],
  [rentals.rentForFree,       'owner_account_id'],
  [banks.listBranches,        'code'],
  [statements.getStatementYear, 'year'],
  [statements.getStatement,   'month'],
  [payouts.updatePayouts,     'ids'],
  [payouts.checkUpdate,       'job_id'],
  [payees.getPayee,           'account_id'],
  [payees.putPayee,           'account_id'],
  [users.getUserRole,         'id'],
  [users.putUserRole,         'id'],
  // Each has its own test of what a wrong guess learns: payout/strangers, coupon/secrecy.
  [payouts.cancelPayout,      'id'],
  [payouts.getPayout,         'id'],
  [coupons.getCoupon,         'id'],
  [coupons.occupyCoupon,      'id'],
]
