import { serve } from '#core/http.ts'
import * as allowlists from './allowlist/allowlist.shape.ts'
import * as allowlist from './allowlist/allowlist.ts'
import * as acquirers from './allowlist/people.ts'
import { restriction } from './allowlist/restriction.ts'
import * as assets from './asset/asset.shape.ts'
import * as asset from './asset/asset.ts'
import * as editing from './asset/edit.ts'
import * as brands from './brand/brand.shape.ts'
import * as brand from './brand/brand.ts'
import * as collections from './collected/collected.shape.ts'
import * as collection from './collected/collected.ts'
import * as groups from './group/group.shape.ts'
import * as group from './group/group.ts'
import * as asking from './listing/asking.ts'
import * as listings from './listing/listing.shape.ts'
import * as listing from './listing/listing.ts'
import * as withdrawal from './listing/withdraw.ts'
import { getChapters, putChapters } from './playback/chapters.ts'
import * as players from './playback/playback.shape.ts'
import * as playback from './playback/playback.ts'
import * as provenance from './provenance/provenance.ts'
import * as replacements from './replacement/replacement.shape.ts'
import * as replacement from './replacement/replacement.ts'
import * as replacing from './replacement/trailer.ts'
import { issueFurther } from './serial/further.ts'
import * as serials from './serial/serial.shape.ts'
import * as serial from './serial/serial.ts'
import * as shares from './share/share.shape.ts'
import * as sharing from './share/share.ts'
import { begin } from './upload/begin.ts'
import { complete, signOne } from './upload/complete.ts'
import { list as listUploads } from './upload/status.ts'
import { abort, retry } from './upload/tend.ts'
import * as uploads from './upload/upload.shape.ts'

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
