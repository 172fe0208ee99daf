// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/control-has-associated-label -- a CSS grid
// of links with table roles: real table elements would bring their own layout.
import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { type BoardCell, type Edition, isAvailable, lastOf, moveFocus, priceOf } from './board.ts'
import { useCellLabels } from './cell-labels.ts'
import { isSpecial, padNumber } from './numbering.ts'
import { isShortcut } from './shortcut.tsx'
import { formatYen } from './yen.ts'

interface Props {
  cells: readonly BoardCell[]
  edition: Edition
  size: 'small' | 'large'
  chosen?: number
  /** The numbers that are marked as having extras. */
  withExtras: ReadonlySet<number>
  hrefOf: (number: number) => string
  onChoose?: (number: number) => void
  /** Shows only some numbers, without gaps for the others. */
  available: boolean
  /** True until the screen's width is known; the style sheet decides meanwhile. */
  undecided: boolean
}

const ROW = 10
const NONE: ReadonlySet<number> = new Set()

/**
 * A grid of at most a hundred cells: one tab stop, arrow keys inside, Enter to choose. Works as
 * links without a script.
 */
export function BoardCells(props: Props) {
  const { cells, edition, size, chosen, withExtras, hrefOf, onChoose, available, undecided } = props
  const { t } = useLingui()
  const { describeCell } = useCellLabels()
  const board = useRef<HTMLDivElement>(null)
  const changed = useChanged(cells)
  const [stop, setStop] = useState<number>()
  const numbers = cells.map(({ number }) => number)
  const tabStop = [stop, chosen, numbers[0]].find((n) => n !== undefined && numbers.includes(n))

  function press(event: KeyboardEvent) {
    if (isShortcut(event)) return
    const links = [...board.current!.querySelectorAll<HTMLAnchorElement>('a.cell')]
    const shown = links.filter((link) => link.offsetParent !== null)
    const at = shown.indexOf(document.activeElement as HTMLAnchorElement)
    if (at < 0) return
    const columns = getComputedStyle(board.current!).gridTemplateColumns.split(' ').length
    const to = moveFocus(event.key, at, { columns, count: shown.length })
    if (to === undefined) return
    event.preventDefault()
    shown[to]?.focus()
  }

  function choose(event: MouseEvent, number: number) {
    if (!onChoose || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onChoose(number)
  }

  return (
    <div
      ref={board}
      role="grid"
      tabIndex={-1}
      aria-label={t`Numbers`}
      aria-multiselectable={false}
      className="cells"
      data-size={size}
      data-digits={String(lastOf(edition)).length}
      data-available={available || undefined}
      data-undecided={undecided || undefined}
      onKeyDown={press}
    >
      {rowsOf(cells, available).map((row, index) => (
        <div key={row[0]!.number} role="row" className="cells-row">
          {index === 0 && !available && size === 'large' && <Blanks before={row[0]!.number} />}
          {row.map((cell) => {
            const special = isSpecial(cell.number, edition.first, lastOf(edition))
            const isChosen = cell.number === chosen
            const hasExtras = withExtras.has(cell.number)
            return (
              <div
                key={cell.number}
                role="gridcell"
                aria-selected={isChosen}
                className="cells-item"
              >
                <a
                  href={hrefOf(cell.number)}
                  className="cell"
                  tabIndex={cell.number === tabStop ? 0 : -1}
                  data-state={cell.state}
                  data-open={isAvailable(cell) || cell.state === 'yours' || undefined}
                  data-resale={cell.is_resale || undefined}
                  data-special={special || undefined}
                  data-extras={hasExtras || undefined}
                  data-chosen={isChosen || undefined}
                  data-flash={changed.has(cell.number) || undefined}
                  onFocus={() => setStop(cell.number)}
                  onClick={(event) => choose(event, cell.number)}
                >
                  <span className="sr-only">{describeCell(cell, { special, hasExtras })}</span>
                  <span aria-hidden className="cell-figure" data-price={formatPrice(cell)}>
                    {size === 'small' ? padNumber(cell.number, lastOf(edition)) : cell.number}
                  </span>
                </a>
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

/** Returns the price that a cell shows while it is pointed at or focused. */
function formatPrice(cell: BoardCell) {
  const price = priceOf(cell)
  return price == null ? undefined : formatYen(price)
}

/** Splits cells into rows of ten: by number, or by position if only available ones are shown. */
function rowsOf(cells: readonly BoardCell[], available: boolean): BoardCell[][] {
  const rows = new Map<number, BoardCell[]>()
  cells.forEach((cell, index) => {
    const row = Math.floor((available ? index : cell.number - 1) / ROW)
    rows.set(row, [...(rows.get(row) ?? []), cell])
  })
  return [...rows.values()]
}

/** Empty places before the first number, so that each column holds one last digit. */
function Blanks({ before }: { before: number }) {
  const count = (before - 1) % ROW
  return Array.from({ length: count }, (_, i) => (
    <span key={i} className="cell-blank" data-left={(count >= 5 && i < 5) || undefined} />
  ))
}

const haveSameNumbers = (some: readonly BoardCell[], others: readonly BoardCell[]) =>
  some.length === others.length && some.every(({ number }, i) => number === others[i]!.number)

/** Returns the numbers whose state has just changed; they flash once. */
function useChanged(cells: readonly BoardCell[]): ReadonlySet<number> {
  const [{ before, changed }, set] = useState({ before: cells, changed: NONE })
  if (before === cells) return changed
  const states = new Map(before.map(({ number, state }) => [number, state]))
  const differing = cells.filter(({ number, state }) => (states.get(number) ?? state) !== state)
  if (differing.length === 0 && haveSameNumbers(before, cells)) return changed
  const now = new Set(differing.map(({ number }) => number))
  set({ before: cells, changed: now.size > 0 ? now : NONE })
  return now
}
