import { Trans, useLingui } from '@lingui/react/macro'
import { ask, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { FailedRefunds } from './failed-refunds.tsx'
import { listFailedRefunds } from '#src/sales/purchase/refund.shared.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Money } from '#src/ui/money.tsx'
import { PagedList } from '#src/ui/paged-list.tsx'
import { pageFromSearch } from '#src/ui/pagination.tsx'
import { StateTag } from '#src/ui/state-tag.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import type { Route } from './+types/disputes-page.ts'
import { listDisputes } from '#src/finance/dispute/dispute.shared.ts'
import { PaymentsTable } from './payments-table.tsx'

type Reply = ReplyOf<typeof listDisputes>
type Dispute = Reply['items'][number]
type Debtor = Reply['debtors'][number]

const ROWS = 50

/** Loads disputed card payments, failed refunds, and the people in debt to the platform. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const page = pageFromSearch(url.searchParams)
  const [disputes, failed] = await Promise.all([
    ask(context, listDisputes, queryOf(page)),
    ask(context, listFailedRefunds, {}),
  ])
  return { page, disputes, failed }
}

const queryOf = (page: number) => ({ offset: page * ROWS, limit: ROWS })

export default function DisputesPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { page } = loaderData
  const { items, total, debtors, debt } = useLiveQuery(listDisputes, queryOf(page), {
    initial: loaderData.disputes,
    refetchInterval: REFETCH_MS.grid,
  })
  return (
    <div className="wrap pt-6 pb-16 sm:pt-8">
      <title>{t`Disputed payments · Renban`}</title>
      <h1 className="text-h1">
        <Trans>Disputed payments</Trans>
      </h1>
      <p className="mt-1 mb-6 max-w-prose text-small text-ink-2">
        <Trans>
          A cardholder has disputed a payment with their bank. Respond in the card provider’s
          dashboard. Until the bank decides, the copies are frozen and rentals continue. If you
          lose, copies that the buyer still owns return to the seller, and rentals end.
        </Trans>
      </p>
      <div className="grid gap-6">
        <FailedRefunds initial={loaderData.failed} />
        <PagedList
          of={{ items, total, page, rows: ROWS }}
          empty={
            <EmptyState title={<Trans>No disputed payments</Trans>}>
              <Trans>Disputes appear here, usually at once and within an hour at the latest.</Trans>
            </EmptyState>
          }
        >
          <PaymentsTable
            caption={t`Disputed payments`}
            rows={items}
            keyOf={({ id }) => id}
            timeLabel={t`Since`}
            timeOf={({ opened_at }) => opened_at}
            state={renderState}
            providerId={({ provider_id }) => provider_id}
            providerNote={renderReason}
            fee={({ fee }) => fee}
          />
        </PagedList>
        {debt > 0 && <Debtors debtors={debtors} debt={debt} />}
      </div>
    </div>
  )
}

const renderState = (dispute: Dispute) => <State dispute={dispute} />
const renderReason = ({ reason }: Dispute) => <Reason code={reason} />

/** The cardholder's reason, by the provider's code (Stripe, "Dispute categories"). */
function Reason({ code }: { code: string }) {
  const { t } = useLingui()
  const words = new Map(
    Object.entries({
      fraudulent: t`Not authorised by the cardholder`,
      unrecognized: t`Not recognised by the cardholder`,
      duplicate: t`Charged twice`,
      credit_not_processed: t`Refund promised but not received`,
      product_not_received: t`Not delivered`,
      product_unacceptable: t`Not as described`,
      subscription_canceled: t`Subscription already cancelled`,
      insufficient_funds: t`Insufficient funds`,
      bank_cannot_process: t`Bank could not process it`,
      general: t`No reason given`,
    }),
  )
  return <span className="text-hint text-ink-2">{words.get(code) ?? code}</span>
}

function State({ dispute: { status, closed_at } }: { dispute: Dispute }) {
  return (
    <span className="grid justify-items-start gap-1">
      {status === 'open' && (
        <StateTag tone="warn">
          <Trans>Undecided</Trans>
        </StateTag>
      )}
      {status === 'won' && (
        <StateTag tone="ok">
          <Trans>Won</Trans>
        </StateTag>
      )}
      {status === 'lost' && (
        <StateTag tone="bad">
          <Trans>Lost</Trans>
        </StateTag>
      )}
      {closed_at && (
        <span className="text-hint text-ink-2">
          <DateTime at={closed_at} detail="day" />
        </span>
      )}
    </span>
  )
}

function Debtors({ debtors, debt }: { debtors: Debtor[]; debt: number }) {
  const { t } = useLingui()
  const columns = useDebtorColumns()
  return (
    <section className="grid max-w-xl gap-3" aria-labelledby="debtors">
      <div>
        <h2 id="debtors" className="text-h2">
          <Trans>People who owe Renban money</Trans>
        </h2>
        <p className="max-w-prose text-small text-ink-2">
          <Trans>
            <Money yen={debt} /> in total. We deduct it from their next earnings.
          </Trans>
        </p>
      </div>
      <div className="panel">
        <Table<Debtor>
          caption={t`People who owe Renban money`}
          rows={debtors}
          columns={columns}
          keyOf={({ account_id }) => account_id}
        />
      </div>
    </section>
  )
}

function useDebtorColumns(): Column<Debtor>[] {
  const { t } = useLingui()
  return [
    { key: 'name', label: t`Name`, lead: true, cell: ({ username }) => username },
    { key: 'debt', label: t`Amount owed`, end: true, cell: (one) => <Money yen={one.debt} /> },
  ]
}
