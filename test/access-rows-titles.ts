import { randomUUID } from 'node:crypto'
import * as allowlists from '#src/catalog/allowlist/allowlist.shared.ts'
import * as assets from '#src/catalog/asset/asset.shared.ts'
import * as brands from '#src/catalog/brand/brand.shared.ts'
import * as collections from '#src/sales/library/brand-collection.shared.ts'
import * as draws from '#src/sales/draw/draw.shared.ts'
import * as groups from '#src/catalog/group/group.shared.ts'
import * as listings from '#src/sales/listing/listing.shared.ts'
import * as players from '#src/media/playback/playback.shared.ts'
import * as replacements from '#src/media/replacements/replacement.shared.ts'
import * as serials from '#src/catalog/serial/serial.shared.ts'
import * as shares from '#src/sales/share/share.shared.ts'
import * as uploads from '#src/media/upload/upload.shared.ts'
import * as waitings from '#src/sales/waiting-room/waiting.shared.ts'
import {
  anybody,
  creators,
  nothing,
  people,
  type Row,
  row,
  stranger,
  theTitle,
} from './access-row.ts'
import type { AccessFixtures } from './access-fixtures.ts'
import { form, md5 } from './uploads.ts'

const theList = ({ allowlist }: AccessFixtures) => ({ id: allowlist })
const theGroup = ({ group }: AccessFixtures) => ({ id: group.encrypted_id })

