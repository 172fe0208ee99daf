import { useLingui } from '@lingui/react/macro'
import { formatYen } from '#src/ui/yen.ts'
import type { Search } from './saved-search.shared.ts'

export const SEPARATOR = ' · '

/** Returns a function that says a search in parts: what is looked for, its filters, and its order. */
export function useSearchWords() {
  const { t } = useLingui()
  const kinds = { video: t`Film`, audio: t`Music`, image: t`Picture`, unknown: undefined }
  const offers = { sale: t`Buy`, rental: t`Rent`, trade: t`Trade` }
  const formats = { video: t`Film and music`, image: t`Pictures` }
  const orders = {
    newest: undefined,
    oldest: t`Oldest first`,
    price_low: t`Lowest price first`,
    price_high: t`Highest price first`,
    title: t`Title, A to Z`,
  }
  function priceOf({ price_min: min, price_max: max }: Search): string | undefined {
    const [least, most] = [formatYen(min ?? 0), formatYen(max ?? 0)]
    if (min === undefined) return max === undefined ? undefined : t`${{ price: most }} or less`
    return max === undefined ? t`From ${{ price: least }}` : `${least}–${most}`
  }
  return (search: Search): string[] => {
    const { q, media_type, listing_type, on_sale, asset_type, sort_by } = search
    const parts = [
      q,
      media_type && kinds[media_type],
      listing_type && offers[listing_type],
      on_sale && t`On sale now`,
      asset_type && formats[asset_type],
      priceOf(search),
      orders[sort_by],
    ]
    return parts.filter((part) => part !== undefined)
  }
}
