import { Trans, useLingui } from '@lingui/react/macro'
import type { HistoryEntry, SerialOfTitle } from '#src/catalog/serial/serial.shared.ts'
import { DateTime } from '#src/ui/date-time.tsx'
import { Money } from '#src/ui/money.tsx'

/** Lists what happened to a copy, latest first: issues, sales and rentals, with dates and prices. */
export function CopyHistory({ copy }: { copy: Pick<SerialOfTitle, 'number' | 'history'> }) {
  const { number, history } = copy
  const words = useWords()
  if (history.length === 0) return null
  return (
    <section aria-labelledby="history" className="mt-6">
      <h2 id="history" className="mb-2 text-h2">
        <Trans>History of No. {number}</Trans>
      </h2>
      <ol className="text-small">
        {history.map(({ kind, at, price }) => (
          <li key={`${kind} ${at}`} className="flex gap-4 border-b border-line py-2">
            <DateTime at={at} detail="day" />
            <span className="text-ink-2">{words[kind]}</span>
            {price !== null && (
              <span className="ms-auto">
                <Money yen={price} />
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function useWords(): Record<HistoryEntry['kind'], string> {
  const { t } = useLingui()
  return {
    issue: t`Issued`,
    additional_issue: t`Issued`,
    sale: t`Sold`,
    rental: t`Rental`,
    coupon: t`Redeemed with a coupon`,
    return: t`Sale reversed`,
  }
}
