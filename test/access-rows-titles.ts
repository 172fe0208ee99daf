import { sellerNotice } from './seller-notices.ts'
import { randomUUID } from 'node:crypto'
import * as allowlists from '#src/catalog/allowlist/allowlist.shared.ts'
import * as assets from '#src/catalog/asset/asset.shared.ts'
import * as decidedVerifications from '#src/admin/verifications/verification.shared.ts'
import * as verifications from '#src/catalog/brand/verification.shared.ts'
import * as brands from '#src/catalog/brand/brand.shared.ts'
import * as logs from '#src/catalog/provenance/log.shared.ts'
import * as certificates from '#src/catalog/certificate/certificate.shared.ts'
import * as savedSearches from '#src/sales/market/saved-search.shared.ts'
import * as collections from '#src/sales/library/brand-collection.shared.ts'
import * as draws from '#src/sales/draw/draw.shared.ts'
import * as extras from '#src/media/extras/extra.shared.ts'
import * as groups from '#src/catalog/group/group.shared.ts'
import * as listings from '#src/sales/listing/listing.shared.ts'
import * as rentalTerms from '#src/sales/listing/rental-terms.shared.ts'
import * as matches from '#src/sales/matching/matching.shared.ts'
import * as players from '#src/media/playback/playback.shared.ts'
import * as positions from '#src/media/playback/position.shared.ts'
import * as newExtras from '#src/media/replacements/extra.shared.ts'
import * as replacements from '#src/media/replacements/replacement.shared.ts'
import * as screenings from '#src/media/screening/screening.shared.ts'
import * as sellerNotices from '#src/catalog/seller-notice/seller-notice.shared.ts'
import * as serials from '#src/catalog/serial/serial.shared.ts'
import * as shares from '#src/sales/share/share.shared.ts'
import * as shelves from '#src/sales/shelf/shelf.shared.ts'
import * as trades from '#src/sales/trade/trade.shared.ts'
import * as downloads from '#src/media/downloads/download.shared.ts'
import * as uploads from '#src/media/upload/upload.shared.ts'
import * as follows from '#src/catalog/follow/follow.shared.ts'
import * as suggestions from '#src/catalog/search/suggestion.shared.ts'
import * as waitings from '#src/sales/waiting-room/waiting.shared.ts'
import * as wishes from '#src/sales/wish/wish.shared.ts'
import {
  everyone,
  adminsOnly,
  creatorsOnly,
  noInput,
  signedIn,
  type Row,
  row,
  otherCreator,
  othersPublicThing,
  titleInput,
} from './access-row.ts'
import type { AccessFixtures } from './access-fixtures.ts'
import { uploadForm, md5 } from './uploads.ts'

const theList = ({ allowlist }: AccessFixtures) => ({ id: allowlist })
const noScreening = () => ({ id: randomUUID() })
const theGroup = ({ group }: AccessFixtures) => ({ id: group.encrypted_id })

