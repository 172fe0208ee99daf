import type { InputOf } from '#core/endpoint.ts'
import { updateAsset } from '../asset/asset.shape.ts'
import { beginUpload } from '../upload/upload.shape.ts'

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
        secondary_sale_enabled: true,
        trade_enabled: true,
        secondary_rental_enabled: true,
        download_enabled: true,
        only_japan_accessible: true,
        obi: true,
      })
      .required().shape,
  )
export type TitleFields = InputOf<{ body: typeof titleFields }>

/** What a form begins with. */
export const FIRST_FIELDS: TitleFields = {
  ...{ title: '', description: '', total_copies: 100, start_serial_number: 1 },
  ...{ creator_royalty_rate: 10, rental_creator_royalty_rate: 10, min_sellable_price: 10 },
  ...{ brand_id: null, obi: 'sumi', only_japan_accessible: false, download_enabled: false },
  ...{ secondary_sale_enabled: true, trade_enabled: true, secondary_rental_enabled: true },
}
