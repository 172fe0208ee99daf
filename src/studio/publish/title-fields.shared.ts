import type { InputOf } from '#core/http/endpoint.ts'
import { updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { checkSaleClocks, saleTimes } from '#src/catalog/asset/sale-times.shared.ts'
import type { Settings } from '#src/platform/settings/settings.shared.ts'
import { beginUpload } from '#src/media/upload/upload.shared.ts'

const rules = updateAsset.body
  .pick({
    secondary_sale_enabled: true,
    trade_enabled: true,
    secondary_rental_enabled: true,
    download_enabled: true,
    only_japan_accessible: true,
  })
  .required()
/** The rights of the holders of a title's copies. */
export type HolderRights = InputOf<{ body: typeof rules }>

/** The fields of a new title: those fixed at issue and those that can change later. */
export const titleFields = beginUpload.body
  .pick({ title: true, description: true, total_copies: true, start_serial_number: true })
  .extend(
    updateAsset.body
      .pick({
        creator_royalty_rate: true,
        rental_creator_royalty_rate: true,
        min_sellable_price: true,
        brand_id: true,
        obi: true,
        holding_limit: true,
      })
      .required().shape,
  )
  .extend(rules.shape)
  .extend(saleTimes)
export type TitleFields = InputOf<{ body: typeof titleFields }>

/** Limits from the platform settings: royalties in per cent, prices in yen. */
export interface TitleLimits {
  royaltyMax: number
  copiesMax: number
  priceMin: number
}
type LimitSettings = Pick<Settings, 'royalty_max_bp' | 'copies_per_upload' | 'price_min'>

export const limitsOf = (settings: LimitSettings): TitleLimits => ({
  royaltyMax: settings.royalty_max_bp / 100,
  copiesMax: settings.copies_per_upload,
  priceMin: settings.price_min,
})

const royalty = updateAsset.body.shape.creator_royalty_rate.unwrap()

/** The schemas of both royalties, up to `max` per cent. */
export const royaltiesUpTo = (max: number) => ({
  creator_royalty_rate: royalty.max(max),
  rental_creator_royalty_rate: royalty.max(max),
})

/** The schema of the form, with the platform's limits and checks across fields. */
export const titleForm = ({ royaltyMax, copiesMax }: TitleLimits) =>
  titleFields
    .extend({ total_copies: titleFields.shape.total_copies.max(copiesMax) })
    .extend(royaltiesUpTo(royaltyMax))
    .check(checkSaleClocks)

/** The initial values of the forms. */
export const DEFAULT_RIGHTS: HolderRights = {
  secondary_sale_enabled: true,
  trade_enabled: true,
  secondary_rental_enabled: true,
  download_enabled: false,
  only_japan_accessible: false,
}
export const DEFAULT_FIELDS: TitleFields = {
  title: '',
  description: '',
  total_copies: 100,
  start_serial_number: 1,
  creator_royalty_rate: 10,
  rental_creator_royalty_rate: 10,
  min_sellable_price: 10,
  sale_starting_at: '',
  sale_ending_at: '',
  waiting_room: false,
  holding_limit: null,
  ...DEFAULT_RIGHTS,
  brand_id: null,
  obi: 'sumi',
}
