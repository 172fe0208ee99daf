import { useReader } from '#src/accounts/account/reader.tsx'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { useInMenu } from '#src/platform/settings/in-menu.tsx'
import type { RentalTerms } from './rental-terms.shared.ts'

const NONE_FORBIDDEN = { sell: false, rent: false, trade: false }
const NOTHING = {
  sell: false,
  rent: false,
  trade: false,
  give: false,
  lend: false,
  later: false,
  forbidden: NONE_FORBIDDEN,
}

/** The deals that the creator does not allow owners. */
export type Forbidden = typeof NONE_FORBIDDEN

/**
 * Returns whether the reader may sell, rent out, trade, give and lend their copies. Owners need the
 * creator's permission: `forbidden` says which is missing. They cannot rent out while the creator does:
 * `later` is true if that is the only obstacle. A hidden title is in no new deal, and administrators offer
 * nothing.
 */
export function useOfferPermissions(asset: Asset, rentals: RentalTerms | null) {
  const reader = useReader()
  const isCreator = reader?.account_id === asset.creator_account_id
  const isTrading = useInMenu('trading_history')
  const isGiving = useInMenu('gifts')
  const isLending = useInMenu('loans')
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
    forbidden: isCreator
      ? NONE_FORBIDDEN
      : {
          sell: !secondary_sale_enabled,
          rent: !secondary_rental_enabled,
          trade: isTrading && !trade_enabled,
        },
  }
}
