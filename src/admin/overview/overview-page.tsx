import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ask, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { isLate, Lateness } from '#src/admin/jobs/lateness.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { Gap } from '#src/ui/gap.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Money } from '#src/ui/money.tsx'
import { Section } from '#src/ui/section.tsx'
import { StateTag, type Tone } from '#src/ui/state-tag.tsx'
import type { Route } from './+types/overview-page.ts'
import { getOverview, type Overview } from './overview.shared.ts'
import { SalesChart } from './sales-chart.tsx'

/** Loads what waits for an administrator. */
export const loader = ({ context }: Route.LoaderArgs) => ask(context, getOverview, {})

export default function OverviewPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const overview = useLiveQuery(
    getOverview,
    {},
    { initial: loaderData, refetchInterval: REFETCH_MS.grid },
  )
  const { sales, checks, suspended_accounts, recoveries } = overview
  const total = sales.reduce((sum, { amount }) => sum + amount, 0)
  const count = sales.reduce((sum, day) => sum + day.count, 0)
  return (
    <div className="wrap grid gap-7 pt-6 pb-16 sm:pt-8">
      <title>{t`Administration · Renban`}</title>
      <h1 className="text-h1">
        <Trans>Administration</Trans>
      </h1>
      <Section title={<Trans>What needs you</Trans>} hint={<Checks checks={checks} />}>
        <Waiting overview={overview} />
      </Section>
      <Section
        title={<Trans>Sales of the last 30 days</Trans>}
        hint={<Trans>Days are in Japan time. Prices include tax and fee.</Trans>}
        aside={
          <p className="text-label">
            <Trans>
              <Money yen={total} /> in{' '}
              <Plural value={count} one="# transaction" other="# transactions" />
            </Trans>
          </p>
        }
      >
        {count > 0 ? <SalesChart days={sales} /> : <Trans>No sales in these days.</Trans>}
      </Section>
      <div className="flex flex-wrap gap-3">
        <LinkButton to="/admin/jobs">
          <Trans>Background jobs</Trans>
        </LinkButton>
        <LinkButton to="/admin/notifier_test">
          <Trans>Test email</Trans>
        </LinkButton>
        {recoveries > 0 && (
          <LinkButton to="/admin/users#lost-access">
            <Plural
              value={recoveries}
              one="# account is waiting to move"
              other="# accounts are waiting to move"
            />
          </LinkButton>
        )}
        {suspended_accounts > 0 && (
          <LinkButton to="/admin/users#suspended">
            <Plural
              value={suspended_accounts}
              one="# suspended account"
              other="# suspended accounts"
            />
          </LinkButton>
        )}
      </div>
    </div>
  )
}

function Checks({ checks: { self, card } }: Pick<Overview, 'checks'>) {
  return (
    <>
      {self ? (
        <Trans>
          The books were last checked on <DateTime at={self} />.
        </Trans>
      ) : (
        <Trans>The books have not been checked yet.</Trans>
      )}
      <Gap />
      {card && (
        <Trans>
          They were last compared with the card provider on <DateTime at={card} />.
        </Trans>
      )}
    </>
  )
}

function Waiting({ overview }: { overview: Overview }) {
  const { payouts, differences, disputes, failed_refunds, failed_uploads } = overview
  const { failed_jobs, seconds_late, cases, verification_requests } = overview
  const rows = [
    differences.length > 0 && (
      <Row key="books" tone="bad">
        <Trans>The books differ, so payouts are held. Run “npm run books” to see the rows.</Trans>
        <span lang="en" className="block text-hint text-ink-2">
          {differences.join('; ')}
        </span>
      </Row>
    ),
    failed_refunds > 0 && (
      <Row key="refunds" to="/admin/disputes" tone="bad">
        <Plural value={failed_refunds} one="# refund failed" other="# refunds failed" />
      </Row>
    ),
    disputes.count > 0 && (
      <Row key="disputes" to="/admin/disputes" tone="warn" amount={disputes.amount}>
        <Plural value={disputes.count} one="# disputed payment" other="# disputed payments" />
      </Row>
    ),
    cases.count > 0 && (
      <Row key="cases" to="/admin/moderation" tone={cases.overdue > 0 ? 'bad' : 'warn'}>
        <Plural value={cases.count} one="# report to decide" other="# reports to decide" />
      </Row>
    ),
    verification_requests > 0 && (
      <Row key="verifications" to="/admin/verifications" tone="warn">
        <Plural value={verification_requests} one="# badge to decide" other="# badges to decide" />
      </Row>
    ),
    payouts.count > 0 && (
      <Row key="payouts" to="/admin/payout" tone="info" amount={payouts.amount}>
        <Plural value={payouts.count} one="# payout to make" other="# payouts to make" />
      </Row>
    ),
    failed_jobs > 0 && (
      <Row key="jobs" to="/admin/jobs" tone="bad">
        <Plural value={failed_jobs} one="# job failed" other="# jobs failed" />
      </Row>
    ),
    isLate(seconds_late) && (
      <Row key="late" to="/admin/jobs" tone="warn">
        <Lateness seconds={seconds_late} />
      </Row>
    ),
    failed_uploads > 0 && (
      <Row key="uploads" tone="info">
        <Plural
          value={failed_uploads}
          one="# upload failed; its creator can repeat it"
          other="# uploads failed; their creators can repeat them"
        />
      </Row>
    ),
  ].filter(Boolean)
  if (rows.length === 0)
    return (
      <p className="flex items-center gap-2">
        <Icon name="check" size={20} className="text-ok" />
        <Trans>Nothing needs you now.</Trans>
      </p>
    )
  return <ul className="grid divide-y divide-line">{rows}</ul>
}

function Row(props: { to?: string; tone: Tone; amount?: number; children: ReactNode }) {
  const { to, tone, amount, children } = props
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <StateTag tone={tone}>
        <ToneName tone={tone} />
      </StateTag>
      {to ? (
        <Link to={to} className="link font-semibold">
          {children}
        </Link>
      ) : (
        <span>{children}</span>
      )}
      {amount !== undefined && <Money yen={amount} className="ms-auto" />}
    </li>
  )
}

function ToneName({ tone }: { tone: Tone }) {
  if (tone === 'bad') return <Trans>Urgent</Trans>
  return tone === 'warn' ? <Trans>Soon</Trans> : <Trans context="task">Open</Trans>
}
