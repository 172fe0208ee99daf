import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ask, nowContext, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { getCurrentAccount } from '#src/accounts/account/account.shared.ts'
import { ListPage } from '#src/sales/list-page.tsx'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import { PagedList } from '#src/ui/paged-list.tsx'
import { pageFromSearch } from '#src/ui/pagination.tsx'
import type { Route } from './+types/batches-page.ts'
import { BatchesTable } from './batches-table.tsx'
import { listBatches } from './coupon.shared.ts'

const BatchDialog = lazyDialog(() => import('./batch-dialog.tsx'), 'BatchDialog')

const ROWS = 16
const queryOf = (page: number) => ({ offset: page * ROWS, limit: ROWS })

/** Loads the batches of coupons that a creator, or the platform, gives away. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const page = pageFromSearch(url.searchParams)
  const [batches, { role }] = await Promise.all([
    ask(context, listBatches, queryOf(page)),
    ask(context, getCurrentAccount, {}),
  ])
  return { page, batches, gives: givenBy(role), now: context.get(nowContext).toISOString() }
}

const givenBy = (role: string) => (role === 'ADMIN' ? ('points' as const) : ('numbers' as const))

export default function BatchesPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { page, gives, now } = loaderData
  const { items, total } = useLiveQuery(listBatches, queryOf(page), {
    initial: loaderData.batches,
    refetchInterval: REFETCH_MS.grid,
  })
  const [isMaking, setMaking] = useState(false)
  const make = (
    <Button look="main" onClick={() => setMaking(true)}>
      <Trans>Create coupons</Trans>
    </Button>
  )
  return (
    <ListPage
      title={t`Give coupons · Renban`}
      heading={<Trans>Give coupons</Trans>}
      action={make}
      isEmpty={total === 0}
      dialog={isMaking && <BatchDialog gives={gives} now={now} onClose={() => setMaking(false)} />}
    >
      <PagedList
        of={{ items, total, page, rows: ROWS }}
        empty={
          <EmptyState title={<Trans>No coupons yet</Trans>} actions={make}>
            {gives === 'points' ? (
              <Trans>Each code gives Renban points to the person who enters it.</Trans>
            ) : (
              <Trans>
                Each code gives away one of your copies: to guests of a screening, as a prize or as
                a thank-you. We hold the copy until the code is used.
              </Trans>
            )}
          </EmptyState>
        }
      >
        <BatchesTable batches={items} now={now} />
      </PagedList>
    </ListPage>
  )
}
