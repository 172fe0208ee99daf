import { Trans } from '@lingui/react/macro'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { useReader } from '#src/accounts/account/reader.tsx'
import { Grid } from '#src/ui/card.tsx'
import type { Asset } from './asset.shared.ts'
import { TitleCard } from './title-card.tsx'

export const ROW = 4 // cards

/** A heading with a row of titles, and nothing without titles. */
export function TitleRow(props: {
  heading: ReactNode
  items: readonly Asset[]
  now: string
  /** Shows counts of trades; false while the platform's trading is off. */
  tradeFlag: boolean
  /** The address of all titles of the row. */
  all?: string | undefined
  /** Stands on the cards of titles of others whose sale has not begun. */
  Coming?: ComponentProps<typeof TitleCard>['Coming']
}) {
  const { heading, items, now, tradeFlag, all, Coming } = props
  const id = useId()
  const viewer = useReader()?.account_id
  if (items.length === 0) return null
  return (
    <section aria-labelledby={id} className="mb-10 sm:mb-12">
      <div className="mb-4 flex items-baseline justify-between gap-4">
        <h2 id={id} className="text-h2">
          {heading}
        </h2>
        {all && (
          <Link to={all} className="inline-flex min-h-11 items-center text-small">
            <Trans>See all</Trans>
          </Link>
        )}
      </div>
      <Grid>
        {items.map((asset) => (
          <TitleCard
            key={asset.kid}
            asset={asset}
            context="market"
            now={now}
            viewer={viewer}
            tradeFlag={tradeFlag}
            Coming={Coming}
          />
        ))}
      </Grid>
    </section>
  )
}
