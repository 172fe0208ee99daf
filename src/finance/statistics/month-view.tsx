import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Money } from '#src/ui/money.tsx'
import { Pagination } from '#src/ui/pagination.tsx'
import { Section } from '#src/ui/section.tsx'
import { monthName } from '#src/ui/date-time.tsx'
import { formatCount } from '#src/ui/yen.ts'
import { ROWS } from './load-statistics.tsx'
import { BrandChart } from './brand-chart.tsx'
import { MonthChoice } from './month-choice.tsx'
import { csvAddress, type Statistics } from './statistics.shared.ts'
import { BrandTable, TitleTable } from './sums-table.tsx'

interface MonthViewProps {
  statistics: Statistics
  page: number
  title: string
  address: string
  /** The explanation below the heading, which names whose sales these are. */
  children: ReactNode
  /** A section after those of the month. */
  after?: ReactNode
}

/** Shows a month of sales: the totals, a chart and table by brand, and a table by title. */
export function MonthView({ statistics, page, title, address, children, after }: MonthViewProps) {
  const { t, i18n } = useLingui()
  const { month, months, total } = statistics
  const name = monthName(month, i18n.locale)
  return (
    <div className="wrap grid gap-7 pt-6 pb-16 sm:pt-8">
      <title>{t`${title}, ${name} · Renban`}</title>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div>
          <h1 className="text-h1">{title}</h1>
          <p className="mt-1.5 max-w-[66ch] text-small text-ink-2">{children}</p>
        </div>
        <div className="flex flex-wrap items-end gap-3">
          <MonthChoice month={month} months={months} address={address} />
          {total > 0 && (
            <LinkButton icon="download" to={csvAddress(month)} reloadDocument download>
              <Trans>Download CSV</Trans>
            </LinkButton>
          )}
        </div>
      </div>
      {total === 0 ? (
        <EmptyState title={<Trans>No sales in {name}</Trans>}>
          <p>
            <Trans>A sale counts in the month in which it was paid.</Trans>
          </p>
        </EmptyState>
      ) : (
        <Sums statistics={statistics} page={page} address={address} />
      )}
      {after}
    </div>
  )
}

function Sums(props: { statistics: Statistics; page: number; address: string }) {
  const { t } = useLingui()
  const { statistics, page, address } = props
  const { month, items, total, totals, brands } = statistics
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:flex sm:gap-x-12">
        <Figure name={t`Total sales`} value={<Money yen={totals.total_price} />} />
        <Figure name={t`Creator’s share`} value={<Money yen={totals.distribution_to_creator} />} />
        <Figure
          name={t`Transactions`}
          value={<span className="amount">{formatCount(totals.sale_count)}</span>}
        />
      </dl>
      <Section title={t`By brand`}>
        <BrandChart brands={brands} />
        <BrandTable rows={brands} />
      </Section>
      <Section
        title={t`Titles sold`}
        aside={
          <p className="text-small text-ink-2">
            <Plural value={total} one="# title" other="# titles" />
          </p>
        }
      >
        <TitleTable rows={items} totals={totals} />
        <Pagination
          page={page}
          count={Math.ceil(total / ROWS)}
          hrefOf={(to) => `${address}?month=${month}&page=${to}`}
        />
      </Section>
    </>
  )
}

function Figure({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div>
      <dt className="text-small text-ink-2">{name}</dt>
      <dd className="text-h2">{value}</dd>
    </div>
  )
}
