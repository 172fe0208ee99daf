import { useLingui } from '@lingui/react/macro'
import type { ComponentProps, ReactNode } from 'react'
import { OrderedCopies } from '#src/sales/purchase/ordered-copies.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { Money } from '#src/ui/money.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import { PersonName } from '#src/ui/person-name.tsx'

type Payment = ComponentProps<typeof OrderedCopies>['order'] & {
  buyer_username: string
  buyer_email?: string
  /** Yen. */
  amount: number
}

interface PaymentsTableProps<Row> {
  caption: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  timeLabel: string
  /** Returns the time of the dispute or failure, ISO 8601. */
  timeOf: (row: Row) => string
  state?: (row: Row) => ReactNode
  /** Returns the id of the dispute or refund at the card provider. */
  providerId: (row: Row) => string
  providerNote?: (row: Row) => ReactNode
  /** Returns the provider's fee in yen. */
  fee?: (row: Row) => number
}

/** The table of disputed payments and of failed refunds. Omitted props omit their columns. */
export function PaymentsTable<Row extends Payment>(props: PaymentsTableProps<Row>) {
  const { caption, rows, keyOf } = props
  const columns = useColumns(props)
  return (
    <div className="panel">
      <Table<Row> caption={caption} rows={rows} columns={columns} keyOf={keyOf} />
    </div>
  )
}

function useColumns<Row extends Payment>(props: PaymentsTableProps<Row>): Column<Row>[] {
  const { timeLabel, timeOf, state, providerId, providerNote, fee } = props
  const { t } = useLingui()
  return [
    {
      key: 'copy',
      label: t`Copy`,
      lead: true,
      cell: (row) => <OrderedCopies order={row} />,
    },
    {
      key: 'buyer',
      label: t`Buyer`,
      cell: ({ buyer_username, buyer_email }) => (
        <span className="grid min-w-0 text-start">
          <PersonName of={buyer_username} />
          {buyer_email && <span className="text-hint text-ink-2 wrap-anywhere">{buyer_email}</span>}
        </span>
      ),
    },
    { key: 'time', label: timeLabel, cell: (row) => <DateTime at={timeOf(row)} /> },
    ...(state ? [{ key: 'state', label: t`Status`, cell: state }] : []),
    {
      key: 'provider',
      label: t`Reference at the provider`,
      cell: (row) => (
        <span className="grid min-w-0 text-start">
          <code className="text-hint wrap-anywhere">{providerId(row)}</code>
          {providerNote?.(row)}
        </span>
      ),
    },
    { key: 'amount', label: t`Amount`, end: true, cell: ({ amount }) => <Money yen={amount} /> },
    ...(fee
      ? [
          {
            key: 'fee',
            label: t`Provider fee`,
            end: true,
            cell: (row: Row) => <Money yen={fee(row)} />,
          },
        ]
      : []),
  ]
}
