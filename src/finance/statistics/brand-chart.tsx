import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Money } from '#src/ui/money.tsx'
import type { Amounts, BrandSums } from './statistics.shared.ts'

/** The parts of a brand's bar, in this order, with the colours of `share-1` to `share-3`. */
const parts = [
  { name: <Trans>First sales</Trans>, of: (sums: Amounts) => sums.primary_sale },
  { name: <Trans>Resales</Trans>, of: (sums: Amounts) => sums.secondary_sale },
  {
    name: <Trans>Rentals</Trans>,
    of: (sums: Amounts) => sums.primary_rental + sums.secondary_rental,
  },
]

/** A bar chart of the brands, largest first. Hidden from assistive technology; its table has the data. */
export function BrandChart({ brands }: { brands: readonly BrandSums[] }) {
  const most = Math.max(...brands.map(({ total_price }) => total_price))
  const shown = parts.map(({ of }) => brands.some((brand) => of(brand) > 0))
  return (
    <div aria-hidden className="grid gap-4">
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-small text-ink-2">
        {parts.map(({ name }, i) => shown[i] && <Key key={i} share={i + 1} name={name} />)}
      </ul>
      {brands.map((brand) => (
        <div
          key={brand.brand_id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 sm:grid-cols-[12rem_minmax(0,1fr)_6rem]"
        >
          <span className="truncate text-label">
            <BrandName name={brand.brand_name} />
          </span>
          <Bar amounts={parts.map(({ of }) => of(brand))} most={most} />
          <Money yen={brand.total_price} className="text-end text-label" />
        </div>
      ))}
    </div>
  )
}

/** Shows a brand's name, or "No brand" for titles without one. */
export const BrandName = ({ name }: { name: string | null }) =>
  name === null ? <Trans>No brand</Trans> : <bdi>{name}</bdi>

function Bar({ amounts, most }: { amounts: readonly number[]; most: number }) {
  const starts = amounts.map((_, i) => amounts.slice(0, i).reduce((all, yen) => all + yen, 0))
  const scaled = (yen: number) => (yen / most) * 1000
  return (
    <svg
      viewBox="0 0 1000 16"
      preserveAspectRatio="none"
      className="block h-4 w-full max-sm:order-last max-sm:col-span-2 rtl:-scale-x-100"
    >
      {amounts.map((yen, i) => (
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

function Key({ share, name }: { share: number; name: ReactNode }) {
  return (
    <li className="flex items-center gap-2">
      <svg viewBox="0 0 12 12" className="size-3">
        <rect className={`share-${share}`} width="12" height="12" />
      </svg>
      {name}
    </li>
  )
}
