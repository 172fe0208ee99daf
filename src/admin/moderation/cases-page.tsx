import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { ask, nowContext, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { useReasonWords } from '#src/catalog/moderation/reason-words.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { Select } from '#src/ui/field.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PagedList } from '#src/ui/paged-list.tsx'
import { pageFromSearch } from '#src/ui/pagination.tsx'
import { SearchForm } from '#src/ui/search-form.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import { useAddressValue } from '#src/ui/use-address-value.ts'
import type { Route } from './+types/cases-page.ts'
import { CaseClock, CaseState, KindOfThing } from './case-words.tsx'
import { casesShown, type CasesShown, listCases, type ModerationCase } from './moderation.shared.ts'

const ROWS = 50

/** Loads the cases of what was reported. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { searchParams } = url
  const page = pageFromSearch(searchParams)
  const show = casesShown.find((one) => one === searchParams.get('show')) ?? 'waiting'
  const q = (searchParams.get('q') ?? '').trim().slice(0, 100)
  const query = { show, q, offset: page * ROWS, limit: ROWS }
  const cases = await ask(context, listCases, query)
  return { page, query, cases, now: context.get(nowContext).toISOString() }
}

export default function CasesPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { page, query, now } = loaderData
  const { show, q } = query
  const field = useAddressValue<HTMLSelectElement>(show)
  const { items, total } = useLiveQuery(listCases, query, {
    initial: loaderData.cases,
    refetchInterval: REFETCH_MS.grid,
  })
  const columns = useColumns(now)
  const words: Record<CasesShown, string> = {
    waiting: t`To decide`,
    hidden: t({ message: 'Hidden', context: 'case' }),
    closed: t({ message: 'Closed', context: 'cases' }),
  }
  return (
    <div className="wrap grid gap-6 pt-6 pb-16 sm:pt-8">
      <title>{t`Reports · Renban`}</title>
      <div>
        <h1 className="text-h1">
          <Trans>Reports</Trans>
        </h1>
        <p className="mt-1 max-w-prose text-small text-ink-2">
          <Trans>All reports of one thing are one case. What is due first comes first.</Trans>
        </p>
      </div>
      <SearchForm label={<Trans>Name or number</Trans>} q={q}>
        <div className="w-full sm:w-48">
          <Select ref={field} name="show" label={<Trans>Status</Trans>} defaultValue={show}>
            {casesShown.map((one) => (
              <option key={one} value={one}>
                {words[one]}
              </option>
            ))}
          </Select>
        </div>
      </SearchForm>
      <PagedList
        of={{ items, total, page, rows: ROWS }}
        empty={
          <EmptyState title={q ? <Trans>No case found</Trans> : <Trans>No cases here</Trans>} />
        }
        hrefOf={(to) => `?${new URLSearchParams({ show, q, page: String(to) }).toString()}`}
      >
        <div className="panel">
          <Table<ModerationCase>
            caption={t`Reports`}
            rows={items}
            columns={columns}
            keyOf={({ id }) => id}
          />
        </div>
      </PagedList>
    </div>
  )
}

function useColumns(now: string): Column<ModerationCase>[] {
  const { t } = useLingui()
  const words = useReasonWords()
  const isWaiting = ({ status }: ModerationCase) => status === 'open' || status === 'appealed'
  return [
    {
      key: 'name',
      lead: true,
      label: t({ message: 'Case', context: 'moderation' }),
      cell: (one) => (
        <span className="grid">
          <Link to={`/admin/moderation/${one.id}`} className="link font-semibold wrap-anywhere">
            {one.number} · {one.name}
          </Link>
          <span className="text-hint text-ink-2">
            <KindOfThing of={one.of} />
            {one.owner !== one.name && ` · ${one.owner}`}
          </span>
        </span>
      ),
    },
    { key: 'state', label: t`Status`, cell: ({ status }) => <CaseState status={status} /> },
    {
      key: 'reasons',
      label: t`Reason`,
      cell: ({ reasons }) => reasons.map((reason) => words[reason]).join(', '),
    },
    { key: 'reports', label: t`Reports`, end: true, cell: ({ reports }) => reports },
    {
      key: 'clock',
      label: t`Since`,
      cell: (one) =>
        isWaiting(one) ? (
          <CaseClock of={one} now={now} />
        ) : (
          <DateTime at={one.opened_at} detail="day" />
        ),
    },
    {
      key: 'due',
      label: t`Due`,
      cell: (one) => (isWaiting(one) ? <DateTime at={one.due_at} /> : '—'),
    },
  ]
}
