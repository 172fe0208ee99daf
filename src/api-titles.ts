import { serve } from '#core/http/http.ts'
import * as allowlists from './catalog/allowlist/allowlist.shared.ts'
import * as allowlist from './catalog/allowlist/allowlist.ts'
import * as acquirers from './catalog/allowlist/people.ts'
import { restriction } from './catalog/allowlist/restriction.ts'
import * as assets from './catalog/asset/asset.shared.ts'
import * as asset from './catalog/asset/asset.ts'
import * as editing from './catalog/asset/edit.ts'
import * as brands from './catalog/brand/brand.shared.ts'
import * as brand from './catalog/brand/brand.ts'
import * as collections from './sales/library/collected.shared.ts'
import * as collection from './sales/library/collected.ts'
import * as groups from './catalog/group/group.shared.ts'
import * as group from './catalog/group/group.ts'
import * as asking from './sales/listing/asking.ts'
import * as listings from './sales/listing/listing.shared.ts'
import * as listing from './sales/listing/listing.ts'
import * as withdrawal from './sales/listing/withdraw.ts'
import { getChapters, putChapters } from './media/playback/chapters.ts'
import * as players from './media/playback/playback.shared.ts'
import * as playback from './media/playback/playback.ts'
import * as provenance from './catalog/provenance/provenance.ts'
import * as replacements from './media/replacements/replacement.shared.ts'
import * as replacement from './media/replacements/replacement.ts'
import * as replacing from './media/replacements/trailer.ts'
import { issueFurther } from './catalog/serial/further.ts'
import * as serials from './catalog/serial/serial.shared.ts'
import * as serial from './catalog/serial/serial.ts'
import * as shares from './sales/share/share.shared.ts'
import * as sharing from './sales/share/share.ts'
import { begin } from './media/upload/begin.ts'
import { complete, signOne } from './media/upload/complete.ts'
import { list as listUploads } from './media/upload/status.ts'
import { abort, retry } from './media/upload/tend.ts'
import * as uploads from './media/upload/upload.shared.ts'

/** Titles and their copies: making them, showing them, putting them on offer, playing them. */
// oxfmt-ignore
export const titleCalls = [
  //    endpoint                        who        act
  serve(assets.listListedAssets,       'any',     asset.listListed),
  serve(assets.getListedAsset,         'any',     asset.getListed),
  serve(assets.listOwnedAssets,        'person',  asset.listOwned),
  serve(serials.listOwnedSerials,      'person',  serial.listOwned),
  serve(assets.listCreatedAssets,      'creator', asset.listCreated),
  serve(assets.getCreatedAsset,        'creator', asset.getCreated),
  serve(serials.listCreatedSerials,    'creator', serial.listCreated),
  serve(assets.getFlowStatus,          'person',  provenance.flowStatus),
  serve(assets.updateAsset,            'creator', editing.update),
  serve(serials.copyAsset,             'creator', issueFurther),
  serve(replacements.getMedia,         'creator', replacement.get),
  serve(replacements.replacePoster,    'creator', replacement.replacePoster),
  serve(replacements.putSubtitles,     'creator', replacement.putSubtitles),
  serve(replacements.listReplacements, 'creator', replacing.list),
  serve(replacements.beginTrailer,     'creator', replacing.beginTrailer),
  serve(replacements.deleteTrailer,    'creator', replacement.deleteTrailer),
  serve(replacements.deleteSubtitles,  'creator', replacement.deleteSubtitles),
  serve(assets.getAsset,               'any',     asset.get),
  serve(serials.listSerials,           'any',     serial.listBoard),
  serve(serials.getBoard,              'any',     serial.getCompact),
  serve(serials.getSerial,             'any',     serial.getOne),
  serve(shares.getShareAddress,        'person',  sharing.addressOf),
  serve(shares.getSharedCopy,          'any',     sharing.open),
  serve(allowlists.listAllowlists,     'creator', allowlist.list),
  serve(allowlists.createAllowlist,    'creator', allowlist.create),
  serve(allowlists.updateAllowlist,    'creator', allowlist.update),
  serve(allowlists.listPeople,         'creator', acquirers.listPeople),
  serve(allowlists.addPeople,          'creator', acquirers.add),
  serve(allowlists.removePeople,       'creator', acquirers.remove),
  serve(allowlists.exportPeople,       'creator', acquirers.exportPeople),
  serve(allowlists.getAcquisitionRestriction, 'person', restriction),

  serve(brands.listBrands,             'any',     brand.list),
  serve(brands.createBrand,            'creator', brand.create),
  serve(brands.updateBrand,            'creator', brand.update),
  serve(assets.listBrandAssets,        'any',     asset.listOfBrand),
  serve(assets.listBrandRentals,       'any',     asset.listRentalsOfBrand),
  serve(assets.listBrandCreated,       'creator', asset.listCreatedOfBrand),
  serve(groups.listBrandGroups,        'any',     group.listOfBrand),
  serve(brands.getBrand,               'any',     brand.get),
  serve(collections.listOwnedBrands,   'person',  collection.list),
  serve(collections.getOwnedBrand,     'person',  collection.get),
  serve(groups.listGroups,             'creator', group.listOwn),
  serve(groups.createGroup,            'creator', group.create),
  serve(groups.listGroupContents,      'any',     group.listContents),
  serve(groups.getGroup,               'any',     group.get),
  serve(groups.updateGroup,            'creator', group.update),
  serve(groups.deleteGroup,            'creator', group.remove),

  serve(listings.listSerialsForSale,   'person',  listing.list),
  serve(listings.delistSerials,        'person',  listing.delist),
  serve(listings.withdrawAsset,        'creator', withdrawal.withdraw),
  serve(listings.restoreAsset,         'creator', withdrawal.restore),
  serve(listings.getRentalTerms,       'person',  asking.getTerms),
  serve(listings.calculateProfit,      'person',  asking.profit),

  serve(uploads.beginUpload,           'creator', begin),
  serve(uploads.signChunk,             'creator', signOne),
  serve(uploads.completeUpload,        'creator', complete),
  serve(uploads.listUploads,           'creator', listUploads),
  serve(uploads.retryUpload,           'creator', retry),
  serve(uploads.abortUpload,           'creator', abort),

  serve(players.getSound,              'any',     playback.getSound),
  serve(players.getChapters,           'any',     getChapters),
  serve(players.putChapters,           'creator', putChapters),
  serve(players.createDrmToken,        'person',  playback.giveToken),
  serve(players.clearKeyLicence,       'person',  playback.giveLicence),
  serve(players.hlsKey,                'person',  playback.giveHlsKey),
  serve(players.getFairPlayCertificate, 'any',    playback.giveFairPlayCertificate),
]
