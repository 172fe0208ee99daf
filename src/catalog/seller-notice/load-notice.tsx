import type { RouterContextProvider } from 'react-router'
import { askOptional } from '#core/http/ask.ts'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { getSellerNotice } from './seller-notice.shared.ts'

/** Reports whether the creator of a title sells as a business, so that buyers are shown the notice. */
export async function loadHasNotice(
  context: Readonly<RouterContextProvider>,
  { brand_id }: Pick<Asset, 'brand_id'>,
): Promise<boolean> {
  if (brand_id === null) return false
  const found = await askOptional(context, ['not_found'], getSellerNotice, { id: brand_id })
  return Boolean(found?.notice)
}
