import { Trans, useLingui } from '@lingui/react/macro'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { Section } from '#src/ui/section.tsx'
import { monthName } from '#src/ui/date-time.tsx'
import { type listStatements, yearAddress } from './statement.shared.ts'

type Months = ReplyOf<typeof listStatements>

/** Links to the caller's statements by year: a PDF per month and a CSV file per year. */
export function Statements({ statements }: { statements: Months }) {
  const { items, years } = statements
  return (
    <div id="statements">
      <Section
        title={<Trans>Statements</Trans>}
        hint={
          <Trans>
            Download a month as a PDF with our fees and the tax on them, or a whole year as a CSV
            file with every entry and your balance after it.
          </Trans>
        }
      >
        {years.map((year) => (
          <Year
            key={year}
            year={year}
            months={items.filter(({ month }) => month.startsWith(year))}
          />
        ))}
      </Section>
    </div>
  )
}

function Year({ year, months }: { year: string; months: Months['items'] }) {
  const { t, i18n } = useLingui()
  return (
    <section aria-labelledby={`year-${year}`} className="grid gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 id={`year-${year}`} className="text-label font-semibold">
          {year}
        </h3>
        <LinkButton small icon="download" to={yearAddress(year)} reloadDocument download>
          <Trans>Download {year} as CSV</Trans>
        </LinkButton>
      </div>
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {months.map(({ month, is_over }) => (
          <li key={month}>
            <a
              href={`/statements/${month}.pdf?lang=${i18n.locale}`}
              aria-label={t`${monthName(month, i18n.locale)} as PDF`}
              className="inline-flex min-h-11 items-center text-label"
            >
              {monthName(month, i18n.locale, 'without')}
            </a>
            {!is_over && (
              <span className="ms-2 text-small text-ink-2">
                <Trans>so far</Trans>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