/** Calls about titles, brands and groups, and what is uploaded, listed and played. */
// oxfmt-ignore
export const titleRows: Row[] = [
  row(assets.listListedAssets, anybody(), nothing),
  row(assets.getListedAsset, anybody(), theTitle),
  row(assets.listOwnedAssets, people(), nothing),
  row(serials.listOwnedSerials, people(), theTitle),
  row(assets.listCreatedAssets, creators(), nothing),
  row(assets.getCreatedAsset, creators('done', stranger), theTitle),
  row(serials.listCreatedSerials, creators('done', stranger), theTitle),
  row(assets.getFlowStatus, people(), theTitle),
  row(assets.updateAsset, creators('done', stranger), ({ film }) =>
    ({ kid: film.kid, trade_enabled: true })),
  row(serials.copyAsset, creators('done', stranger), ({ film }) => ({
    ...{ kid: film.kid, title: 'More', description: '', copies_count: 1 },
    asset_type: 'video' as const,
  })),
  row(replacements.getMedia, creators('done', stranger), ({ film }) => ({ kid: film.kid })),
  row(replacements.replacePoster, creators('media_unknown', stranger), ({ film }) =>
    ({ kid: film.kid, image: 'bm8gcGljdHVyZQ==' })),
  row(replacements.listReplacements, creators('done', stranger), ({ film }) => ({ kid: film.kid })),
  row(replacements.beginTrailer, creators('done', stranger), ({ film, picture }) => ({
    ...{ kid: film.kid, file_name: 'trailer.mp4', file_size: picture.bytes.length },
    ...{ file_type: 'video/mp4', md5: md5(picture.bytes) },
  })),
  row(replacements.deleteTrailer, creators('done', stranger), ({ film }) => ({ kid: film.kid })),
  row(replacements.putSubtitles, creators('title_not_out', stranger), ({ film }) => ({
    ...{ kid: film.kid, of: 'asset' as const, language: 'ja' },
    b64_data: Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\n海\n').toString('base64'),
  })),
  row(replacements.deleteSubtitles, creators('title_not_out', stranger), ({ film }) =>
    ({ kid: film.kid, of: 'asset' as const, language: 'ja' })),
  row(assets.getAsset, anybody(), theTitle),
  row(serials.listSerials, anybody(), theTitle),
  row(serials.getBoard, anybody(), theTitle),
  row(serials.getSerial, anybody(), ({ film }) => ({ id: film.kid, number: 1 })),
  row(shares.getShareAddress, people('not_owner', { mika: 'done' }), ({ film }) =>
    ({ asset_token_id: film.tokens.get(1)! })),
  row(shares.getSharedCopy, anybody('not_found'), () => ({ token: 'none' })),

  row(allowlists.listAllowlists, creators('done', stranger), ({ film }) => ({ kid: film.kid })),
  row(allowlists.createAllowlist, creators('done', stranger), ({ film }) =>
    ({ kid: film.kid, name: 'Friends', asset_token_ids: [film.tokens.get(1)!] })),
  row(allowlists.updateAllowlist, creators('done', stranger), theList),
  row(allowlists.listPeople, creators('done', stranger), theList),
  row(allowlists.addPeople, creators('done', stranger), ({ allowlist }) =>
    ({ id: allowlist, text: 'ren@example.test' })),
  row(allowlists.removePeople, creators('done', stranger), ({ allowlist }) =>
    ({ id: allowlist, people: [1] })),
  row(allowlists.exportPeople, creators('done', stranger), theList),
  row(allowlists.getAcquisitionRestriction, people(), ({ film }) =>
    ({ asset_token_id: film.tokens.get(2)! })),

  row(brands.listBrands, anybody(), () => ({ account: 'nobody' })),
  row(brands.createBrand, creators(), () => ({ name: 'Sea Works', account: `b-${randomUUID()}` })),
  row(brands.updateBrand, creators('done', { aoi: 'forbidden' }), ({ brand }) =>
    ({ id: brand, name: 'Salt Works' })),
  row(assets.listBrandAssets, anybody(), ({ brand }) => ({ brand_id: brand })),
  row(assets.listBrandRentals, anybody(), ({ brand }) => ({ brand_id: brand })),
  row(assets.listBrandCreated, creators(), ({ brand }) => ({ brand_id: brand })),
  row(groups.listBrandGroups, anybody(), ({ brand }) => ({ id: brand })),
  row(brands.getBrand, anybody(), ({ brand }) => ({ id: brand })),

  row(collections.listOwnedBrands, people(), nothing),
  row(collections.getOwnedBrand, people(), ({ brand }) => ({ id: brand })),

  row(groups.listGroups, creators(), nothing),
  row(groups.createGroup, creators('done', stranger), ({ brand }) =>
    ({ name: 'Winter Set', brand_id: brand })),
  row(groups.listGroupContents, anybody(), theGroup),
  row(groups.getGroup, anybody(), theGroup),
  row(groups.updateGroup, creators('done', stranger), ({ group }) =>
    ({ id: group.encrypted_id, name: 'Winter Films' })),
  row(draws.getDraw, anybody('done'), ({ group }) => ({ id: group.encrypted_id })),
  row(draws.randomlyPurchase, people('not_enough_copies'), ({ group }) =>
    ({ group_id: group.encrypted_id, number_of_purchases: 1, balance_to_use: 0 })),
  row(draws.getDrawResult, anybody('not_found'), ({ paid }) => ({ id: paid })),
  row(waitings.getWaitingRoom, anybody('not_found'), theTitle),
  row(waitings.joinWaitingRoom, people('not_found'), theTitle),
  row(waitings.leaveWaitingRoom, people('not_found'), theTitle),
  row(waitings.getWaitingResults, anybody('not_found'), theTitle),
  row(groups.deleteGroup, creators('done', stranger), theGroup),

  row(listings.listSerialsForSale, people('not_owner', { mika: 'done', sora: 'forbidden' }),
    ({ unsold }) => ({
      listing_type: 'sale' as const, sale_price: 300, asset_token_ids: [unsold.tokens.get(1)!],
    })),
  row(listings.delistSerials, people('not_owner', { mika: 'done' }),
    ({ unsold }) => ({ asset_token_ids: [unsold.tokens.get(1)!] })),
  row(listings.withdrawAsset, creators('title_is_owned', stranger), ({ film }) => ({ kid: film.kid })),
  row(listings.restoreAsset, creators('done', stranger), ({ film }) => ({ kid: film.kid })),
  row(listings.getRentalTerms, people(), ({ film }) => ({ id: film.kid })),
  row(listings.calculateProfit, people(), ({ film }) => ({ kid: film.kid, price: 300 })),

  row(uploads.beginUpload, creators(), ({ mika, aoi, picture }, caller) =>
    form(caller === 'aoi' ? aoi : mika, picture)),
  row(uploads.signChunk, creators('done', stranger), ({ upload }) =>
    ({ upload_id: upload.asset.upload_id, chunk_number: 1 })),
  row(uploads.completeUpload, creators('upload_incomplete', stranger), ({ upload }) =>
    ({ upload_id: upload.asset.upload_id })),
  row(uploads.listUploads, creators(), nothing),
  row(uploads.retryUpload, creators('upload_closed', stranger), ({ upload }) =>
    ({ uuid: upload.uuid })),
  row(uploads.abortUpload, creators('done', stranger), ({ upload }) => ({ uuid: upload.uuid })),

  row(players.getSound, anybody(), theTitle),
  row(players.getChapters, anybody(), theTitle),
  row(players.putChapters, creators('done', stranger), ({ film }) =>
    ({ kid: film.kid, chapters: [] })),
  row(players.createDrmToken, people('not_yours_to_watch', { mika: 'not_ready_to_watch' }), ({ unsold }) =>
    ({ kid: unsold.kid })),
  row(players.clearKeyLicence, people('playback_token_invalid'), () => ({ token: 'none' })),
  row(players.hlsKey, people('playback_token_invalid'), () => ({ token: 'none', track: 'video' as const })),
  row(players.getFairPlayCertificate, anybody('drm_unavailable'), nothing),
]
