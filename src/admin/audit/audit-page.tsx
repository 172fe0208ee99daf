import { Trans, useLingui } from '@lingui/react/macro'
import { ask, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { SegmentedLinks } from '#src/ui/segmented-control.tsx'
import { PagedList } from '#src/ui/paged-list.tsx'
import { pageFromSearch } from '#src/ui/pagination.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import type { Route } from './+types/audit-page.ts'
import { AuditFacts, useActionWords } from './audit-words.tsx'
import {
  type AuditAction,
  auditActions,
  type AuditEntry,
  auditFile,
  listAuditLog,
} from './audit.shared.ts'

const ROWS = 50
const queryOf = (page: number, action: AuditAction | undefined) => ({
  offset: page * ROWS,
  limit: ROWS,
  action,
})

/** Returns the page's address for an action and a page of its entries. */
function addressOf(action: AuditAction | undefined, page = 0): string {
  const search = new URLSearchParams(action && { action })
  if (page > 0) search.set('page', String(page))
  return `?${search.toString()}`
}

/** Loads what administrators did. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const page = pageFromSearch(url.searchParams)
  const action = auditActions.find((known) => known === url.searchParams.get('action'))
  return { page, action, log: await ask(context, listAuditLog, queryOf(page, action)) }
}

export default function AuditPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { page, action } = loaderData
  const words = useActionWords()
  const { items, total, broken_at } = useLiveQuery(listAuditLog, queryOf(page, action), {
    initial: loaderData.log,
    refetchInterval: REFETCH_MS.grid,
  })
  const columns = useColumns()
  return (
    <div className="wrap pt-6 pb-16 sm:pt-8">
      <title>{t`Audit log · Renban`}</title>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-h1">
            <Trans>Audit log</Trans>
          </h1>
          <p className="mt-1 max-w-prose text-small text-ink-2">
            <Trans>
              What administrators did. Each entry seals those before it, so no one can change one
              unnoticed.
            </Trans>
          </p>
        </div>
        {total > 0 && (
          <LinkButton icon="download" to={auditFile()} reloadDocument download>
            <Trans>Download CSV</Trans>
          </LinkButton>
        )}
      </div>
      <div className="grid gap-6">
        {broken_at !== null && (
          <div role="alert">
            <Note tone="bad">
              <Trans>
                Entry {broken_at} does not match the entries before it. Someone changed the log in
                the database.
              </Trans>
            </Note>
          </div>
        )}
        <div className="overflow-x-auto py-1">
          <SegmentedLinks<AuditAction | 'all'>
            apart
            label={t`Action`}
            value={action ?? 'all'}
            options={[
              { value: 'all', label: t`All`, to: addressOf(undefined) },
              ...auditActions.map((one) => ({ value: one, label: words[one], to: addressOf(one) })),
            ]}
          />
        </div>
        <PagedList
          of={{ items, total, page, rows: ROWS }}
          empty={
            <EmptyState title={<Trans>Nothing recorded yet</Trans>}>
              <Trans>Changes of roles, settings and payouts appear here.</Trans>
            </EmptyState>
          }
          hrefOf={(to) => addressOf(action, to)}
        >
          <div className="panel">
            <Table<AuditEntry>
              caption={t`Audit log`}
              rows={items}
              columns={columns}
              keyOf={({ id }) => String(id)}
            />
          </div>
        </PagedList>
      </div>
    </div>
  )
}

function useColumns(): Column<AuditEntry>[] {
  const { t } = useLingui()
  const words = useActionWords()
  return [
    {
      key: 'action',
      label: t`Action`,
      lead: true,
      cell: (entry) => (
        <span className="grid min-w-0 gap-1 text-start">
          <span className="font-semibold">
            {words[entry.action]}
            {entry.about && `: ${entry.about}`}
          </span>
          <span className="text-hint font-normal wrap-anywhere text-ink-2">
            <AuditFacts entry={entry} />
          </span>
        </span>
      ),
    },
    {
      key: 'reason',
      label: t`Reason`,
      cell: ({ reason }) => <span className="wrap-anywhere">{reason}</span>,
    },
    {
      key: 'by',
      label: t`By`,
      cell: ({ by }) => by ?? <Trans>the operator</Trans>,
    },
    { key: 'at', label: t`Time`, cell: ({ at }) => <DateTime at={at} /> },
    {
      key: 'id',
      label: t`Number`,
      end: true,
      cell: ({ id, hash }) => (
        <span className="amount" title={hash}>
          {id}
        </span>
      ),
    },
  ]
}
