import { Trans } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { Icon, type IconName } from './icon.tsx'
import { Tile, type TileProps } from './tile.tsx'
import { NameOfBrand } from './verified-badge.tsx'

/** A grid of titles: two columns on a phone, three from 640 px, four from 1,024 px. */
export function Grid({ children }: { children: ReactNode }) {
  return (
    <ul className="grid grid-cols-2 gap-x-3 gap-y-7 sm:grid-cols-3 sm:gap-x-5 sm:gap-y-9 lg:grid-cols-4 lg:gap-x-7 lg:gap-y-11">
      {children}
    </ul>
  )
}

export interface CardProps extends TileProps {
  title: string
  titleLang?: string
  /** `null` shows "No brand"; without the property the line is left out. */
  brand?: { name: string; is_verified: boolean } | null
  /** The address of the title; omitted while the copy is not paid and once it is gone. */
  to?: string
  /** `paying`: not paid yet. `ended`: an ended rental. `gone`: no copy is left. */
  state?: 'paying' | 'ended' | 'gone'
  /** Facts, one `CardLine` each. */
  children?: ReactNode
}

/**
 * A title in a `Grid`: tile, name and facts. The whole card is one link, or says why it is not
 * ready.
 */
export function Card(props: CardProps) {
  const { title, titleLang, brand, to, state, children, ...tile } = props
  const tip = useId()
  const isWaiting = state === 'paying'
  return (
    <li
      className="card relative flex min-w-0 flex-col gap-3"
      data-state={state}
      data-link={to ? '' : undefined}
    >
      <Tile {...tile} gone={state === 'gone'}>
        {isWaiting && (
          <>
            <div className="preparing">
              <span className="passing" />
              <Trans>Waiting for payment</Trans>
            </div>
            <span id={tip} role="tooltip" className="card-tip">
              <Trans>You can open it after payment.</Trans>
            </span>
          </>
        )}
      </Tile>
      <div className="min-w-0">
        <h3 lang={titleLang} className="text-body leading-[1.3] font-semibold wrap-anywhere">
          {to ? (
            <Link to={to} className="card-link no-underline" prefetch="intent">
              <bdi>{title}</bdi>
            </Link>
          ) : isWaiting ? (
            <button
              type="button"
              aria-disabled="true"
              aria-describedby={tip}
              className="card-link text-start"
            >
              <bdi>{title}</bdi>
            </button>
          ) : (
            <bdi>{title}</bdi>
          )}
        </h3>
        {brand !== undefined && (
          <p className="truncate text-small text-ink-2">
            {brand ? <NameOfBrand brand={brand} /> : <Trans>No brand</Trans>}
          </p>
        )}
        {children}
      </div>
    </li>
  )
}

/** A fact under a title. Prices are `strong`; a rental has a key icon, an auction a gavel. */
export function CardLine(props: { icon?: IconName; strong?: boolean; children: ReactNode }) {
  const { icon, strong, children } = props
  return (
    <p className={`flex gap-1.5 text-small ${strong ? 'font-semibold text-ink' : 'text-ink-2'}`}>
      {icon && <Icon name={icon} size={15} className="mt-[.22em] flex-none" />}
      <span className="min-w-0">{children}</span>
    </p>
  )
}

/** Placeholders for `count` cards in a `Grid` while titles are loading. */
export function CardSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, i) => (
    <li key={i} aria-hidden className="flex flex-col gap-3">
      <div className="tile">
        <div className="skeleton w-(--obi-width) border-e border-paper" />
        <div className="skeleton" />
      </div>
      <div className="skeleton h-4 w-4/5" />
      <div className="skeleton h-3.5 w-2/5" />
    </li>
  ))
}
