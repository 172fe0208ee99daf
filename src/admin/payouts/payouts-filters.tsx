import { Trans, useLingui } from '@lingui/react/macro'
import { SegmentedLinks } from '#src/ui/segmented-control.tsx'
import { MonthField } from '#src/ui/month-field.tsx'
import { pageFromSearch } from '#src/ui/pagination.tsx'
import { SearchForm } from '#src/ui/search-form.tsx'
import type { Payout } from '#src/finance/payout/payout.shared.ts'
import { payoutStatuses, useStatusLabels } from '#src/finance/payout/payout-state.tsx'

export const ROWS = 50

/** Which payouts are looked for; the address remembers it. */
export interface Filter {
  status: Payout['status'] | undefined
  /** `2026-11`, in Japan. */
  month: string | undefined
  /** Part of a username or an e-mail. */
  q: string | undefined
  page: number
}

/** Of the page's address; what makes no sense there is left out. */
export function filterOf(search: URLSearchParams): Filter {
  const month = search.get('month') ?? ''
  return {
    status: payoutStatuses.find((one) => one === search.get('status')),
    month: isMonth(month) ? month : undefined,
    q: search.get('q')?.trim().slice(0, 100) || undefined,
    page: pageFromSearch(search),
  }
}

export const isMonth = (text: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(text)

/** The page's address for a filter. */
export function addressOf({ status, month, q, page }: Filter): string {
  const search = new URLSearchParams()
  if (status) search.set('status', status)
  if (month) search.set('month', month)
  if (q) search.set('q', q)
  if (page > 0) search.set('page', String(page))
  return `?${search.toString()}`
}

/** What the call for these payouts is given. */
export const queryOf = ({ status, month, q, page }: Filter) => ({
  ...{ all: 'true', status, month, q },
  offset: page * ROWS,
  limit: ROWS,
})

/** State, month and person; each works before any script. */
export function AdminFilters({ filter }: { filter: Filter }) {
  const { t } = useLingui()
  const words = useStatusLabels()
  const { status, month, q } = filter
  const to = (one: Filter['status']) => addressOf({ ...filter, status: one, page: 0 })
  return (
    <div className="grid gap-4">
      <div className="overflow-x-auto py-1">
        <SegmentedLinks<Payout['status'] | 'all'>
          apart
          label={t`State`}
          value={status ?? 'all'}
          options={[
            { value: 'all', label: t`All`, to: to(undefined) },
            ...payoutStatuses.map((one) => ({ value: one, label: words[one], to: to(one) })),
          ]}
        />
      </div>
      <SearchForm key={addressOf(filter)} label={<Trans>Username or e-mail</Trans>} q={q}>
        {status && <input type="hidden" name="status" value={status} />}
        <div className="w-full sm:w-56">
          <MonthField name="month" label={<Trans>Requested in</Trans>} defaultValue={month} />
        </div>
      </SearchForm>
    </div>
  )
}
