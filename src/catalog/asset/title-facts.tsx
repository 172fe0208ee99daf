import { NameOfBrand } from '#src/ui/verified-badge.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { Asset } from './asset.shared.ts'

/** Separates facts. Its first space never breaks, so that no line begins with the dot. */
export const DOT = '\u00a0· '

type FactsOf = Pick<Asset, 'media_type' | 'duration_seconds' | 'published_at' | 'created_at'>

/** Renders the kind, length and year of a title, then other facts: "Film · 84 min · 2026". */
export function TitleFacts({ asset, more = [] }: { asset: FactsOf; more?: (string | false)[] }) {
  const { t } = useLingui()
  const kinds = { video: t`Film`, audio: t`Music`, image: t`Picture`, unknown: t`Title` }
  const minutes = Math.round((asset.duration_seconds ?? 0) / 60)
  const seconds = asset.duration_seconds ?? 0
  const length = seconds > 90 ? t`${minutes} min` : seconds > 0 && t`${seconds} s`
  const year = yearOf(asset.published_at ?? asset.created_at)
  return <>{[kinds[asset.media_type], length, year, ...more].filter(Boolean).join(DOT)}</>
}

/** The year in Japan, which has no summer time, without the 30 ms of a browser's first `Intl`. */
const yearOf = (at: string) => new Date(Date.parse(at) + JAPAN_AHEAD).getUTCFullYear()
const JAPAN_AHEAD = 9 * 3_600_000 // milliseconds

/** Links to the title's brand, or says that there is none. */
export function BrandLine({ brand }: { brand: Asset['brand'] }) {
  if (!brand) return <Trans>No brand</Trans>
  return (
    <Link
      to={`/brand/${brand.account}`}
      className="reach inline-flex min-h-6 items-center wrap-anywhere"
    >
      <NameOfBrand brand={brand} />
    </Link>
  )
}
