import { z } from 'zod'
import type { InputOf } from '#core/http/endpoint.ts'
import { type Asset, updateAsset } from '#src/catalog/asset/asset.shared.ts'
import { checkSaleClocks, saleTimes } from '#src/catalog/asset/sale-times.shared.ts'
import { saleClocksOf, saleMomentsOf } from '#src/catalog/asset/sale-times.tsx'
import { royaltiesUpTo } from './title-fields.shared.ts'

const fields = updateAsset.body.omit({ kid: true, edited_at: true }).extend(saleTimes)
export type EditFields = InputOf<{ body: typeof fields }>

/** The schema of the editable fields of a published title; `royaltyMax` is in per cent. */
export const editForm = (royaltyMax: number) =>
  fields.extend(z.object(royaltiesUpTo(royaltyMax)).partial().shape).check(checkSaleClocks)

export function fieldsOf(asset: Asset): EditFields {
  const { creator_royalty_rate, rental_creator_royalty_rate, min_sellable_price } = asset
  return {
    title: asset.title,
    description: asset.description,
    brand_id: asset.brand_id,
    obi: asset.obi,
    creator_royalty_rate: creator_royalty_rate ?? undefined,
    rental_creator_royalty_rate: rental_creator_royalty_rate ?? undefined,
    min_sellable_price: min_sellable_price ?? undefined,
    holding_limit: asset.holding_limit,
    ...saleClocksOf(asset),
    secondary_sale_enabled: asset.secondary_sale_enabled,
    trade_enabled: asset.trade_enabled,
    secondary_rental_enabled: asset.secondary_rental_enabled,
    download_enabled: asset.download_enabled,
    only_japan_accessible: asset.only_japan_accessible,
  }
}

export const changesOf = (changes: EditFields) => ({ ...changes, ...saleMomentsOf(changes) })
