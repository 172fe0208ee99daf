import { Trans, useLingui } from '@lingui/react/macro'
import { type SubmitEvent, useMemo, useState, useSyncExternalStore } from 'react'
import { BoardCells } from './board-cells.tsx'
import { HundredFields, HundredMaps } from './board-hundreds.tsx'
import { BoardLegend } from './board-legend.tsx'
import { BoardTable } from './board-table.tsx'
import {
  type BoardCell,
  cellsIn,
  type Edition,
  hundredsOf,
  isAvailable,
  lastOf,
  layoutOf,
} from './board.ts'
import { SegmentedControl } from './segmented-control.tsx'
import { formatCount } from './yen.ts'

export interface NumberBoardProps {
  edition: Edition
  /** What is known of the numbers; those that are only held may be left out. */
  cells: readonly BoardCell[]
  chosen?: number
  /** Where a number is on its own: without a script the board is a page of links. */
  hrefOf: (number: number) => string
  /** With a script: change ticket, bar and address; the board stays where it is. */
  onChoose?: (number: number) => void
}

type View = 'available' | 'all'

/** A seat map of the edition. At most a hundred cells are in the page, however many there are. */
export function NumberBoard({ edition, cells, chosen, hrefOf, onChoose }: NumberBoardProps) {
  const { t } = useLingui()
  const known = useMemo(() => new Map(cells.map((cell) => [cell.number, cell])), [cells])
  const layout = layoutOf(edition)
  const [view, setView] = useView(layout !== 'small' && cells.some(isAvailable))
  const [isTable, setTable] = useState(false)
  const hundreds = hundredsOf(edition)
  const around = hundreds.find(({ from, to }) => chosen && from <= chosen && chosen <= to)
  const [opened, setOpened] = useState<number>()
  const open = hundreds.find(({ from }) => from === opened) ?? around ?? hundreds[0]!
  const inMaps = layout === 'maps' || layout === 'fields'

  const range = inMaps ? open : { from: edition.first, to: lastOf(edition) }
  const all = useMemo(
    () => cellsIn({ from: range.from, to: range.to }, known),
    [range.from, range.to, known],
  )
  const available = view === 'available'
  const shown = available ? all.filter((cell) => isWanted(cell) || cell.number === chosen) : all

  function go(number: number) {
    const hundred = hundreds.find(({ from, to }) => from <= number && number <= to)
    if (!hundred) return
    setOpened(hundred.from)
    onChoose?.(number)
  }

  const Hundreds = layout === 'maps' ? HundredMaps : HundredFields
  const count = cells.filter(isAvailable).length
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SegmentedControl
          label={t`Which numbers`}
          value={view === 'undecided' ? 'all' : view}
          onChoose={setView}
          options={[
            { value: 'available', label: t`Available (${formatCount(count)})` },
            { value: 'all', label: t`All ${formatCount(edition.of)}` },
          ]}
        />
        <GoToNumber edition={edition} chosen={chosen} onGo={onChoose && go} />
      </div>
      {inMaps && (
        <>
          <Hundreds {...{ edition, known, open, hrefOf }} onOpen={({ from }) => setOpened(from)} />
          <hr className="border-line" />
        </>
      )}
      {isTable ? (
        <BoardTable cells={shown} edition={edition} hrefOf={hrefOf} />
      ) : (
        <BoardCells
          cells={shown}
          size={layout === 'small' ? 'small' : 'large'}
          undecided={view === 'undecided'}
          {...{ edition, chosen, hrefOf, onChoose, available }}
        />
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
        <BoardLegend cells={shown} edition={edition} />
        <button
          type="button"
          className="ms-auto min-h-11 text-small underline"
          onClick={() => setTable(!isTable)}
        >
          {isTable ? <Trans>Show as board</Trans> : <Trans>Show as table</Trans>}
        </button>
      </div>
      <Changes cells={all} chosen={chosen} />
    </div>
  )
}

const isWanted = (cell: BoardCell) => isAvailable(cell) || cell.state === 'yours'

/** A phone opens on what can be had, where that is worth it; wider screens on everything. */
function useView(isWorthIt: boolean) {
  const [wanted, setWanted] = useState<View>()
  const isPhone = useSyncExternalStore(watchWidth, isNarrow, () => undefined)
  const opening = isPhone === undefined ? 'undecided' : isPhone ? 'available' : 'all'
  return [wanted ?? (isWorthIt ? opening : 'all'), setWanted] as const
}

const narrow = '(width < 40rem)'
const isNarrow = (): boolean | undefined => matchMedia(narrow).matches

function watchWidth(changed: () => void) {
  const media = matchMedia(narrow)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

/** A field that leads to a number; without a script it asks the page for it by its address. */
function GoToNumber(props: { edition: Edition; chosen?: number; onGo?: (number: number) => void }) {
  const { edition, chosen, onGo } = props
  function submit(event: SubmitEvent<HTMLFormElement>) {
    if (!onGo) return
    event.preventDefault()
    onGo(Number(new FormData(event.currentTarget).get('no')))
  }
  return (
    <form className="flex items-center gap-3" onSubmit={submit}>
      <label htmlFor="go-to-number" className="text-small text-ink-2">
        <Trans>Go to number</Trans>
      </label>
      <input
        id="go-to-number"
        name="no"
        type="number"
        required
        min={edition.first}
        max={lastOf(edition)}
        defaultValue={chosen}
        key={chosen}
        data-number
        className="input min-h-11 w-24 py-2"
      />
      <button type="submit" className="sr-only focus:not-sr-only">
        <Trans>Go</Trans>
      </button>
    </form>
  )
}

/** Says aloud that the chosen number has changed hands while it was looked at. */
function Changes({ cells, chosen }: { cells: readonly BoardCell[]; chosen?: number }) {
  const { t } = useLingui()
  const state = cells.find(({ number }) => number === chosen)?.state
  const [first, setFirst] = useState({ chosen, state })
  if (first.chosen !== chosen) setFirst({ chosen, state })
  const isGone = state !== first.state && (state === 'busy' || state === 'held')
  return (
    <output className={isGone ? 'text-label' : 'sr-only'}>
      {isGone && t`No. ${chosen} has just gone to someone else.`}
    </output>
  )
}
