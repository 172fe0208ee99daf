import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { Money } from '#src/ui/money.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import { formatCount } from '#src/ui/yen.ts'
import { BrandName } from './brand-chart.tsx'
import type { Amounts, BrandSums, TitleSums } from './statistics.shared.ts'

/** The table with the chart's data. */
export function BrandTable({ rows }: { rows: readonly BrandSums[] }) {
  const { t } = useLingui()
  const columns = useAmountColumns<BrandSums>(rows)
  return (
    <details>
      <summary className="inline-flex min-h-11 items-center text-small underline">
        <Trans>Show as table</Trans>
      </summary>
      <Table<BrandSums>
        caption={t`By brand`}
        rows={rows}
        keyOf={({ brand_id }) => brand_id ?? ''}
        columns={[
          {
            key: 'brand',
            label: t`Brand`,
            lead: true,
            cell: brandCell,
          },
          ...columns,
        ]}
      />
    </details>
  )
}

type TitleRow = TitleSums | (Amounts & { kid: null })

/** The table of titles with their brands, and the totals of the whole month. */
export function TitleTable(props: { rows: readonly TitleSums[]; totals: Amounts }) {
  const { t } = useLingui()
  const columns = useAmountColumns<TitleRow>([props.totals])
  return (
    <Table<TitleRow>
      caption={t`Titles sold`}
      rows={props.rows}
      total={{ ...props.totals, kid: null }}
      keyOf={({ kid }) => kid ?? ''}
      columns={[
        {
          key: 'title',
          label: t`Title`,
          lead: true,
          cell: titleCell,
        },
        {
          key: 'brand',
          label: t`Brand`,
          cell: titlesBrandCell,
        },
        ...columns,
      ]}
    />
  )
}

const brandCell = ({ brand_name }: BrandSums) => <BrandName name={brand_name} />

const titleCell = (row: TitleRow) =>
  row.kid === null ? (
    <Trans>Whole month</Trans>
  ) : (
    <Link to={`/asset/${row.kid}`} className="reach inline-block">
      <bdi>{row.title}</bdi>
    </Link>
  )

const titlesBrandCell = (row: TitleRow) =>
  row.kid === null ? <Trans>All brands</Trans> : brandCell(row)

/** Returns the amount columns; of the four kinds of deal, only those that occur in `sums`. */
function useAmountColumns<Row extends Amounts>(sums: readonly Amounts[]): Column<Row>[] {
  const { t } = useLingui()
  const yen = <Key extends keyof Amounts>(key: Key, label: string) => ({
    key,
    label,
    end: true,
    cell: (row: Row) => <Money yen={row[key]} />,
  })
  const kinds = [
    yen('primary_sale', t`First sales`),
    yen('secondary_sale', t`Resales`),
    yen('primary_rental', t`Creator rentals`),
    yen('secondary_rental', t`Owner rentals`),
  ]
  return [
    ...kinds.filter(({ key }) => sums.some((one) => one[key] > 0)),
    {
      key: 'sale_count',
      label: t`Transactions`,
      end: true,
      cell: (row) => <span className="amount">{formatCount(row.sale_count)}</span>,
    },
    yen('total_price', t`Total`),
    yen('distribution_to_creator', t`Creator’s share`),
  ]
}
