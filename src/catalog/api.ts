import { serve } from '#core/http/http.ts'
import * as allowlists from './allowlist/allowlist.shared.ts'
import * as allowlist from './allowlist/allowlist.ts'
import * as acquirers from './allowlist/people.ts'
import { restriction } from './allowlist/restriction.ts'
import * as assets from './asset/asset.shared.ts'
import * as asset from './asset/asset.ts'
import * as editing from './asset/edit.ts'
import * as brands from './brand/brand.shared.ts'
import * as brand from './brand/brand.ts'
import * as groups from './group/group.shared.ts'
import * as group from './group/group.ts'
import * as provenance from './provenance/provenance.ts'
import { issueFurther } from './serial/issue-further.ts'
import * as serials from './serial/serial.shared.ts'
import * as serial from './serial/serial.ts'

// oxfmt-ignore
export const catalogApi = [
  serve(assets.listListedAssets,              'any',     asset.listListed),
  serve(assets.getListedAsset,                'any',     asset.getListed),
  serve(assets.listOwnedAssets,               'person',  asset.listOwned),
  serve(serials.listOwnedSerials,             'person',  serial.listOwned),
  serve(assets.listCreatedAssets,             'creator', asset.listCreated),
  serve(assets.getCreatedAsset,               'creator', asset.getCreated),
  serve(serials.listCreatedSerials,           'creator', serial.listCreated),
  serve(assets.getFlowStatus,                 'person',  provenance.readFlowStatus),
  serve(assets.updateAsset,                   'creator', editing.update),
  serve(serials.copyAsset,                    'creator', issueFurther),
  serve(assets.getAsset,                      'any',     asset.get),
  serve(serials.listSerials,                  'any',     serial.listBoard),
  serve(serials.getBoard,                     'any',     serial.getCompact),
  serve(serials.getSerial,                    'any',     serial.getOne),
  serve(allowlists.listAllowlists,            'creator', allowlist.list),
  serve(allowlists.createAllowlist,           'creator', allowlist.create),
  serve(allowlists.updateAllowlist,           'creator', allowlist.update),
  serve(allowlists.listPeople,                'creator', acquirers.listPeople),
  serve(allowlists.addPeople,                 'creator', acquirers.addPeople),
  serve(allowlists.removePeople,              'creator', acquirers.removePeople),
  serve(allowlists.exportPeople,              'creator', acquirers.exportPeople),
  serve(allowlists.getAcquisitionRestriction, 'person',  restriction),
  serve(brands.listBrands,                    'any',     brand.list),
  serve(brands.createBrand,                   'creator', brand.create),
  serve(brands.updateBrand,                   'creator', brand.update),
  serve(assets.listBrandAssets,               'any',     asset.listOfBrand),
  serve(assets.listBrandRentals,              'any',     asset.listRentalsOfBrand),
  serve(assets.listBrandCreated,              'creator', asset.listCreatedOfBrand),
  serve(groups.listBrandGroups,               'any',     group.listOfBrand),
  serve(brands.getBrand,                      'any',     brand.get),
  serve(groups.listGroups,                    'creator', group.listOwn),
  serve(groups.createGroup,                   'creator', group.create),
  serve(groups.listGroupContents,             'any',     group.listContents),
  serve(groups.getGroup,                      'any',     group.get),
  serve(groups.updateGroup,                   'creator', group.update),
  serve(groups.deleteGroup,                   'creator', group.remove),
]
