import type { ReplyOf } from '#core/http/endpoint.ts'
import { plainTextOf } from '#src/ui/markdown.tsx'
import { SocialTags } from '#src/ui/social-tags.tsx'
import type { Asset, getAsset } from './asset.shared.ts'

/** Renders the tags by which other sites preview a title, with its prices. */
export function TitleTags({ asset }: { asset: ReplyOf<typeof getAsset> }) {
  const { kid, title, brand, description_html, poster } = asset
  return (
    <SocialTags
      title={title}
      description={plainTextOf(description_html)}
      path={`/asset/${kid}`}
      picture={poster}
      thing={{
        '@type': 'Product',
        brand: brand ? { '@type': 'Brand', name: brand.name } : undefined,
        offers: offersOf(asset),
      }}
    />
  )
}

/** Returns the price range as https://schema.org/AggregateOffer. */
function offersOf(asset: Asset) {
  const { min_sale_price, max_sale_price, sale_listing_copies_count } = asset
  if (min_sale_price === null || sale_listing_copies_count === 0) return undefined
  return {
    '@type': 'AggregateOffer',
    priceCurrency: 'JPY',
    lowPrice: min_sale_price,
    highPrice: max_sale_price,
    offerCount: sale_listing_copies_count,
    availability: 'https://schema.org/InStock',
  }
}
