import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useRef } from 'react'
import { BareCheckbox } from './checkbox.tsx'

export interface Column<Row> {
  key: string
  label: string
  cell: (row: Row) => ReactNode
  /** Numbers stand at the end edge. */
  end?: boolean
  /** On a phone this cell heads the card that a row becomes. */
  lead?: boolean
}

export interface Selection<Row> {
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
  /** What the row's box is called: "No. 7". */
  labelOf: (row: Row) => string
  /** Why it cannot be selected; `undefined` where it can. */
  whyNot?: (row: Row) => string | undefined
}

interface TableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** What the rows come to, under them; of tables without a selection. */
  total?: Row
  keyOf: (row: Row) => string
  selection?: Selection<Row>
}

/** Rows that become cards below 640 px. With `selection`, Shift takes everything in between. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, total, keyOf, selection } = props
  return (
    <div className="overflow-x-auto">
      <table className="table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className="w-11">
                <AllBox {...{ rows, keyOf, selection }} />
              </th>
            )}
            {columns.map(({ key, label, end }) => (
              <th key={key} scope="col" data-end={end || undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <Rows {...props} />
        {total && (
          <tfoot>
            <tr>
              <Cells columns={columns} row={total} />
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

function Rows<Row>({ columns, rows, keyOf, selection }: TableProps<Row>) {
  const from = useRef<number>(undefined)
  function select(index: number, on: boolean, whole: boolean) {
    if (!selection) return
    const start = whole ? (from.current ?? index) : index
    const [low, high] = start < index ? [start, index] : [index, start]
    const next = new Set(selection.selected)
    for (const row of rows.slice(low, high + 1)) {
      if (selection.whyNot?.(row)) continue
      if (on) next.add(keyOf(row))
      else next.delete(keyOf(row))
    }
    from.current = index
    selection.onSelect(next)
  }
  return (
    <tbody>
      {rows.map((row, index) => {
        const key = keyOf(row)
        const whyNot = selection?.whyNot?.(row)
        const isSelected = selection?.selected.has(key)
        return (
          <tr key={key} aria-selected={selection && isSelected}>
            {selection && (
              <td className="w-11" title={whyNot}>
                <BareCheckbox
                  label={[selection.labelOf(row), whyNot].filter(Boolean).join(', ')}
                  checked={isSelected}
                  disabled={Boolean(whyNot)}
                  onChange={(event) => {
                    const { shiftKey } = event.nativeEvent as MouseEvent
                    select(index, event.currentTarget.checked, shiftKey)
                  }}
                />
              </td>
            )}
            <Cells columns={columns} row={row} />
          </tr>
        )
      })}
    </tbody>
  )
}

function Cells<Row>({ columns, row }: Pick<TableProps<Row>, 'columns'> & { row: Row }) {
  return columns.map((column) => (
    <td key={column.key} data-end={column.end || undefined} data-lead={column.lead || undefined}>
      <span className="table-label">{column.label}</span>
      {column.cell(row)}
    </td>
  ))
}

function AllBox<Row>(
  props: Pick<TableProps<Row>, 'rows' | 'keyOf'> & { selection: Selection<Row> },
) {
  const { rows, keyOf, selection } = props
  const { t } = useLingui()
  const free = rows.filter((row) => !selection.whyNot?.(row)).map(keyOf)
  const taken = free.filter((key) => selection.selected.has(key))
  const all = free.length > 0 && taken.length === free.length
  return (
    <BareCheckbox
      label={t`Select all`}
      checked={all}
      some={taken.length > 0 && !all}
      onChange={() => selection.onSelect(new Set(all ? [] : free))}
    />
  )
}

/** What to do with the selected rows; stays at the foot of the screen and names them. */
export function BulkBar(props: { title: ReactNode; detail?: ReactNode; children: ReactNode }) {
  return (
    <div className="bulk-bar">
      <strong className="font-semibold">{props.title}</strong>
      <span className="me-auto text-small max-sm:hidden">{props.detail}</span>
      {props.children}
    </div>
  )
}
