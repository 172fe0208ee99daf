import { Trans, useLingui } from '@lingui/react/macro'
import { DateTime } from '#src/ui/date-time.tsx'
import { Money } from '#src/ui/money.tsx'
import { Section } from '#src/ui/section.tsx'
import { Table } from '#src/ui/table.tsx'
import type { UnusedPoints } from './unused-points.shared.ts'

type AmountName = 'unused' | 'issued' | 'used' | 'expired'

/** Shows the reports of unused points, or when they are made. */
export function UnusedPointsReports({ reports }: { reports: readonly UnusedPoints[] }) {
  const { t } = useLingui()
  return (
    <Section title={<Trans>Unused points</Trans>}>
      <p className="max-w-[66ch] text-small text-ink-2">
        <Trans>
          Reported for the end of each 31 March and 30 September in Japan, on the day after. Points
          that open orders hold count as unused. Issued, used and expired points are counted since
          the previous report.
        </Trans>
      </p>
      {reports.length > 0 && (
        <Table<UnusedPoints>
          caption={t`Unused points`}
          rows={reports}
          keyOf={({ day }) => day}
          columns={[
            { key: 'day', label: t`End of`, lead: true, cell: dayCell },
            amountColumn('unused', t`Unused`),
            amountColumn('issued', t`Issued`),
            amountColumn('used', t`Used`),
            amountColumn('expired', t`Expired`),
          ]}
        />
      )}
    </Section>
  )
}

const dayCell = ({ day }: UnusedPoints) => <DateTime at={`${day}T12:00:00+09:00`} detail="day" />

const amountColumn = (key: AmountName, label: string) => ({
  key,
  label,
  end: true,
  cell: (report: UnusedPoints) => <Money yen={report[key]} />,
})
