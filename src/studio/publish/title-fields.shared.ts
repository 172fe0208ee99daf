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
/** What holders may do. */
export type TitleRules = InputOf<{ body: typeof rules }>

/** What a creator says of a new title: the facts that are fixed, and those that can change later. */
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

/** What the house allows: royalties in per cent, prices in yen. */
export interface TitleLimits {
  royaltyMax: number
  copiesMax: number
  priceMin: number
}
type Sets = Pick<Settings, 'royalty_max_bp' | 'copies_per_upload' | 'price_min'>

export const limitsOf = (set: Sets): TitleLimits => ({
  royaltyMax: set.royalty_max_bp / 100,
  copiesMax: set.copies_per_upload,
  priceMin: set.price_min,
})

const royalty = updateAsset.body.shape.creator_royalty_rate.unwrap()

/** Both royalties as the house allows them. */
export const royaltiesUpTo = (max: number) => ({
  creator_royalty_rate: royalty.max(max),
  rental_creator_royalty_rate: royalty.max(max),
})

/** The fields within what the house allows, and as far as each fits the others. */
export const titleForm = ({ royaltyMax, copiesMax }: TitleLimits) =>
  titleFields
    .extend({ total_copies: titleFields.shape.total_copies.max(copiesMax) })
    .extend(royaltiesUpTo(royaltyMax))
    .check(checkSaleClocks)

/** What forms begin with. */
export const FIRST_RULES: TitleRules = {
  ...{ secondary_sale_enabled: true, trade_enabled: true, secondary_rental_enabled: true },
  ...{ download_enabled: false, only_japan_accessible: false },
}
export const FIRST_FIELDS: TitleFields = {
  ...{ title: '', description: '', total_copies: 100, start_serial_number: 1 },
  ...{ creator_royalty_rate: 10, rental_creator_royalty_rate: 10, min_sellable_price: 10 },
  ...{ sale_starting_at: '', sale_ending_at: '', waiting_room: false, holding_limit: null },
  ...{ ...FIRST_RULES, brand_id: null, obi: 'sumi' },
}
