import { useLingui } from '@lingui/react/macro'
import type { MouseEvent } from 'react'
import { type BoardCell, cellsIn, type Edition, type Hundred, hundredsOf } from './board.ts'
import { formatCount } from './yen.ts'

interface Props {
  edition: Edition
  known: ReadonlyMap<number, BoardCell>
  open: Hundred
  /** Tells which cells are counted. */
  isOffered: (cell: BoardCell) => boolean
  hrefOf: (number: number) => string
  onOpen: (hundred: Hundred) => void
}

/** The hundreds of a large edition: as maps of their cells, or as fields. */
export const Hundreds = ({ asMaps, ...props }: Props & { asMaps: boolean }) =>
  asMaps ? <HundredMaps {...props} /> : <HundredFields {...props} />

/** An edition of up to a thousand: a small map per hundred, with its number of available copies. */
function HundredMaps({ edition, known, open, isOffered, hrefOf, onOpen }: Props) {
  const { t } = useLingui()
  return (
    <nav aria-label={t`Hundreds of numbers`} className="maps">
      {hundredsOf(edition).map((hundred) => {
        const { from, to } = hundred
        const cells = cellsIn(hundred, known)
        const count = cells.filter(isOffered).length
        return (
          <a
            key={from}
            href={hrefOf(from)}
            className="map"
            aria-current={from === open.from ? 'true' : undefined}
            onClick={openOnClick(hundred, onOpen)}
          >
            <span className="sr-only">{t`No. ${from} to ${to}, ${count} available`}</span>
            <SeatMap cells={cells} isOffered={isOffered} />
            <span aria-hidden className="flex justify-between text-hint text-ink-2">
              <b className="amount font-semibold text-ink">
                {from}–{to}
              </b>
              <span className="amount">{count}</span>
            </span>
          </a>
        )
      })}
    </nav>
  )
}

/**
 * An edition above a thousand: a field per hundred, with its number of available copies and a bar.
 */
function HundredFields({ edition, known, open, isOffered, hrefOf, onOpen }: Props) {
  const { t } = useLingui()
  const thousands = Map.groupBy(hundredsOf(edition), ({ from }) => Math.floor((from - 1) / 1000))
  return (
    <nav aria-label={t`Hundreds of numbers`} className="fields">
      <span aria-hidden className="fields-head" />
      {Array.from({ length: 10 }, (_, i) => (
        <span aria-hidden key={i} className="fields-head fields-label text-center">
          +{i * 100}
        </span>
      ))}
      {[...thousands].map(([thousand, hundreds]) => (
        <div key={thousand} className="contents">
          <span aria-hidden className="fields-label">
            {formatCount(thousand * 1000 + 1)}
          </span>
          {hundreds.map((hundred) => {
            const { from, to } = hundred
            const count = cellsIn(hundred, known).filter(isOffered).length
            return (
              <a
                key={from}
                href={hrefOf(from)}
                className="hundred"
                data-empty={count === 0 || undefined}
                aria-label={t`No. ${from} to ${to}, ${count} available`}
                aria-current={from === open.from ? 'true' : undefined}
                onClick={openOnClick(hundred, onOpen)}
              >
                <svg aria-hidden viewBox="0 0 1 100" preserveAspectRatio="none">
                  <rect y={100 - count} width="1" height={count} />
                </svg>
                <span>{count}</span>
              </a>
            )
          })}
        </div>
      ))}
    </nav>
  )
}

const openOnClick = (hundred: Hundred, onOpen: Props['onOpen']) => (event: MouseEvent) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  onOpen(hundred)
}

/**
 * A hundred cells in one drawing: those that count in ink, the reader's in red, all others in grey.
 */
function SeatMap({ cells, isOffered }: Pick<Props, 'isOffered'> & { cells: BoardCell[] }) {
  const shades = Map.groupBy(cells, (cell) => shadeOf(cell, isOffered(cell)))
  return (
    <svg aria-hidden viewBox="0 0 98 78" className="block w-full">
      {[...shades].map(([shade, seats]) => (
        <path key={shade} className={`map-${shade}`} d={seats.map(seat).join('')} />
      ))}
    </svg>
  )
}

function shadeOf(cell: BoardCell, isOffered: boolean): 'open' | 'yours' | 'other' | 'held' {
  if (isOffered) return 'open'
  if (cell.state === 'yours') return 'yours'
  return cell.state === 'held' ? 'held' : 'other'
}

function seat({ number }: BoardCell): string {
  const place = (number - 1) % 100
  return `M${(place % 10) * 10} ${Math.floor(place / 10) * 8}h8v6h-8z`
}
