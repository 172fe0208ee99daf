import { type BoardCell, cellStates, type Edition, lastOf } from './board.ts'
import { useCellLabels } from './cell-labels.ts'
import { isSpecial } from './numbering.ts'

/** The legend of the cell shapes and signs, for those that this board shows. */
export function BoardLegend(props: {
  cells: readonly BoardCell[]
  edition: Edition
  withExtras: ReadonlySet<number>
}) {
  const { cells, edition, withExtras } = props
  const { stateLabels, signLabels } = useCellLabels()
  const shown = new Set(cells.map(({ state }) => state))
  return (
    <ul className="legend flex flex-wrap gap-x-5 gap-y-2 text-hint text-ink-2">
      {cellStates
        .filter((state) => shown.has(state))
        .map((state) => (
          <Sign key={state} data-state={state} figure={7} label={stateLabels[state]} />
        ))}
      {cells.some(({ is_resale }) => is_resale) && (
        <Sign data-state="buy" data-resale label={signLabels.resale} />
      )}
      {cells.some(({ number }) => isSpecial(number, edition.first, lastOf(edition))) && (
        <Sign data-special label={signLabels.special} />
      )}
      {cells.some(({ number }) => withExtras.has(number)) && (
        <Sign data-extras label={signLabels.extras} />
      )}
    </ul>
  )
}

/** A sample cell, with its shape or sign as data attributes. */
const Sign = ({ label, figure, ...cell }: { label: string; figure?: number }) => (
  <li className="flex items-center gap-2">
    <span aria-hidden className="cell" data-state="held" {...cell}>
      <span className="cell-figure">{figure}</span>
    </span>
    {label}
  </li>
)
