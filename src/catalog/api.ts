import { guestRefusals } from '#core/errors.ts'
import { section, serve } from '#core/http/http.ts'
import { inParts } from '#core/http/in-parts.ts'
import { pictureRefusals } from '#src/platform/pictures/store-picture.ts'
import * as allowlists from './allowlist/allowlist.shared.ts'
import * as allowlist from './allowlist/allowlist.ts'
import * as acquirers from './allowlist/people.ts'
import { restriction } from './allowlist/restriction.ts'
import * as assets from './asset/asset.shared.ts'
import * as asset from './asset/asset.ts'
import * as editing from './asset/edit.ts'
import * as brands from './brand/brand.shared.ts'
import * as brand from './brand/brand.ts'
import * as verifications from './brand/verification.shared.ts'
import * as verification from './brand/verification.ts'
import * as campaigns from './campaign/campaign.shared.ts'
import * as campaign from './campaign/campaign.ts'
import * as certificates from './certificate/certificate.shared.ts'
import * as certificate from './certificate/certificate.ts'
import * as follows from './follow/follow.shared.ts'
import * as follow from './follow/follow.ts'
import * as groups from './group/group.shared.ts'
import * as group from './group/group.ts'
import * as cases from './moderation/case.shared.ts'
import * as moderation from './moderation/case.ts'
import * as reports from './moderation/report.shared.ts'
import * as report from './moderation/report.ts'
import * as logs from './provenance/log.shared.ts'
import * as log from './provenance/log.ts'
import * as provenance from './provenance/provenance.ts'
import * as suggestions from './search/suggestion.shared.ts'
import * as suggestion from './search/suggestion.ts'
import { issueFurther } from './serial/issue-further.ts'
import * as sellerNotices from './seller-notice/seller-notice.shared.ts'
import * as sellerNotice from './seller-notice/seller-notice.ts'
import * as serials from './serial/serial.shared.ts'
import * as serial from './serial/serial.ts'
import * as walletCopies from './wallet-copies/wallet-copies.shared.ts'
import * as walletCopy from './wallet-copies/wallet-copies.ts'

const addressRefusals = [
  'brand_account_taken',
  'brand_account_reserved',
  'content_has_brand',
] as const
const contentRefusals = [
  'not_found',
  'forbidden',
  'content_not_in_brand',
  'content_has_group',
] as const
const titleEditRefusals = [
  'not_found',
  'forbidden',
  'changed_elsewhere',
  'content_has_brand',
  'description_empty',
  'waiting_room_opened',
  'brand_hidden',
] as const

