import type { ReactNode } from 'react'
import { Grid } from '#src/ui/card.tsx'
import { CardSection } from '#src/ui/section.tsx'
import type { Asset } from './asset.shared.ts'
import { TitleCard } from './title-card.tsx'

/**
 * Shows the titles that the reader rents or rented, each with its end. `now` is the server's clock.
 */
export function RentedTitles(props: {
  title: ReactNode
  aside?: ReactNode
  items: readonly Asset[]
  now: string
}) {
  const { title, aside, items, now } = props
  return (
    <CardSection title={title} aside={aside} of={{ items }}>
      <Grid>
        {items.map((asset) => (
          <TitleCard key={asset.unique_id} asset={asset} context="rented" now={now} />
        ))}
      </Grid>
    </CardSection>
  )
}
