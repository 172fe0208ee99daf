import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ask, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { ListPage } from '#src/sales/list-page.tsx'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import { PagedList } from '#src/ui/paged-list.tsx'
import { pageFromSearch } from '#src/ui/pagination.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import type { Route } from './+types/coupons-page.ts'
import { CodeRefused } from './refusals.tsx'
import { CouponsTable } from './coupons-table.tsx'
import { type CarriedRefusal, carriedRefusals, type Coupon, listCoupons } from './coupon.shared.ts'
import { useGiftWords } from './gift.tsx'

const CouponDialog = lazyDialog(() => import('./coupon-dialog.tsx'), 'CouponDialog')

const ROWS = 16
const queryOf = (page: number) => ({ offset: page * ROWS, limit: ROWS })

/** Loads the reader's coupons and the outcome of the code just entered. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { searchParams: search } = url
  const page = pageFromSearch(search)
  return {
    page,
    taken: search.get('taken'),
    refused: carriedRefusals.find((code) => code === search.get('refused')),
    coupons: await ask(context, listCoupons, queryOf(page)),
  }
}

export default function CouponsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { page, taken, refused } = loaderData
  const { items, total } = useLiveQuery(listCoupons, queryOf(page), {
    initial: loaderData.coupons,
    refetchInterval: REFETCH_MS.grid,
  })
  const [isEntering, setEntering] = useState(false)
  const enter = (
    <Button look="main" onClick={() => setEntering(true)}>
      <Trans>Enter a coupon</Trans>
    </Button>
  )
  return (
    <ListPage
      title={t`My coupons · Renban`}
      heading={<Trans>My coupons</Trans>}
      action={enter}
      isEmpty={total === 0}
      dialog={isEntering && <CouponDialog onClose={() => setEntering(false)} />}
    >
      <Outcome taken={items.find(({ id }) => id === taken)} refused={refused} />
      <PagedList
        of={{ items, total, page, rows: ROWS }}
        empty={
          <EmptyState title={<Trans>No coupons yet</Trans>} actions={enter}>
            <Trans>
              Coupons you redeem appear here. Look for codes on creators’ cards and flyers.
            </Trans>
          </EmptyState>
        }
      >
        <CouponsTable coupons={items} />
      </PagedList>
    </ListPage>
  )
}

/** Says what became of the code that the reader has just entered. */
function Outcome(props: { taken: Coupon | undefined; refused: CarriedRefusal | undefined }) {
  const { taken, refused } = props
  const words = useGiftWords()
  if (refused)
    return (
      <div role="alert">
        <Note tone="bad">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <CodeRefused code={refused} />
            <LinkButton to="/coupons/occupations/new" small>
              <Trans>Enter another code</Trans>
            </LinkButton>
          </div>
        </Note>
      </div>
    )
  if (!taken) return null
  const { kid, number } = taken.gives
  const gift = words(taken.gives)
  return (
    <output className="block">
      {taken.status === 'used' && (
        <Note>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <Trans>You received {gift}.</Trans>
            {kid !== null && number !== null && (
              <LinkButton small to={`/asset/${kid}?no=${number}`}>
                <Trans>Open No. {number}</Trans>
              </LinkButton>
            )}
          </div>
        </Note>
      )}
      {taken.status === 'occupied' && (
        <Note tone="warn">
          <Trans>{gift} is reserved for you, but not yours yet. Redeem it below.</Trans>
        </Note>
      )}
    </output>
  )
}