// oxfmt-ignore
export const catalogApi = [
  ...section('Titles', [
    serve(assets.listListedAssets,  'any',     asset.listListed,          'List the titles on sale or for rent'),
    serve(suggestions.listSuggestions, 'any',  suggestion.list,           'Suggest titles and brands for a search text'),
    serve(assets.getListedAsset,    'any',     asset.getListed,           'Get a title with its copies on offer'),
    serve(assets.getAsset,          'any',     asset.get,                 'Get a title with its latest sales'),
    serve(assets.listOwnedAssets,   'person',  asset.listOwned,           'List the titles of your copies'),
    serve(assets.getOwnedAsset,     'person',  asset.getOwned,            'Get a title of your copies'),
    serve(assets.listStartedAssets, 'person',  asset.listStarted,         'List the titles that you have begun to watch'),
    serve(assets.listCreatedAssets, 'creator', asset.listCreated,         'List your own titles, drafts included'),
    serve(assets.getCreatedAsset,   'creator', asset.getCreated,          'Get one of your own titles', ['forbidden']),
    serve(assets.updateAsset,       'creator', editing.update,            'Change one of your own titles', titleEditRefusals),
    serve(assets.getFlowStatus,     'person',  provenance.readFlowStatus, 'Get the state of the latest record of a title or copy'),
  ]),
  ...section('Copies', [
    serve(serials.listSerials,                  'any',     serial.listBoard,   'List the copies of a title'),
    serve(serials.getBoard,                     'any',     serial.getCompact,  'Get the states of all copies of a title in a compact form'),
    serve(serials.getSerial,                    'any',     serial.getOne,      'Get a copy with its owner and price'),
    serve(certificates.getCertificate,          'any',     certificate.certify,   'Get the certificate of a copy', ['records_broken']),
    serve(certificates.getInclusionProof,       'any',     certificate.proofFile, 'Get the proof that a copy’s newest sealed record is in the log', ['records_broken']),
    serve(certificates.listLeaves,              'person',  certificate.leavesOf,  'List the leaves of one of your own copies'),
    serve(serials.listOwnedSerials,             'person',  serial.listOwned,   'List your own copies of a title'),
    serve(serials.listCreatedSerials,           'creator', serial.listCreated, 'List all copies of one of your own titles', ['forbidden']),
    serve(serials.copyAsset,                    'creator', issueFurther,       'Issue more copies of one of your own titles', ['not_found', 'forbidden', 'title_not_out']),
    serve(walletCopies.listWalletCopies,         'person',  walletCopy.list,          'List your copies in a linked wallet, or outside', ['not_found']),
    serve(walletCopies.moveToWallet,             'person',  walletCopy.moveToWallet,  'Move copies to a linked wallet', ['account_suspended', 'not_found', 'wallets_not_offered', 'not_owner', 'serial_in_wallet', ...walletCopies.moveObstacles]),
    serve(walletCopies.beginMoveBack,            'person',  walletCopy.beginMoveBack, 'Begin to move copies back from a linked wallet', ['not_found']),
    serve(walletCopies.moveBack,                 'person',  walletCopy.moveBack,      'Move copies back from a linked wallet', ['account_suspended', 'not_found', 'nonce_invalid', 'proof_invalid', 'wallet_is_another', 'not_owner']),
    serve(allowlists.getAcquisitionRestriction, 'person',  restriction,        'Find out whether you may buy a copy', ['not_found']),
  ]),
  ...section('Provenance log', [
    serve(logs.getCheckpoint, 'any', log.readCheckpoint, 'Get the newest checkpoint of the log'),
    serve(logs.getLogKey,     'any', log.readLogKey,     'Get the key that checks the newest checkpoint'),
    serve(logs.getTile,       'any', log.readTile,       'Get hashes of the log’s tree'),
  ]),
  ...section('Reserved copies', [
    serve(allowlists.listAllowlists,  'creator', inParts(allowlist.list),         'List the allowlists of one of your own titles', ['not_found', 'forbidden']),
    serve(allowlists.createAllowlist, 'creator', allowlist.create,       'Reserve copies for people', ['not_found', 'forbidden', 'not_owner', 'serial_in_distribution', 'whole_title_reserved']),
    serve(allowlists.updateAllowlist, 'creator', allowlist.update,       'Change an allowlist', ['not_owner', 'serial_in_distribution', 'whole_title_reserved']),
    serve(allowlists.listPeople,      'creator', acquirers.listPeople,   'List the people of an allowlist'),
    serve(allowlists.addPeople,       'creator', acquirers.addPeople,    'Add people to an allowlist', ['too_many_people']),
    serve(allowlists.removePeople,    'creator', acquirers.removePeople, 'Remove people from an allowlist'),
    serve(allowlists.exportPeople,    'creator', acquirers.exportPeople, 'Export the people of an allowlist as CSV'),
  ]),
  ...section('Brands', [
    serve(brands.listBrands,       'any',     brand.list,               'List your brands, or find one by its address', [...guestRefusals, 'creators_only']),
    serve(brands.createBrand,      'creator', brand.create,             'Create a brand', [...addressRefusals, 'account_suspended', 'not_found', ...pictureRefusals]),
    serve(brands.updateBrand,      'creator', brand.update,             'Change one of your brands', ['not_found', 'forbidden', 'changed_elsewhere', 'brand_hidden', 'waiting_room_opened', ...addressRefusals, ...pictureRefusals]),
    serve(brands.getBrand,         'any',     brand.get,                'Get a brand'),
    serve(assets.listBrandAssets,  'any',     asset.listOfBrand,        'List the published titles of a brand'),
    serve(assets.listBrandRentals, 'any',     asset.listRentalsOfBrand, 'List the titles of a brand that are for rent'),
    serve(assets.listBrandCreated, 'creator', asset.listCreatedOfBrand, 'List your own titles of a brand, drafts included'),
    serve(groups.listBrandGroups,  'any',     group.listOfBrand,        'List the groups of a brand'),
    serve(verifications.getVerification, 'creator', verification.getOwn, 'Get what became of the badge of one of your own brands', ['not_found', 'forbidden']),
    serve(verifications.askVerification, 'creator', verification.ask,    'Ask for the badge of one of your own brands', ['not_found', 'forbidden', 'account_suspended', 'brand_verified', 'verification_waiting']),
    serve(sellerNotices.getSellerNotice,   'any',     sellerNotice.get,  'Get the notice of a brand whose creator sells as a business', ['not_found']),
    serve(sellerNotices.putSellerNotice,   'creator', sellerNotice.put,  'Publish the seller’s notice of one of your own brands', ['not_found', 'forbidden', 'changed_elsewhere']),
    serve(sellerNotices.endSellerNotice,   'creator', sellerNotice.end,  'End the seller’s notice of one of your own brands', ['not_found', 'forbidden']),
    serve(sellerNotices.listSellerNotices, 'creator', sellerNotice.list, 'List the seller’s notices that one of your own brands has and had'),
  ]),
  ...section('Following', [
    serve(follows.listFollows,         'person',  follow.list,         'List your favourites, brands, reminders and price alerts'),
    serve(follows.addFavourite,        'person',  follow.addFavourite, 'Make a title or a number a favourite', ['not_found', 'forbidden', 'too_many_follows']),
    serve(follows.addReminder,         'person',  follow.addReminder,  'Be reminded when a sale begins', ['not_found', 'forbidden', 'too_many_follows']),
    serve(follows.addPriceAlert,       'person',  follow.addPriceAlert, 'Be told of an offer at a price', ['not_found', 'forbidden', 'too_many_follows']),
    serve(follows.followBrand,         'person',  follow.followBrand,  'Follow a brand', ['not_found', 'forbidden', 'too_many_follows']),
    serve(follows.stopFollowing,       'person',  follow.stop,         'Stop following something', ['not_found']),
    serve(follows.countTitleFollowers, 'creator', follow.countOfTitle, 'Count who follows one of your own titles', ['not_found', 'forbidden']),
    serve(follows.countBrandFollowers, 'creator', follow.countOfBrand, 'Count who follows one of your own brands', ['not_found', 'forbidden']),
  ]),
  ...section('Reports', [
    serve(reports.createReport, 'any', report.create, 'Report a title, a brand or a person', ['not_found', 'account_suspended', 'too_many_reports']),
    serve(cases.getHiding,      'person', moderation.getOwn, 'Get why something of yours is hidden'),
    serve(cases.createAppeal,   'person', moderation.appeal, 'Appeal against a hiding', ['not_found', 'account_suspended', 'appealed_already', 'case_changed']),
  ]),
  ...section('Groups', [
    serve(groups.listGroups,        'creator', group.listOwn,      'List your groups'),
    serve(groups.createGroup,       'creator', group.create,       'Create a group', [...contentRefusals, ...pictureRefusals]),
    serve(groups.getGroup,          'any',     group.get,          'Get a group'),
    serve(groups.updateGroup,       'creator', group.update,       'Change one of your groups', ['changed_elsewhere', 'waiting_room_opened', ...contentRefusals, ...pictureRefusals]),
    serve(groups.deleteGroup,       'creator', group.remove,       'Delete one of your groups', ['forbidden', 'waiting_room_opened']),
    serve(groups.listGroupContents, 'any',     group.listContents, 'List the titles of a group'),
  ]),
  ...section('Campaigns', [
    serve(campaigns.getCampaign,        'any',   campaign.get,        'Get a campaign'),
    serve(campaigns.listCampaignTitles, 'any',   campaign.listTitles, 'List the titles of a campaign'),
    serve(campaigns.listCurrentCampaigns, 'any', campaign.listCurrent, 'List the current campaigns'),
    serve(campaigns.listCampaigns,      'admin', campaign.list,       'List all campaigns'),
    serve(campaigns.createCampaign,     'admin', campaign.create,     'Create a campaign', ['campaign_slug_taken', 'campaign_slug_reserved', ...pictureRefusals]),
    serve(campaigns.updateCampaign,     'admin', campaign.update,     'Change a campaign', ['changed_elsewhere', ...pictureRefusals]),
  ]),
]
