import { useLingui } from '@lingui/react/macro'
import { useRouteLoaderData } from 'react-router'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { plainTextOf } from '#src/ui/markdown.tsx'
import { widestJpeg } from '#src/ui/picture.tsx'
import { SocialTags, type Thing } from '#src/ui/social-tags.tsx'
import type { Asset, getAsset } from './asset.shared.ts'
import { embedPath, oembedPath, titlePath } from '#src/platform/layout/public-address.shared.ts'

/**
 * Renders the tags by which robots and other sites know a title: its offer, the work itself, the way
 * to it, and its embedded player.
 */
export function TitleTags({ asset, now }: { asset: ReplyOf<typeof getAsset>; now: string }) {
  const { t } = useLingui()
  const { publicUrl } = useRouteLoaderData<{ publicUrl: string }>('root')!
  const { kid, title, brand, description_html, poster } = asset
  const path = titlePath(kid)
  return (
    <>
      <SocialTags
        title={title}
        description={plainTextOf(description_html)}
        path={path}
        picture={poster}
        things={import.meta.env.SSR ? thingsOf(asset, publicUrl, now) : []}
        trail={[
          { name: t`Marketplace`, path: '/' },
          ...(brand ? [{ name: brand.name, path: `/brand/${brand.account}` }] : []),
        ]}
      />
      <link
        rel="alternate"
        type="application/json+oembed"
        href={publicUrl + oembedPath(publicUrl + path)}
        title={title}
      />
    </>
  )
}

/** Returns the product, if copies are for sale, and the work. */
function thingsOf(asset: ReplyOf<typeof getAsset>, publicUrl: string, now: string): Thing[] {
  const { kid, title, brand } = asset
  const url = publicUrl + titlePath(kid)
  const offers = offersOf(asset, url, now)
  const work = workOf(asset, publicUrl)
  if (!offers) return [work]
  const product = {
    '@type': 'Product',
    brand: brand ? { '@type': 'Brand', name: brand.name } : undefined,
    sku: kid,
    offers,
  }
  return [product, { name: title, url, ...work }]
}

/** The types of schema.org by medium. */
const kinds = {
  video: 'VideoObject',
  audio: 'MusicRecording',
  image: 'ImageObject',
  unknown: 'CreativeWork',
} as const

/** Returns the work of a title as a schema.org object. */
function workOf(asset: ReplyOf<typeof getAsset>, publicUrl: string): Thing {
  const { kid, media_type, brand, description_html, poster, published_at } = asset
  const { duration_seconds: seconds, preview_url } = asset
  const isTimed = media_type === 'video' || media_type === 'audio'
  return {
    '@type': kinds[media_type],
    description: plainTextOf(description_html) || undefined,
    thumbnailUrl: poster ? publicUrl + widestJpeg(poster).path : undefined,
    ...(media_type === 'video' && { uploadDate: published_at ?? undefined }),
    datePublished: published_at ?? undefined,
    inLanguage: asset.sounds.map(({ language }) => language),
    creditText: asset.credits || undefined,
    duration: isTimed && seconds !== null ? `PT${seconds}S` : undefined,
    embedUrl:
      media_type === 'video' && preview_url !== 'None' ? publicUrl + embedPath(kid) : undefined,
    creator: brand
      ? { '@type': 'Organization', name: brand.name, url: `${publicUrl}/brand/${brand.account}` }
      : undefined,
  }
}

/**
 * Returns the copies for sale as https://schema.org/Offer or AggregateOffer. Nothing after the end of
 * the sale: a title does not tell if copies that are left are resold ones, which have no end.
 */
function offersOf(asset: Asset, url: string, now: string) {
  const { min_sale_price: low, max_sale_price, sale_listing_copies_count: copies } = asset
  const { sale_starting_at, sale_ending_at, only_japan_accessible } = asset
  const isOver = sale_ending_at !== null && sale_ending_at <= now
  if (low === null || copies === 0 || isOver) return undefined
  const high = max_sale_price ?? low
  const isToCome = sale_starting_at !== null && sale_starting_at > now
  return {
    ...(low === high
      ? { '@type': 'Offer', price: low }
      : { '@type': 'AggregateOffer', lowPrice: low, highPrice: high, offerCount: copies }),
    priceCurrency: 'JPY',
    availability: `https://schema.org/${isToCome ? 'PreOrder' : 'InStock'}`,
    availabilityStarts: isToCome ? sale_starting_at : undefined,
    eligibleRegion: only_japan_accessible ? { '@type': 'Country', name: 'JP' } : undefined,
    url,
  }
}
