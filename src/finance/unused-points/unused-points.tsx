import { Trans, useLingui } from '@lingui/react/macro'
import { DateTime } from '#src/ui/date-time.tsx'
import { Money } from '#src/ui/money.tsx'
import { Section } from '#src/ui/section.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import type { UnusedPoints } from './unused-points.shared.ts'

/** Shows the reports of unused points, or when the first one is made. */
export function UnusedPointsReports({ reports }: { reports: readonly UnusedPoints[] }) {
  const { t } = useLingui()
  const amount = (key: 'unused' | 'issued' | 'used' | 'expired', label: string) => ({
    key,
    label,
    end: true,
    cell: (row: UnusedPoints) => <Money yen={row[key]} />,
  })
  const columns: Column<UnusedPoints>[] = [
    {
      key: 'day',
      label: t`End of`,
      lead: true,
      cell: ({ day }) => <DateTime at={`${day}T12:00:00+09:00`} detail="day" />,
    },
    amount('unused', t`Unused`),
    amount('issued', t`Issued`),
    amount('used', t`Used`),
    amount('expired', t`Expired`),
  ]
  return (
    <Section title={<Trans>Unused points</Trans>}>
      <p className="max-w-[66ch] text-small text-ink-2">
        <Trans>
          Reported for the end of each 31 March and 30 September in Japan, on the day after. Points
          that open orders hold count as unused. The other amounts are those since the report
          before.
        </Trans>
      </p>
      {reports.length > 0 && (
        <Table<UnusedPoints>
          caption={t`Unused points`}
          rows={reports}
          keyOf={({ day }) => day}
          columns={columns}
        />
      )}
    </Section>
  )
}
