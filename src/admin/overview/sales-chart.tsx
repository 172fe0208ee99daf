import { Trans, useLingui } from '@lingui/react/macro'
import { DateTime } from '#src/ui/date-time.tsx'
import { Money } from '#src/ui/money.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import { formatCount } from '#src/ui/yen.ts'
import type { Overview } from './overview.shared.ts'

type Day = Overview['sales'][number]

/** A bar for each day, and the same data as a table that opens below. */
export function SalesChart({ days }: { days: readonly Day[] }) {
  const { t } = useLingui()
  const columns = useColumns()
  return (
    <div className="grid gap-3">
      <Bars days={days} />
      <details>
        <summary className="w-fit cursor-pointer text-label">
          <Trans>Show as table</Trans>
        </summary>
        <div className="mt-3">
          <Table<Day>
            caption={t`Sales by day`}
            rows={days.toReversed()}
            columns={columns}
            keyOf={({ day }) => day}
          />
        </div>
      </details>
    </div>
  )
}

function useColumns(): Column<Day>[] {
  const { t } = useLingui()
  return [
    { key: 'day', label: t`Day`, lead: true, cell: ({ day }) => <JapanDay day={day} /> },
    { key: 'count', label: t`Transactions`, end: true, cell: ({ count }) => formatCount(count) },
    { key: 'amount', label: t`Total`, end: true, cell: ({ amount }) => <Money yen={amount} /> },
  ]
}

const HEIGHT = 120
const WIDTH = 20 // of a day, with its gap

function Bars({ days }: { days: readonly Day[] }) {
  const most = Math.max(1, ...days.map(({ amount }) => amount))
  return (
    <div aria-hidden>
      <svg
        viewBox={`0 0 ${days.length * WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block h-32 w-full border-b border-line rtl:-scale-x-100"
      >
        {days.map(({ day, amount }, i) => {
          const height = (amount / most) * HEIGHT
          return (
            <rect
              key={day}
              className="share-1"
              x={i * WIDTH + 2}
              y={HEIGHT - height}
              width={WIDTH - 4}
              height={height}
            />
          )
        })}
      </svg>
      <div className="mt-1 flex justify-between text-hint text-ink-2">
        <JapanDay day={days[0]!.day} />
        <JapanDay day={days.at(-1)!.day} />
      </div>
    </div>
  )
}

/** Shows a day of the Japanese calendar. */
const JapanDay = ({ day }: { day: string }) => (
  <DateTime at={`${day}T00:00:00+09:00`} detail="day" />
)
