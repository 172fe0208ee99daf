import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Money } from '#src/ui/money.tsx'
import type { Amounts, BrandSums } from './statistics.shape.ts'

/** What each brand's bar is made of, in this order, with the colours of `share-…`. */
const partsOf = (sums: Amounts) => [
  sums.primary_sale,
  sums.secondary_sale,
  sums.primary_rental + sums.secondary_rental,
]

/** A bar for each brand, the longest first. A drawing only: its table says the same. */
export function BrandChart({ brands }: { brands: readonly BrandSums[] }) {
  const most = Math.max(...brands.map(({ total_price }) => total_price))
  return (
    <div aria-hidden className="grid gap-4">
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-small text-ink-2">
        <Key share={1}>
          <Trans>First sales</Trans>
        </Key>
        <Key share={2}>
          <Trans>Resales</Trans>
        </Key>
        <Key share={3}>
          <Trans>Rentals</Trans>
        </Key>
      </ul>
      {brands.map((brand) => (
        <div
          key={brand.brand_id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 sm:grid-cols-[12rem_minmax(0,1fr)_6rem]"
        >
          <span className="truncate text-label">
            <BrandName name={brand.brand_name} />
          </span>
          <Bar parts={partsOf(brand)} most={most} />
          <Money yen={brand.total_price} className="text-end text-label" />
        </div>
      ))}
    </div>
  )
}

/** A title may have lost its brand. */
export const BrandName = ({ name }: { name: string | null }) => name ?? <Trans>No brand</Trans>

function Bar({ parts, most }: { parts: readonly number[]; most: number }) {
  const starts = parts.map((_, i) => parts.slice(0, i).reduce((all, yen) => all + yen, 0))
  const scaled = (yen: number) => (yen / most) * 1000
  return (
    <svg
      viewBox="0 0 1000 16"
      preserveAspectRatio="none"
      className="block h-4 w-full max-sm:order-last max-sm:col-span-2 rtl:-scale-x-100"
    >
      {parts.map((yen, i) => (
        <rect
          key={i}
          className={`share-${i + 1}`}
          x={scaled(starts[i]!)}
          width={scaled(yen)}
          height="16"
        />
      ))}
    </svg>
  )
}

function Key({ share, children }: { share: number; children: ReactNode }) {
  return (
    <li className="flex items-center gap-2">
      <svg viewBox="0 0 12 12" className="size-3">
        <rect className={`share-${share}`} width="12" height="12" />
      </svg>
      {children}
    </li>
  )
}
