import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Money } from '#src/ui/money.tsx'
import { isSpecial } from '#src/ui/numbering.ts'
import { PaddedNumber } from '#src/ui/serial.tsx'
import { formatDateTime, DateTime } from '#src/ui/date-time.tsx'
import { formatYen } from '#src/ui/yen.ts'
import { lastNumber } from './edition.shared.ts'

interface Sale {
  number: number
  price: number
  settled_at: string
}
interface Edition {
  first_number: number
  copies_count: number
}

/** The drawing's size in units, which are about pixels on the screens for which it is meant. */
interface Size {
  width: number
  height: number
  /** The inset of the first mark, right of the amounts. */
  start: number
}
const WIDE: Size = { width: 760, height: 170, start: 82 }
const NARROW: Size = { width: 360, height: 200, start: 72 }
const ANCHORS = new Map([
  [0, 'start'],
  [0.5, 'middle'],
  [1, 'end'],
] as const)
/** Estimates the width of the label "No. 7". */
const widthOf = (number: number) => 24 + 8 * String(number).length
const PAD = { end: 14, top: 22, bottom: 26 }

/** Shows the latest prices as a chart, and as a table. */
export function PricesPaid({ sales, edition }: { sales: readonly Sale[]; edition: Edition }) {
  const last = lastNumber(edition)
  return (
    <section aria-labelledby="prices" className="border-t border-line pt-6">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="prices" className="text-h2">
          <Trans>Prices paid</Trans>
        </h2>
        <p className="text-small text-ink-2">
          <Plural value={sales.length} one="The last sale" other="The last # sales" />
        </p>
      </div>
      {sales.length > 1 && (
        <>
          <div className="max-sm:hidden">
            <Chart sales={sales} edition={edition} size={WIDE} />
          </div>
          <div className="sm:hidden">
            <Chart sales={sales} edition={edition} size={NARROW} />
          </div>
        </>
      )}
      {sales.length === 1 ? (
        <SalesTable sales={sales} last={last} />
      ) : (
        <details className="mt-3">
          <summary className="inline-flex min-h-11 items-center text-small underline">
            <Trans>Show as table</Trans>
          </summary>
          <SalesTable sales={sales} last={last} />
        </details>
      )}
    </section>
  )
}

/** A plain table: that of `ui/table.tsx` selects rows and loads long lists, which a visit need not load. */
function SalesTable({ sales, last }: { sales: readonly Sale[]; last: number }) {
  const { t } = useLingui()
  const labels = { number: t`Number`, date: t`Date`, price: t`Price` }
  const label = (text: string) => <span className="table-label">{text}</span>
  return (
    <div className="overflow-x-auto">
      <table className="table">
        <caption className="sr-only">{t`Prices paid`}</caption>
        <thead>
          <tr>
            <th scope="col">{labels.number}</th>
            <th scope="col">{labels.date}</th>
            <th scope="col" data-end>
              {labels.price}
            </th>
          </tr>
        </thead>
        <tbody>
          {sales.map(({ number, price, settled_at }) => (
            <tr key={`${number} ${settled_at}`}>
              <td data-lead>
                {label(labels.number)}
                <PaddedNumber number={number} last={last} />
              </td>
              <td>
                {label(labels.date)}
                <DateTime at={settled_at} detail="day" />
              </td>
              <td data-end>
                {label(labels.price)}
                <Money yen={price} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/**
 * Draws sales from the oldest, left to right in every language. The line joins only ordinary
 * numbers.
 */
function Chart(props: { sales: readonly Sale[]; edition: Edition; size: Size }) {
  const { sales, edition, size } = props
  const { width, height, start } = size
  const { i18n } = useLingui()
  const inOrder = sales.toReversed()
  const steps = stepsOf(inOrder.map(({ price }) => price))
  const [low, high] = [steps[0]!, steps.at(-1)!]
  const x = (i: number) => start + (i / (inOrder.length - 1)) * (width - start - PAD.end)
  const y = (price: number) =>
    height - PAD.bottom - ((price - low) / (high - low)) * (height - PAD.top - PAD.bottom)
  const last = lastNumber(edition)
  const isNamed = (number: number) => isSpecial(number, edition.first_number, last)
  const line = inOrder.flatMap(({ number, price }, i) =>
    isNamed(number) ? [] : [`${x(i)} ${y(price)}`],
  )
  const names = inOrder.flatMap(({ number }, i) => {
    const span = widthOf(number)
    return isNamed(number) ? [{ i, span, from: x(i) - span * shareBefore(i, inOrder.length) }] : []
  })
  const labelled = withoutOverlap(names)
  const dayOf = (at: string) => formatDateTime(at, i18n.locale, 'day')
  return (
    <svg aria-hidden viewBox={`0 0 ${width} ${height}`} className="price-chart" direction="ltr">
      {steps.map((step) => (
        <g key={step}>
          <path className="price-line" d={`M${start} ${y(step)}H${width - PAD.end}`} />
          <text x={start - 10} y={y(step) + 4} textAnchor="end">
            {formatYen(step)}
          </text>
        </g>
      ))}
      <path className="price-way" d={line.length > 0 ? `M${line.join('L')}` : undefined} />
      {inOrder.map(({ number, price, settled_at }, i) => {
        const anchor = ANCHORS.get(shareBefore(i, inOrder.length))
        return (
          <g key={settled_at + String(number)} transform={`translate(${x(i)} ${y(price)})`}>
            {isNamed(number) ? (
              <>
                <path className="price-special" d="M0-6 6 0 0 6-6 0z" />
                {labelled.has(i) && (
                  <text className="price-name" y="-11" textAnchor={anchor}>
                    <Trans>No. {number}</Trans>
                  </text>
                )}
              </>
            ) : (
              <circle className="price-point" r="4" />
            )}
          </g>
        )
      })}
      <text x={start} y={height - 4}>
        {dayOf(inOrder[0]!.settled_at)}
      </text>
      <text x={width - PAD.end} y={height - 4} textAnchor="end">
        {dayOf(inOrder.at(-1)!.settled_at)}
      </text>
    </svg>
  )
}

/**
 * Returns the share of a label left of its mark: the first label starts there, the last ends there.
 */
const shareBefore = (i: number, count: number) => (i === 0 ? 0 : i === count - 1 ? 1 : 0.5)

/** Picks the labels that fit without overlapping, from the left. */
function withoutOverlap(names: readonly { i: number; span: number; from: number }[]): Set<number> {
  const fitting = new Set<number>()
  let end = Number.NEGATIVE_INFINITY
  for (const { i, span, from } of names) {
    if (from < end) continue
    fitting.add(i)
    end = from + span
  }
  return fitting
}

/** Returns two to five round amounts that span all prices, for the grid lines. */
function stepsOf(prices: readonly number[]): number[] {
  const [min, max] = [Math.min(...prices), Math.max(...prices)]
  const rough = Math.max(1, (max - min) / 3 || max / 4)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((times) => times * power).find((size) => size >= rough)!
  const from = Math.floor(min / step) * step
  const count = Math.max(1, Math.ceil((max - from) / step))
  return Array.from({ length: count + 1 }, (_, i) => from + i * step)
}
