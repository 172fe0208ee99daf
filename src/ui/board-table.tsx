import { useLingui } from '@lingui/react/macro'
import { type BoardCell, type Edition, lastOf } from './board.ts'
import { useCellLabels } from './cell-labels.ts'
import { Money } from './money.tsx'
import { isSpecial } from './numbering.ts'
import { PaddedNumber } from './serial.tsx'
import { Table } from './table.tsx'

/** The board's numbers as a table, for readers who prefer rows. */
export function BoardTable(props: {
  cells: readonly BoardCell[]
  edition: Edition
  withExtras: ReadonlySet<number>
  hrefOf: (number: number) => string
}) {
  const { cells, edition, withExtras, hrefOf } = props
  const { t } = useLingui()
  const { stateLabels, signLabels } = useCellLabels()
  const last = lastOf(edition)
  const price = (yen?: number | null) => (yen == null ? '–' : <Money yen={yen} />)
  const numberCell = ({ number, is_resale }: BoardCell) => (
    <a href={hrefOf(number)} className="inline-flex min-h-11 items-center gap-2">
      <PaddedNumber number={number} last={last} />
      {isSpecial(number, edition.first, last) && (
        <span className="text-hint text-ink-2">◆ {signLabels.special}</span>
      )}
      {is_resale && <span className="text-hint text-ink-2">{signLabels.resale}</span>}
      {withExtras.has(number) && <span className="text-hint text-ink-2">{signLabels.extras}</span>}
    </a>
  )
  return (
    <div className="panel">
      <Table<BoardCell>
        caption={t`Numbers`}
        rows={cells}
        keyOf={({ number }) => String(number)}
        columns={[
          {
            key: 'number',
            label: t`Number`,
            lead: true,
            cell: numberCell,
          },
          { key: 'state', label: t`Status`, cell: ({ state }) => stateLabels[state] },
          { key: 'sale', label: t`Price`, end: true, cell: ({ sale_price }) => price(sale_price) },
          { key: 'rent', label: t`Rent`, end: true, cell: ({ rent_price }) => price(rent_price) },
        ]}
      />
    </div>
  )
}
