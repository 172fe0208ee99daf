import { Trans } from '@lingui/react/macro'
import { type BoardCell, cellStates, type Edition, lastOf } from './board.ts'
import { useCellLabels } from './cell-labels.ts'
import { isSpecial } from './numbering.ts'

/** The legend of the cell shapes, for the states that this board shows. */
export function BoardLegend(props: {
  cells: readonly BoardCell[]
  edition: Edition
  withExtras: ReadonlySet<number>
}) {
  const { cells, edition, withExtras } = props
  const { stateLabels } = useCellLabels()
  const shown = new Set(cells.map(({ state }) => state))
  const hasSpecial = cells.some(({ number }) => isSpecial(number, edition.first, lastOf(edition)))
  return (
    <ul className="legend flex flex-wrap gap-x-5 gap-y-2 text-hint text-ink-2">
      {cellStates
        .filter((state) => shown.has(state))
        .map((state) => (
          <li key={state} className="flex items-center gap-2">
            <span aria-hidden className="cell" data-state={state}>
              <span className="cell-figure">7</span>
            </span>
            {stateLabels[state]}
          </li>
        ))}
      {hasSpecial && (
        <li className="flex items-center gap-2">
          <span aria-hidden className="cell" data-state="held" data-special />
          <Trans>Special number</Trans>
        </li>
      )}
      {cells.some(({ number }) => withExtras.has(number)) && (
        <li className="flex items-center gap-2">
          <span aria-hidden className="cell" data-state="held" data-extras />
          <Trans>Comes with extras</Trans>
        </li>
      )}
    </ul>
  )
}
