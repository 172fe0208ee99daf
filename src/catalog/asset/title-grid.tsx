import { Trans } from '@lingui/react/macro'
import type { ComponentProps, ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { useReader } from '#src/accounts/account/reader.tsx'
import { Button } from '#src/ui/button.tsx'
import { Grid } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Pagination } from '#src/ui/pagination.tsx'
import { type Asset, PAGE_SIZE } from './asset.shared.ts'
import { TitleCard } from './title-card.tsx'

const FIRST_ROW = 4

/** One page of a list of titles, and the way to its other pages. */
export function TitleGrid(props: {
  titles: { items: Asset[]; total: number }
  page: number
  context: ComponentProps<typeof TitleCard>['context']
  now: string
  /** Whether trading is open in this house. */
  tradeFlag?: boolean
  /** Where its other pages are, if not at `?page=`. */
  hrefOf?: (page: number) => string
}) {
  const { titles, page, context, now, tradeFlag, hrefOf = plainHref } = props
  const reader = useReader()
  return (
    <>
      <Grid>
        {titles.items.map((asset, i) => (
          <TitleCard
            key={asset.unique_id}
            asset={asset}
            context={context}
            {...{ now, tradeFlag }}
            viewer={reader?.account_id}
            eager={i < FIRST_ROW}
          />
        ))}
      </Grid>
      <div className="mt-12">
        <Pagination page={page} count={Math.ceil(titles.total / PAGE_SIZE)} hrefOf={hrefOf} />
      </div>
    </>
  )
}

const plainHref = (page: number) => (page === 0 ? '.' : `?page=${page}`)

/** The page stands, its titles do not: they can be asked for again. */
export const TitlesLoadFailed = () => <LoadFailed title={<Trans>The titles did not come</Trans>} />

export function LoadFailed({ title }: { title: ReactNode }) {
  const { revalidate, state } = useRevalidator()
  return (
    <EmptyState
      tone="failed"
      title={title}
      actions={
        <Button look="main" busy={state === 'loading'} onClick={() => revalidate()}>
          <Trans>Try again</Trans>
        </Button>
      }
    />
  )
}
