import { Trans } from '@lingui/react/macro'
import type { ComponentProps, ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { useReader } from '#src/accounts/account/reader.tsx'
import { Button } from '#src/ui/button.tsx'
import { Grid } from '#src/ui/card.tsx'
import { EmptyPage } from '#src/ui/empty-page.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Pagination } from '#src/ui/pagination.tsx'
import { useCurrentTime, useServerClock } from '#src/ui/server-clock.ts'
import { type Asset } from './asset.shared.ts'
import { PAGE_SIZE } from '#core/http/paging.shared.ts'
import { saleTimesOf, TitleCard } from './title-card.tsx'

const FIRST_ROW = 4

/** Shows a page of a list of titles, with links to the other pages. */
export function TitleGrid(props: {
  titles: { items: Asset[]; total: number }
  page: number
  context: ComponentProps<typeof TitleCard>['context']
  /** The server's time when the page was loaded. */
  now: string
  /** Shows counts of trades; false while the platform's trading is off. */
  tradeFlag?: boolean
  /** A larger picture stands above the titles, so theirs are loaded after it. */
  isBelow?: boolean
  /** Stands on the cards of titles of others whose sale has not begun. */
  Coming?: ComponentProps<typeof TitleCard>['Coming']
  /** Returns the link of another page; `?page=` by default. */
  hrefOf?: (page: number) => string
}) {
  const { titles, page, context, now, tradeFlag, isBelow = false, Coming } = props
  const { hrefOf = plainHref } = props
  const reader = useReader()
  const at = useCurrentTime(saleTimesOf(titles.items), useServerClock(now))
  return (
    <>
      {titles.items.length === 0 && <EmptyPage first={hrefOf(0)} />}
      <Grid>
        {titles.items.map((asset, i) => (
          <TitleCard
            key={asset.unique_id}
            asset={asset}
            context={context}
            now={at}
            tradeFlag={tradeFlag}
            viewer={reader?.account_id}
            eager={!isBelow && i < FIRST_ROW}
            Coming={Coming}
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

/** Says that the titles did not load, with a button to try again. */
export const TitlesLoadFailed = () => (
  <LoadFailed title={<Trans>The titles could not be loaded</Trans>} />
)

/** Says that a part of the page did not load, with a button to try again. */
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
