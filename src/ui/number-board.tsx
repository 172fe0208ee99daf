import { Trans, useLingui } from '@lingui/react/macro'
import {
  type ReactNode,
  startTransition,
  type SubmitEvent,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { useNavigate } from 'react-router'
import { useBoardAddress } from './board-address.tsx'
import { BoardCells } from './board-cells.tsx'
import { BoardLegend } from './board-legend.tsx'
import {
  type BoardCell,
  cellsIn,
  type Edition,
  HUNDRED,
  hundredsOf,
  isAvailable,
  lastOf,
  layoutOf,
  priceOf,
} from './board.ts'
import { lazyPart } from './lazy-part.tsx'
import { SegmentedControl } from './segmented-control.tsx'
import { useAddressValue } from './use-address-value.ts'
import { isTakenOver } from './use-hydrating.ts'
import { formatCount } from './yen.ts'

const Hundreds = lazyPart('hundreds', async () => (await import('./board-hundreds.tsx')).Hundreds, {
  isSeenFirst: true,
})
const PriceFilter = lazyPart(
  'price-filter',
  async () => (await import('./board-price-filter.tsx')).PriceFilter,
  { isSeenFirst: true },
)
const BoardTable = lazyPart(
  'board-table',
  async () => (await import('./board-table.tsx')).BoardTable,
)

export interface NumberBoardProps {
  edition: Edition
  /** The cells of the edition; missing numbers count as held. */
  cells: readonly BoardCell[]
  chosen?: number
  /** The numbers that have an extra which not all have. */
  withExtras?: ReadonlySet<number>
  /** Chooses a number, in place of the address. */
  onChoose?: (number: number) => void
  /** The reader is the creator, whose own changes of offers are not announced. */
  isOwn?: boolean
  /** Stands beside the button that shows the numbers as a table. */
  heading?: ReactNode
  /** Stands between the heading and the board. */
  children?: ReactNode
}

type View = 'available' | 'all' | 'extras'

const NONE: ReadonlySet<number> = new Set()

/** A seat map of the edition. Renders at most a hundred cells, whatever the size of the edition. */
export function NumberBoard(props: NumberBoardProps) {
  const { edition, cells, chosen, withExtras = NONE, isOwn } = props
  const { t } = useLingui()
  const known = useMemo(() => new Map(cells.map((cell) => [cell.number, cell])), [cells])
  const layout = layoutOf(edition)
  const { limit, hrefOf } = useBoardAddress()
  const navigate = useNavigate()
  const move = (to: string, defaultShouldRevalidate?: boolean) =>
    void navigate(to, { replace: true, preventScrollReset: true, defaultShouldRevalidate })
  const { onChoose = (number: number) => move(hrefOf(number)) } = props
  const [view, setView] = useView(layout !== 'small' && cells.some(isAvailable), limit < Infinity)
  const [isTable, setTable] = useState(false)
  const hundreds = hundredsOf(edition)
  const around = hundreds.find(({ from, to }) => chosen && from <= chosen && chosen <= to)
  const [opened, setOpened] = useState<{ from: number; chosen: number | undefined }>()
  const pressed = opened?.chosen === chosen ? opened?.from : undefined // until another number is chosen
  const open = hundreds.find(({ from }) => from === pressed) ?? around ?? hundreds[0]!
  const inMaps = layout === 'maps' || layout === 'fields'

  const range = inMaps ? open : { from: edition.first, to: lastOf(edition) }
  const all = useMemo(
    () => cellsIn({ from: range.from, to: range.to }, known),
    [range.from, range.to, known],
  )
  const isOffered = (cell: BoardCell) => isAvailable(cell) && (priceOf(cell) ?? 0) <= limit
  const isPart = view === 'available' || view === 'extras'
  const shown =
    view === 'available'
      ? all.filter((cell) => isOffered(cell) || cell.state === 'yours' || cell.number === chosen)
      : view === 'extras'
        ? cellsWith(withExtras, known)
        : all

  function go(number: number) {
    const hundred = hundreds.find(({ from, to }) => from <= number && number <= to)
    if (!hundred) return
    setOpened({ from: hundred.from, chosen })
    onChoose(number)
  }

  /** Shows other numbers; only the available ones are limited to a price. */
  function show(wanted: View, upTo = Infinity) {
    setView(wanted)
    if (upTo === Infinity && limit === Infinity) return
    move(hrefOf(chosen, upTo), false)
  }

  const count = cells.filter(isOffered).length
  const prices = [...new Set(cells.filter(isAvailable).flatMap((cell) => priceOf(cell) ?? []))]
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6">
        {props.heading}
        <button
          type="button"
          className="ms-auto min-h-11 text-small underline"
          onClick={() => setTable(!isTable)}
        >
          {isTable ? <Trans>Show as board</Trans> : <Trans>Show as table</Trans>}
        </button>
      </div>
      {props.children}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SegmentedControl
          label={t`Numbers to show`}
          value={view === 'undecided' ? 'all' : view}
          onChoose={(wanted) => show(wanted, wanted === 'available' ? limit : undefined)}
          options={[
            { value: 'available', label: t`Available (${formatCount(count)})` },
            { value: 'all', label: t`All ${formatCount(edition.of)}` },
            ...(withExtras.size > 0
              ? [
                  {
                    value: 'extras' as const,
                    label: t`With extras (${formatCount(withExtras.size)})`,
                  },
                ]
              : []),
          ]}
        />
        {(prices.length > 1 || limit < Infinity) && (
          <PriceFilter
            prices={prices}
            limit={limit}
            count={count}
            onChoose={(upTo) => show('available', upTo)}
          />
        )}
        <GoToNumber edition={edition} chosen={chosen} onGo={go} />
      </div>
      {inMaps && (
        <>
          <Hundreds
            asMaps={layout === 'maps'}
            edition={edition}
            known={known}
            open={open}
            isOffered={isOffered}
            hrefOf={hrefOf}
            onOpen={({ from }) => setOpened({ from, chosen })}
          />
          <hr className="border-line" />
        </>
      )}
      {isTable ? (
        <BoardTable cells={shown} edition={edition} withExtras={withExtras} hrefOf={hrefOf} />
      ) : (
        <BoardCells
          cells={shown}
          size={layout === 'small' ? 'small' : 'large'}
          undecided={view === 'undecided'}
          edition={edition}
          chosen={chosen}
          hrefOf={hrefOf}
          onChoose={onChoose}
          withExtras={withExtras}
          available={isPart}
        />
      )}
      <BoardLegend cells={shown} edition={edition} withExtras={withExtras} />
      {!isOwn && <Changes cells={all} chosen={chosen} />}
    </div>
  )
}

