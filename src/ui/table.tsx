import { useLingui } from '@lingui/react/macro'
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { IconButton } from './button.tsx'
import { BareCheckbox } from './checkbox.tsx'
import { useRowKeys } from './row-keys.tsx'
import { Gap, TALL, useRowsInView } from './rows-in-view.tsx'

export interface Column<Row> {
  key: string
  label: string
  cell: (row: Row) => ReactNode
  /** Aligns the cells to the end edge, for numbers. */
  end?: boolean
  /** Makes the cell the heading of the card that a row becomes on a phone. */
  lead?: boolean
}

export interface Selection<Row> {
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
  /** Returns the label of a row's checkbox: "No. 7". */
  labelOf: (row: Row) => string
  /** Returns the reason why a row cannot be selected; `undefined` if it can. */
  whyNot?: (row: Row) => string | undefined
}

interface TableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** A row of totals; only for tables without selection. */
  total?: Row
  keyOf: (row: Row) => string
  selection?: Selection<Row>
  /** Receives the index of the first rendered row of a long table. */
  onView?: (start: number) => void
}

/**
 * A table whose rows become cards below 640 px. With `selection`, Shift selects all rows in
 * between. A table of more than a hundred rows renders only those near the window, one line each.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, total, keyOf, selection } = props
  const isTall = rows.length > TALL
  return (
    <div className="overflow-x-auto">
      <table
        className="table"
        data-tall={isTall || undefined}
        aria-rowcount={isTall ? rows.length + 1 : undefined}
      >
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col" data-all>
                <AllBox rows={rows} keyOf={keyOf} selection={selection} />
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

function Rows<Row>({ columns, rows, keyOf, selection, onView }: TableProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { start, end, height } = useRowsInView(rows.length, body)
  const reportView = useEffectEvent((first: number) => onView?.(first))
  useEffect(() => reportView(start), [start])
  const { select, touched } = useSelect(rows, keyOf, selection)
  const onKeyDown = useRowKeys({
    body,
    height,
    count: rows.length,
    canSelect: (index) => !selection?.whyNot?.(rows[index]!),
    onReach: (index, since = touched.current) => select(index, true, since),
  })
  return (
    <tbody ref={body}>
      <Gap rows={start} height={height} />
      {rows.slice(start, end).map((row, nth) => {
        const index = start + nth
        const key = keyOf(row)
        const whyNot = selection?.whyNot?.(row)
        const isSelected = selection?.selected.has(key)
        return (
          <tr
            key={key}
            data-row={index}
            aria-rowindex={rows.length > TALL ? index + 2 : undefined}
            aria-selected={selection && isSelected}
          >
            {selection && (
              <td className="w-11">
                {whyNot ? (
                  <BlockedBox
                    label={selection.labelOf(row)}
                    whyNot={whyNot}
                    onKeyDown={onKeyDown}
                  />
                ) : (
                  <BareCheckbox
                    label={selection.labelOf(row)}
                    checked={isSelected}
                    onKeyDown={onKeyDown}
                    onChange={(event) => {
                      const { shiftKey } = event.nativeEvent as MouseEvent
                      select(index, event.currentTarget.checked, shiftKey ? touched.current : index)
                    }}
                  />
                )}
              </td>
            )}
            <Cells columns={columns} row={row} />
          </tr>
        )
      })}
      <Gap rows={rows.length - end} height={height} />
    </tbody>
  )
}

/**
 * The checkbox of a row that cannot be selected. Says why while it is pointed at, pressed or focused, until
 * Escape.
 */
function BlockedBox(props: {
  label: string
  whyNot: string
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
}) {
  const { label, whyNot, onKeyDown } = props
  const [isTold, setTold] = useState(false)
  const [tell, hush] = [() => setTold(true), () => setTold(false)]
  return (
    <>
      <BareCheckbox
        label={`${label}, ${whyNot}`}
        checked={false}
        aria-disabled
        onPointerEnter={tell}
        onPointerLeave={hush}
        onFocus={tell}
        onBlur={hush}
        onChange={({ currentTarget }) => currentTarget.focus()} // Safari does not by itself
        onKeyDown={(event) => (event.key === 'Escape' ? hush() : onKeyDown(event))}
      />
      {isTold && (
        <span aria-hidden className="check-tip">
          {whyNot}
        </span>
      )}
    </>
  )
}

/** Selects or deselects the rows from `since` to an index; `touched` holds the last index. */
function useSelect<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  selection: Selection<Row> | undefined,
) {
  const touched = useRef<number>(undefined)
  function select(index: number, on: boolean, since = index) {
    if (!selection) return
    const [low, high] = since < index ? [since, index] : [index, since]
    const next = new Set(selection.selected)
    for (const row of rows.slice(low, high + 1)) {
      if (selection.whyNot?.(row)) continue
      if (on) next.add(keyOf(row))
      else next.delete(keyOf(row))
    }
    touched.current = index
    selection.onSelect(next)
  }
  return { select, touched }
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
    <label className="table-all">
      <BareCheckbox
        label={t`Select all`}
        checked={all}
        some={taken.length > 0 && !all}
        onChange={() => selection.onSelect(new Set(all ? [] : free))}
      />
      <span aria-hidden>{t`Select all`}</span>
    </label>
  )
}

/** A bar at the foot of the screen with the actions for the selected rows. */
export function BulkBar(props: {
  title: ReactNode
  detail?: ReactNode
  /** Clears the selection. */
  onClear?: () => void
  children: ReactNode
}) {
  const { title, detail, onClear, children } = props
  const { t } = useLingui()
  return (
    <div className="bulk-bar">
      <p className="me-auto">
        <strong className="me-4 font-semibold">{title}</strong>
        <span className="text-small">{detail}</span>
      </p>
      <div className="bulk-actions">{children}</div>
      {onClear && <IconButton icon="close" label={t`Select none`} onClick={onClear} />}
    </div>
  )
}