/** Calls for titles, brands, groups, uploads, listings and playback. */
// oxfmt-ignore
export const titleRows: Row[] = [
  row(assets.listListedAssets, everyone(), noInput),
  row(suggestions.listSuggestions, everyone(), () => ({ q: 'title' })),
  row(assets.getListedAsset, everyone(), titleInput),
  row(assets.listOwnedAssets, signedIn(), noInput),
  row(assets.getOwnedAsset, signedIn('not_found', { ren: 'done' }), titleInput),
  row(assets.listStartedAssets, signedIn(), noInput),
  row(serials.listOwnedSerials, signedIn('not_found', { ren: 'done', mika: 'done' }), titleInput),
  row(assets.listCreatedAssets, creatorsOnly(), noInput),
  row(assets.getCreatedAsset, creatorsOnly('done', othersPublicThing), titleInput),
  row(serials.listCreatedSerials, creatorsOnly('done', othersPublicThing), titleInput),
  row(assets.getFlowStatus, signedIn(), titleInput),
  row(assets.updateAsset, creatorsOnly('done', othersPublicThing), ({ film }) =>
    ({ kid: film.kid, trade_enabled: true })),
  row(serials.copyAsset, creatorsOnly('done', othersPublicThing), ({ film }) => ({
    kid: film.kid, title: 'More', description: '', copies_count: 1,
    asset_type: 'video' as const,
  })),
  row(replacements.getMedia, creatorsOnly('done', othersPublicThing), ({ film }) => ({ kid: film.kid })),
  row(replacements.replacePoster, creatorsOnly('media_unknown', othersPublicThing), ({ film }) =>
    ({ kid: film.kid, image: 'bm8gcGljdHVyZQ==' })),
  row(replacements.listReplacements, creatorsOnly('done', othersPublicThing), ({ film }) => ({ kid: film.kid })),
  row(replacements.beginTrailer, creatorsOnly('done', othersPublicThing), ({ film, picture }) => ({
    kid: film.kid, file_name: 'trailer.mp4', file_size: picture.bytes.length,
    file_type: 'video/mp4', md5: md5(picture.bytes),
  })),
  row(replacements.deleteTrailer, creatorsOnly('done', othersPublicThing), ({ film }) => ({ kid: film.kid })),
  row(replacements.putSubtitles, creatorsOnly('title_not_out', othersPublicThing), ({ film }) => ({
    kid: film.kid, of: 'asset' as const, language: 'ja',
    b64_data: Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\n海\n').toString('base64'),
  })),
  row(replacements.deleteSubtitles, creatorsOnly('title_not_out', othersPublicThing), ({ film }) =>
    ({ kid: film.kid, of: 'asset' as const, language: 'ja' })),
  row(extras.listExtras, everyone(), titleInput),
  row(extras.listExtraCounts, signedIn(), noInput),
  row(extras.getExtraFile, signedIn('extra_not_yours', { mika: 'done', ren: 'done' }), ({ extra }) => ({ id: extra })),
  row(newExtras.listOwnExtras, creatorsOnly('done', othersPublicThing), ({ film }) => ({ kid: film.kid })),
  row(newExtras.beginExtra, creatorsOnly('done', othersPublicThing), ({ film, picture }) => ({
    kid: film.kid, kind: 'poster' as const, name: 'Poster', file_name: 'a.png',
    file_size: picture.bytes.length, md5: md5(picture.bytes),
  })),
  row(extras.updateExtra, creatorsOnly('done', othersPublicThing), ({ film, extra }) => ({ kid: film.kid, id: extra, name: 'Notes' })),
  row(extras.orderExtras, creatorsOnly('changed_elsewhere', othersPublicThing), ({ film }) => ({ kid: film.kid, ids: [] })),
  row(extras.removeExtra, creatorsOnly('not_found', othersPublicThing), ({ film }) => ({ kid: film.kid, id: randomUUID() })),
  row(assets.getAsset, everyone(), titleInput),
  row(serials.listSerials, everyone(), titleInput),
  row(serials.getBoard, everyone(), titleInput),
  row(serials.getSerial, everyone(), ({ film }) => ({ id: film.kid, number: 1 })),
  row(certificates.getCertificate, everyone(), ({ film }) =>
    ({ asset_token_id: film.tokens.get(1)! })),
  row(certificates.getInclusionProof, everyone(), ({ film }) =>
    ({ asset_token_id: film.tokens.get(1)! })),
  row(certificates.listLeaves, signedIn('not_found', { mika: 'done' }), ({ film }) =>
    ({ asset_token_id: film.tokens.get(1)! })),
  row(logs.getCheckpoint, everyone(), noInput),
  row(logs.getLogKey, everyone(), noInput),
  row(logs.getTile, everyone('not_found'), () => ({ level: '0', number: 'x001/000' })),
  row(shares.getShareAddress, signedIn('not_owner', { mika: 'done' }), ({ film }) =>
    ({ asset_token_id: film.tokens.get(1)! })),
  row(shares.getSharedCopy, everyone('not_found'), () => ({ token: 'none' })),
  row(shelves.getOwnShelf, signedIn(), noInput),
  row(shelves.listShelfChoices, signedIn(), noInput),
  row(shelves.putOwnShelf, signedIn('not_owner', { ren: 'done' }), ({ film }) => ({
    is_public: false, is_indexed: false, shows_brands: true, shows_count: true, about: '',
    asset_token_ids: [film.tokens.get(28)!],
  })),
  row(shelves.getShelf, everyone('not_found'), () => ({ username: 'nobody' })),

  row(allowlists.listAllowlists, creatorsOnly('done', othersPublicThing), ({ film }) => ({ kid: film.kid })),
  row(allowlists.createAllowlist, creatorsOnly('done', othersPublicThing), ({ film }) =>
    ({ kid: film.kid, name: 'Friends', asset_token_ids: [film.tokens.get(1)!] })),
  row(allowlists.updateAllowlist, creatorsOnly('done', otherCreator), theList),
  row(allowlists.listPeople, creatorsOnly('done', otherCreator), theList),
  row(allowlists.addPeople, creatorsOnly('done', otherCreator), ({ allowlist }) =>
    ({ id: allowlist, text: 'ren@example.test' })),
  row(allowlists.removePeople, creatorsOnly('done', otherCreator), ({ allowlist }) =>
    ({ id: allowlist, people: [1] })),
  row(allowlists.exportPeople, creatorsOnly('done', otherCreator), theList),
  row(allowlists.getAcquisitionRestriction, signedIn(), ({ film }) =>
    ({ asset_token_id: film.tokens.get(2)! })),

  row(brands.listBrands, everyone(), () => ({ account: 'nobody' })),
  row(brands.createBrand, creatorsOnly(), () => ({ name: 'Sea Works', account: `b-${randomUUID()}` })),
  row(brands.updateBrand, creatorsOnly('done', othersPublicThing), ({ brand }) =>
    ({ id: brand, name: 'Salt Works' })),
  row(assets.listBrandAssets, everyone(), ({ brand }) => ({ brand_id: brand })),
  row(assets.listBrandRentals, everyone(), ({ brand }) => ({ brand_id: brand })),
  row(assets.listBrandCreated, creatorsOnly(), ({ brand }) => ({ brand_id: brand })),
  row(groups.listBrandGroups, everyone(), ({ brand }) => ({ id: brand })),
  row(brands.getBrand, everyone(), ({ brand }) => ({ id: brand })),

  row(verifications.getVerification, creatorsOnly('done', othersPublicThing), ({ brand }) => ({ id: brand })),
  row(verifications.askVerification, creatorsOnly('done', othersPublicThing), ({ brand }) => ({ id: brand, evidence: 'My site' })),
  row(decidedVerifications.listVerifications, adminsOnly(), noInput),
  row(decidedVerifications.decideVerification, adminsOnly('changed_elsewhere'), ({ brand }) =>
    ({ id: brand, decision: 'withdraw' as const, name: 'Sea Works', reason: 'test' })),
  row(sellerNotices.getSellerNotice, everyone(), ({ brand }) => ({ id: brand })),
  row(sellerNotices.listSellerNotices, creatorsOnly(), ({ brand }) => ({ id: brand })),
  row(sellerNotices.putSellerNotice, creatorsOnly('done', othersPublicThing), ({ brand }) =>
    ({ id: brand, ...sellerNotice })),
  row(sellerNotices.endSellerNotice, creatorsOnly('done', othersPublicThing), ({ brand }) => ({ id: brand })),

  row(collections.listOwnedBrands, signedIn(), noInput),
  row(collections.listPreviousCopies, signedIn(), noInput),
  row(collections.getOwnedBrand, signedIn(), ({ brand }) => ({ id: brand })),

  row(groups.listGroups, creatorsOnly(), noInput),
  row(groups.createGroup, creatorsOnly('done', othersPublicThing), ({ brand }) =>
    ({ name: 'Winter Set', brand_id: brand })),
  row(groups.listGroupContents, everyone(), theGroup),
  row(groups.getGroup, everyone(), theGroup),
  row(groups.updateGroup, creatorsOnly('done', othersPublicThing), ({ group }) =>
    ({ id: group.encrypted_id, name: 'Winter Films' })),
  row(draws.getDraw, everyone('done'), ({ group }) => ({ id: group.encrypted_id })),
  row(draws.randomlyPurchase, signedIn('not_enough_copies'), ({ group }) =>
    ({ group_id: group.encrypted_id, number_of_purchases: 1, balance_to_use: 0 })),
  row(draws.getDrawResult, everyone('not_found'), ({ paid }) => ({ id: paid })),
  row(waitings.getWaitingRoom, everyone('not_found'), titleInput),
  row(waitings.joinWaitingRoom, signedIn('not_found'), titleInput),
  row(waitings.leaveWaitingRoom, signedIn('not_found'), titleInput),
  row(waitings.getWaitingResults, everyone('not_found'), titleInput),
  row(groups.deleteGroup, creatorsOnly('done', othersPublicThing), theGroup),

  row(listings.listSerialsForSale, signedIn('not_owner', { mika: 'done', sora: 'forbidden' }),
    ({ unsold }) => ({
      listing_type: 'sale' as const, sale_price: 300, asset_token_ids: [unsold.tokens.get(1)!],
    })),
  row(listings.delistSerials, signedIn('not_owner', { mika: 'done' }),
    ({ unsold }) => ({ asset_token_ids: [unsold.tokens.get(1)!] })),
  row(listings.withdrawAsset, creatorsOnly('title_is_owned', othersPublicThing), ({ film }) => ({ kid: film.kid })),
  row(listings.restoreAsset, creatorsOnly('done', othersPublicThing), ({ film }) => ({ kid: film.kid })),
  row(rentalTerms.getRentalTerms, signedIn(), ({ film }) => ({ id: film.kid })),
  row(listings.getProfitOfOffer, everyone(), ({ film }) => ({ id: film.kid, number: 1 })),
  row(listings.calculateProfit, signedIn(), ({ film }) => ({ kid: film.kid, price: 300 })),

  row(trades.listTradeSerials, everyone(), titleInput),
  row(trades.getTradeToken, everyone(), titleInput),
  row(trades.getTradeRelated, signedIn(), ({ film }) => ({ id: film.tokens.get(28)! })),
  row(trades.listTradingAssets, signedIn(), noInput),
  row(trades.listTradable, signedIn(), noInput),
  row(trades.offerTrade, signedIn('not_owner', { mika: 'requested_serial_gone', sora: 'forbidden' }),
    ({ unsold, film, ren }) => ({
      my_trading_serial_id: unsold.tokens.get(2)!, requested_serial_id: film.tokens.get(28)!,
      requested_serial_owner_account_id: ren.account_id,
    })),
  row(trades.acceptTrade, signedIn('not_found', { sora: 'forbidden' }), ({ unsold, film, mika }) => ({
    my_trading_asset_token_id: film.tokens.get(28)!, offering_serial_token_id: unsold.tokens.get(2)!,
    offering_serial_owner_account_id: mika.account_id,
  })),
  row(trades.withdrawTradeOffer, signedIn('not_found'), ({ paid }) => ({ id: paid })),
  row(trades.declineTradeOffer, signedIn('not_found'), ({ paid }) => ({ id: paid })),
  row(trades.listTrades, signedIn(), noInput),
  row(trades.listTradeOffers, signedIn(), noInput),
  row(follows.listFollows, signedIn(), noInput),
  row(follows.addFavourite, signedIn('done', { sora: 'forbidden' }), ({ film }) => ({ kid: film.kid, number: 20 })),
  row(follows.addReminder, signedIn('done', { sora: 'forbidden' }), ({ film }) => ({ kid: film.kid })),
  row(follows.addPriceAlert, signedIn('done', { sora: 'forbidden' }), ({ film }) => ({ kid: film.kid, price: 1 })),
  row(follows.followBrand, signedIn('done', { sora: 'forbidden' }), ({ brand }) => ({ brand_id: brand })),
  row(follows.stopFollowing, signedIn('not_found'), ({ paid }) => ({ id: paid })),
  row(follows.countTitleFollowers, creatorsOnly('done', othersPublicThing), ({ film }) => ({ id: film.kid })),
  row(follows.countBrandFollowers, creatorsOnly('done', othersPublicThing), ({ brand }) => ({ id: brand })),
  row(savedSearches.listSavedSearches, signedIn(), noInput),
  row(savedSearches.saveSearch, signedIn('done', { sora: 'forbidden' }), () => ({ name: 'Sea', search: { q: 'sea' } })),
  row(savedSearches.updateSavedSearch, signedIn('not_found'), ({ paid }) => ({ id: paid, name: 'Sea' })),
  row(savedSearches.removeSavedSearch, signedIn('not_found'), ({ paid }) => ({ id: paid })),
  row(wishes.listWishes, signedIn(), noInput),
  row(wishes.addWish, signedIn('done', { mika: 'own_serial', sora: 'forbidden' }), ({ film }) => ({ kid: film.kid, number: 20 })),
  row(wishes.removeWish, signedIn('not_found'), ({ paid }) => ({ id: paid })),
  row(matches.listProposals, signedIn(), noInput),
  row(matches.acceptProposal, signedIn('not_found'), ({ paid }) => ({ id: paid })),
  row(matches.declineTradeProposal, signedIn('not_found'), ({ paid }) => ({ id: paid })),

  row(downloads.listDownloads, signedIn('not_found'), () => ({ asset_token_id: randomUUID() })),
  row(downloads.createDownload, signedIn('not_found'), () => ({ asset_token_id: randomUUID() })),
  row(downloads.releaseDownload, signedIn('not_found'), () => ({ id: randomUUID(), is_deleted: true as const })),
  row(downloads.getReceipt, signedIn('not_found'), () => ({ id: randomUUID() })),
  row(downloads.listRoots, everyone(), noInput),

  row(uploads.beginUpload, creatorsOnly(), ({ mika, aoi, picture }, caller) =>
    uploadForm(caller === 'aoi' ? aoi : mika, picture)),
  row(uploads.signChunk, creatorsOnly('done', otherCreator), ({ upload }) =>
    ({ upload_id: upload.asset.upload_id, chunk_number: 1 })),
  row(uploads.completeUpload, creatorsOnly('upload_incomplete', otherCreator), ({ upload }) =>
    ({ upload_id: upload.asset.upload_id })),
  row(uploads.listUploads, creatorsOnly(), noInput),
  row(uploads.retryUpload, creatorsOnly('upload_closed', otherCreator), ({ upload }) =>
    ({ uuid: upload.uuid })),
  row(uploads.acceptCut, creatorsOnly('upload_closed', otherCreator), ({ upload }) => ({ uuid: upload.uuid })),
  row(uploads.abortUpload, creatorsOnly('done', otherCreator), ({ upload }) => ({ uuid: upload.uuid })),

  row(players.getSound, everyone(), titleInput),
  row(players.getChapters, everyone(), titleInput),
  row(players.putChapters, creatorsOnly('done', othersPublicThing), ({ film }) =>
    ({ kid: film.kid, chapters: [] })),
  // Screenings are switched off; their own tests show who may do what.
  row(screenings.openScreening, signedIn('screening_unavailable', { sora: 'forbidden' }), ({ film }) =>
    ({ kid: film.kid, serial_number: 1, name: 'Mika' })),
  row(screenings.listScreenings, signedIn(), noInput),
  row(screenings.getInvitation, everyone('not_found'), () => ({ code: '0123456789' })),
  row(screenings.joinScreening, signedIn('screening_unavailable'), () => ({ code: '0123456789', name: 'Ren' })),
  row(screenings.getScreening, signedIn('screening_unavailable'), noScreening),
  row(screenings.changeScreening, signedIn('screening_unavailable'), noScreening),
  row(screenings.controlScreening, signedIn('screening_unavailable'), () => ({ ...noScreening(), action: 'start' as const })),
  row(screenings.endScreening, signedIn('screening_unavailable'), noScreening),
  row(screenings.removeGuest, signedIn('screening_unavailable'), () => ({ ...noScreening(), guest_id: randomUUID() })),
  row(screenings.reportPresence, signedIn('screening_closed'), noScreening),
  row(screenings.leaveScreening, signedIn('not_found'), noScreening),
  row(screenings.postMessage, signedIn('screening_unavailable'), () => ({ ...noScreening(), message_id: randomUUID(), text: 'Hi' })),
  row(screenings.removeMessage, signedIn('screening_unavailable'), () => ({ ...noScreening(), message_id: randomUUID() })),
  row(players.createDrmToken, signedIn('not_yours_to_watch', { mika: 'not_ready_to_watch' }), ({ unsold }) =>
    ({ kid: unsold.kid })),
  row(positions.putPosition, signedIn('not_yours_to_watch', { mika: 'not_ready_to_watch' }), ({ unsold }) =>
    ({ kid: unsold.kid, seconds: 40 })),
  row(positions.forgetPositions, signedIn(), noInput),
  row(players.clearKeyLicence, signedIn('playback_token_invalid'), () => ({ token: 'none' })),
  row(players.hlsKey, signedIn('playback_token_invalid'), () => ({ token: 'none', track: 'video' as const })),
  row(players.getFairPlayCertificate, everyone('drm_unavailable'), noInput),
]
