import { useReader } from '#src/accounts/account/reader.tsx'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'

/** Returns whether the reader may sell and rent out their copies. Holders need the creator's permission. */
export function useOfferPermissions({ creator_account_id, asset_kid_setting }: Asset) {
  const isCreator = useReader()?.account_id === creator_account_id
  return {
    sell: isCreator || asset_kid_setting.secondary_sale_enabled,
    rent: isCreator || asset_kid_setting.secondary_rental_enabled,
  }
}
