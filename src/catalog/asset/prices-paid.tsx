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

/** The least widths of the plot, in rem, on a wide and on a narrow screen. */
const WIDE = 25
const NARROW = 13
const ANCHORS = new Map([
  [0, 'start'],
  [0.5, 'middle'],
  [1, 'end'],
] as const)
/** Estimates the width of the label "No. 7", in rem. */
const widthOf = (number: number) => 1.5 + 0.5 * String(number).length

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
            <Chart sales={sales} edition={edition} width={WIDE} />
          </div>
          <div className="sm:hidden">
            <Chart sales={sales} edition={edition} width={NARROW} />
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
function Chart(props: { sales: readonly Sale[]; edition: Edition; width: number }) {
  const { sales, edition, width } = props
  const { i18n } = useLingui()
  const inOrder = sales.toReversed()
  const steps = stepsOf(inOrder.map(({ price }) => price))
  const [low, high] = [steps[0]!, steps.at(-1)!]
  const last = lastNumber(edition)
  const marks = inOrder.map(({ number, price, settled_at }, i) => ({
    key: `${settled_at} ${number}`,
    i,
    number,
    x: i / (inOrder.length - 1),
    y: shareAbove(price),
    isNamed: isSpecial(number, edition.first_number, last),
    anchor: shareBefore(i, inOrder.length),
  }))
  const labelled = withoutOverlap(
    marks
      .filter(({ isNamed }) => isNamed)
      .map(({ i, number, x, anchor }) => {
        const span = widthOf(number)
        return { i, span, from: x * width - span * anchor }
      }),
  )
  const dayOf = (at: string) => formatDateTime(at, i18n.locale, 'day')

  /** The share of the plot's height above a price. */
  function shareAbove(price: number) {
    return (high - price) / (high - low)
  }
  return (
    <div aria-hidden className="price-chart">
      <div className="price-steps">
        {steps.map((step) => (
          <span key={step}>{formatYen(step)}</span>
        ))}
      </div>
      <svg className="price-plot">
        {steps.map((step) => (
          <Line key={step} look="price-line" x={[0, 1]} y={[shareAbove(step), shareAbove(step)]} />
        ))}
        {marks
          .filter(({ isNamed }) => !isNamed)
          .map(({ key, x, y }, i, way) => {
            const before = way[i - 1]
            return before && <Line key={key} look="price-way" x={[before.x, x]} y={[before.y, y]} />
          })}
        {marks.map(({ key, i, number, x, y, isNamed, anchor }) => (
          <svg key={key} x={percent(x)} y={percent(y)} overflow="visible">
            {isNamed ? (
              <>
                <path className="price-special" d="M0-6 6 0 0 6-6 0z" />
                {labelled.has(i) && (
                  <text className="price-name" y="-11" textAnchor={ANCHORS.get(anchor)}>
                    <Trans>No. {number}</Trans>
                  </text>
                )}
              </>
            ) : (
              <circle className="price-point" r="4" />
            )}
          </svg>
        ))}
      </svg>
      <div className="price-days">
        <span>{dayOf(inOrder[0]!.settled_at)}</span>
        <span>{dayOf(inOrder.at(-1)!.settled_at)}</span>
      </div>
    </div>
  )
}

/** Draws a line between two places, given in shares of the plot. */
function Line(props: { look: string; x: readonly [number, number]; y: readonly [number, number] }) {
  const { look, x, y } = props
  return (
    <line
      className={look}
      x1={percent(x[0])}
      x2={percent(x[1])}
      y1={percent(y[0])}
      y2={percent(y[1])}
    />
  )
}

const percent = (share: number) => `${share * 100}%`

/**
 * Returns the share of a label left of its mark: the first label starts there, the last ends there.
 */
const shareBefore = (i: number, count: number): 0 | 0.5 | 1 =>
  i === 0 ? 0 : i === count - 1 ? 1 : 0.5

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