/** Returns the cells of the first hundred numbers with extras, wherever they are in the edition. */
const cellsWith = (numbers: ReadonlySet<number>, known: ReadonlyMap<number, BoardCell>) =>
  [...numbers]
    .toSorted((a, b) => a - b)
    .slice(0, HUNDRED)
    .map((number): BoardCell => known.get(number) ?? { number, state: 'held' })

/**
 * Chooses the initial view: the available numbers if they are limited to a price, or on a phone if
 * `hasReason`, else all numbers.
 */
function useView(hasReason: boolean, isLimited: boolean) {
  const [wanted, setWanted] = useState<View>()
  const isPhone = useIsPhone()
  const initial = isPhone === undefined ? 'undecided' : isPhone ? 'available' : 'all'
  const first = isLimited ? 'available' : hasReason ? initial : 'all'
  return [wanted ?? first, setWanted] as const
}

/**
 * Tells if the screen is narrow; undefined until React has taken over the page. React can interrupt
 * rendering the board for that width: a hundred cells at once would keep a phone from answering.
 */
function useIsPhone() {
  const [isPhone, setPhone] = useState(() => (isTakenOver() ? isNarrow().matches : undefined))
  useEffect(() => {
    const narrow = isNarrow()
    const read = () => startTransition(() => setPhone(narrow.matches))
    read()
    narrow.addEventListener('change', read)
    return () => narrow.removeEventListener('change', read)
  }, [])
  return isPhone
}

const isNarrow = () => matchMedia('(width < 40rem)')

/** A field that jumps to a number; without a script its form loads the page with `?no=`. */
function GoToNumber(props: { edition: Edition; chosen?: number; onGo: (number: number) => void }) {
  const { edition, chosen, onGo } = props
  const field = useAddressValue<HTMLInputElement>(chosen)
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    onGo(Number(new FormData(event.currentTarget).get('no')))
  }
  return (
    <form action="?" className="flex items-center gap-3" onSubmit={submit}>
      <label htmlFor="go-to-number" className="text-small text-ink-2">
        <Trans>Go to number</Trans>
      </label>
      <input
        ref={field}
        id="go-to-number"
        name="no"
        type="number"
        required
        min={edition.first}
        max={lastOf(edition)}
        defaultValue={chosen}
        data-number
        className="input min-h-11 w-24 py-2"
      />
      <button type="submit" className="sr-only focus:not-sr-only">
        <Trans>Go</Trans>
      </button>
    </form>
  )
}

/** Announces that the chosen number is no longer available, while the reader looks at it. */
function Changes({ cells, chosen }: { cells: readonly BoardCell[]; chosen?: number }) {
  const { t } = useLingui()
  const cell = cells.find(({ number }) => number === chosen)
  const [first, setFirst] = useState({ chosen, cell })
  if (first.chosen !== chosen) setFirst({ chosen, cell })
  const isTaken = cell?.state === 'held' || (cell?.state === 'busy' && !cell.is_preparing)
  const isGone = isTaken && first.cell !== undefined && isAvailable(first.cell)
  return (
    <output className={isGone ? 'text-label' : 'sr-only'}>
      {isGone && t`No. ${chosen} is no longer available.`}
    </output>
  )
}
