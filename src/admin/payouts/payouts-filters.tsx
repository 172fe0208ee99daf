import { Trans, useLingui } from '@lingui/react/macro'
import { SegmentedLinks } from '#src/ui/segmented-control.tsx'
import { MonthField } from '#src/ui/month-field.tsx'
import { pageFromSearch } from '#src/ui/pagination.tsx'
import { SearchForm } from '#src/ui/search-form.tsx'
import { useAddressValue } from '#src/ui/use-address-value.ts'
import type { Payout } from '#src/finance/payout/payout.shared.ts'
import { payoutStatuses, useStatusLabels } from '#src/finance/payout/payout-state.tsx'

export const ROWS = 50

/** The filter of the list, kept in the page's address. */
export interface Filter {
  status: Payout['status'] | undefined
  /** Month in Japan, `2026-11`. */
  month: string | undefined
  /** Part of a username or e-mail. */
  q: string | undefined
  page: number
}

/** Reads the filter from the page's address, ignoring invalid values. */
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

/** Returns the page's address for a filter. */
export function addressOf({ status, month, q, page }: Filter): string {
  const search = new URLSearchParams()
  if (status) search.set('status', status)
  if (month) search.set('month', month)
  if (q) search.set('q', q)
  if (page > 0) search.set('page', String(page))
  return `?${search.toString()}`
}

/** Returns the query of the endpoint for a filter. */
export const queryOf = ({ status, month, q, page }: Filter) => ({
  all: 'true',
  status,
  month,
  q,
  offset: page * ROWS,
  limit: ROWS,
})

/** The filters by state, month and person; they work without JavaScript. */
export function PayoutsFilters({ filter }: { filter: Filter }) {
  const { t } = useLingui()
  const words = useStatusLabels()
  const { status, month, q } = filter
  const field = useAddressValue<HTMLInputElement>(month)
  const to = (one: Filter['status']) => addressOf({ ...filter, status: one, page: 0 })
  return (
    <div className="grid gap-4">
      <div className="overflow-x-auto py-1">
        <SegmentedLinks<Payout['status'] | 'all'>
          apart
          label={t`Status`}
          value={status ?? 'all'}
          options={[
            { value: 'all', label: t`All`, to: to(undefined) },
            ...payoutStatuses.map((one) => ({ value: one, label: words[one], to: to(one) })),
          ]}
        />
      </div>
      <SearchForm label={<Trans>Username or email</Trans>} q={q}>
        {status && <input type="hidden" name="status" value={status} />}
        <div className="w-full sm:w-56">
          <MonthField
            ref={field}
            name="month"
            label={<Trans>Requested in</Trans>}
            defaultValue={month}
          />
        </div>
      </SearchForm>
    </div>
  )
}
