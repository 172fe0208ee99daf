import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ask, nowContext, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import { Money } from '#src/ui/money.tsx'
import { Pagination, pageFromSearch } from '#src/ui/pagination.tsx'
import { formatYen } from '#src/ui/yen.ts'
import type { Route } from './+types/payout-page.ts'
import { AutoRequest } from './auto-request.tsx'
import { getPayoutTerms, listPayouts, type Payout } from './payout.shared.ts'
import { EndedPayout, PayoutCard } from './payout-card.tsx'
import { PayoutDeadlines } from './payout-deadlines.tsx'
import { PayoutForm, type Terms } from './payout-form.tsx'
import { isUnderWay } from './payouts-under-way.tsx'

const CancelDialog = lazyDialog(() => import('./cancel-dialog.tsx'), 'CancelDialog')

const ROWS = 16

/** Loads what can be paid out and one page of the caller's payouts. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const page = pageFromSearch(url.searchParams)
  const [terms, payouts] = await Promise.all([
    ask(context, getPayoutTerms, {}),
    ask(context, listPayouts, queryOf(page)),
  ])
  return { page, terms, payouts, now: context.get(nowContext).toISOString() }
}

/** Asks for the caller's own payouts, also if the caller is an administrator. */
const queryOf = (page: number) => ({ all: 'false', offset: page * ROWS, limit: ROWS })

export default function PayoutPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { page, now } = loaderData
  const every = REFETCH_MS.grid
  const terms = useLiveQuery(
    getPayoutTerms,
    {},
    { initial: loaderData.terms, refetchInterval: every },
  )
  const payouts = useLiveQuery(listPayouts, queryOf(page), {
    initial: loaderData.payouts,
    refetchInterval: every,
  })
  const isNew = terms.sales_balance === 0 && terms.lots.length === 0 && payouts.total === 0
  return (
    <div className="wrap-narrow pt-6 pb-16 sm:pt-8">
      <title>{t`Payouts · Renban`}</title>
      <h1 className="mb-7 text-h1">
        <Trans>Payouts</Trans>
      </h1>
      <div className="grid gap-8">
        {isNew ? <NoEarnings /> : <Balance terms={terms} />}
        <History payouts={payouts.items} />
        <Pagination
          page={page}
          count={Math.ceil(payouts.total / ROWS)}
          hrefOf={(to) => `?page=${to}`}
        />
        <AutoRequest auto={terms.auto} />
        <PayoutDeadlines terms={terms} payouts={payouts.items} now={now} />
      </div>
    </div>
  )
}

/** The sales balance, the highest possible payout, and the request form. */
function Balance({ terms }: { terms: Terms }) {
  const { sales_balance, minimum, maximum, refused } = terms
  return (
    <section aria-labelledby="balance" className="panel">
      <div className="p-5 sm:p-6">
        <h2 id="balance" className="text-small font-normal text-ink-2">
          <Trans>Sales balance</Trans>
        </h2>
        <Money yen={sales_balance} tall className="mt-2 text-[3.5rem]" />
        {!refused && (
          <p className="mt-3 text-small text-ink-2">
            <Trans>You can have up to {formatYen(maximum)} paid out after the fee.</Trans>
          </p>
        )}
        {refused === 'balance_not_enough' && (
          <p className="mt-3 text-small text-ink-2">
            <Trans>The minimum payout is {formatYen(minimum)}, plus the fee.</Trans>
          </p>
        )}
      </div>
      <div className="border-t border-line p-5 sm:p-6">
        <PayoutForm terms={terms} />
      </div>
    </section>
  )
}

function NoEarnings() {
  return (
    <EmptyState
      title={<Trans>Nothing to pay out yet</Trans>}
      actions={
        <>
          <LinkButton to="/asset" look="main">
            <Trans>Go to my collection</Trans>
          </LinkButton>
          <LinkButton to="/bank/register">
            <Trans>Register a bank account</Trans>
          </LinkButton>
        </>
      }
    >
      <Trans>
        Your earnings will appear here. You can request one payout a month to your bank account.
      </Trans>
    </EmptyState>
  )
}

/** The payouts in progress, then those that have ended, newest first. */
function History({ payouts }: { payouts: readonly Payout[] }) {
  const [canceling, setCanceling] = useState<Payout>()
  const ended = payouts.filter((payout) => !isUnderWay(payout))
  if (payouts.length === 0) return null
  return (
    <section aria-labelledby="history" className="grid gap-4">
      <h2 id="history" className="text-h2">
        <Trans>Your payouts</Trans>
      </h2>
      <ul className="grid gap-4 empty:hidden">
        {payouts.filter(isUnderWay).map((payout) => (
          <PayoutCard key={payout.id} payout={payout} onCancel={() => setCanceling(payout)} />
        ))}
      </ul>
      {ended.length > 0 && (
        <ul className="panel">
          {ended.map((payout) => (
            <EndedPayout key={payout.id} payout={payout} />
          ))}
        </ul>
      )}
      {canceling && <CancelDialog payout={canceling} onClose={() => setCanceling(undefined)} />}
    </section>
  )
}
