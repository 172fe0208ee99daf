import { useReader } from '#src/accounts/account/reader.tsx'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'

/** Returns if the reader may sell and rent out own copies. A creator may; holders as the creator allows. */
export function useOfferPermissions({ creator_account_id, asset_kid_setting }: Asset) {
  const isCreator = useReader()?.account_id === creator_account_id
  return {
    sell: isCreator || asset_kid_setting.secondary_sale_enabled,
    rent: isCreator || asset_kid_setting.secondary_rental_enabled,
  }
}
