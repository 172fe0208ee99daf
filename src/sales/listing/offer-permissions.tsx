import { useReader } from '#src/accounts/account/reader.tsx'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { useGifts } from '#src/platform/settings/use-gifts.tsx'
import { useLending } from '#src/platform/settings/use-lending.tsx'
import { useTrading } from '#src/platform/settings/use-trading.tsx'
import type { RentalTerms } from './rental-terms.shared.ts'

const NOTHING = { sell: false, rent: false, trade: false, give: false, lend: false, later: false }

/**
 * Returns whether the reader may sell, rent out, trade, give and lend their copies. Owners need the creator's permission,
 * and cannot rent out while the creator does: `later` is true if that is the only obstacle. A hidden
 * title is in no new deal, and administrators offer nothing.
 */
export function useOfferPermissions(asset: Asset, rentals: RentalTerms | null) {
  const reader = useReader()
  const isCreator = reader?.account_id === asset.creator_account_id
  const isTrading = useTrading()
  const isGiving = useGifts()
  const isLending = useLending()
  const { secondary_sale_enabled, secondary_rental_enabled, trade_enabled } =
    asset.asset_kid_setting
  const isTaken = rentals !== null && (rentals.terms !== null || rentals.is_running)
  if (asset.is_hidden || reader?.role === 'ADMIN') return NOTHING
  return {
    sell: isCreator || secondary_sale_enabled,
    rent: isCreator || (secondary_rental_enabled && !isTaken),
    trade: isTrading && (isCreator || trade_enabled),
    give: isGiving,
    lend: isLending && (isCreator || asset.lending_enabled),
    later: !isCreator && secondary_rental_enabled && isTaken,
  }
}
