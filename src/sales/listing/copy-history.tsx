import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { certificatePath } from '#src/catalog/certificate/certificate-path.shared.ts'
import type { HistoryEntry, SerialOfTitle } from '#src/catalog/serial/serial.shared.ts'
import { DateTime } from '#src/ui/date-time.tsx'
import { Money } from '#src/ui/money.tsx'

/**
 * Lists what happened to a copy, latest first: issues, sales and rentals, with dates, prices and the
 * new owners who show their names.
 */
export function CopyHistory({
  copy,
}: {
  copy: Pick<SerialOfTitle, 'asset_token_id' | 'number' | 'history'>
}) {
  const { asset_token_id, number, history } = copy
  const { words, named } = useWords(number)
  if (history.length === 0) return null
  return (
    <section aria-labelledby="history" className="mt-6">
      <h2 id="history" className="mb-2 text-h2">
        <Trans>History of No. {number}</Trans>
      </h2>
      <ol className="text-small">
        {history.map(({ kind, at, price, holder }) => (
          <li key={`${kind} ${at}`} className="flex gap-4 border-b border-line py-2">
            <DateTime at={at} detail="day" />
            <span className="min-w-0 wrap-anywhere text-ink-2">
              {(holder !== null && named[kind]?.(holder)) || words[kind]}
            </span>
            {price !== null && (
              <span className="ms-auto">
                <Money yen={price} />
              </span>
            )}
          </li>
        ))}
      </ol>
      <p className="mt-2 text-small">
        <Link to={certificatePath(asset_token_id)} className="inline-flex min-h-11 items-center">
          <Trans>Certificate of No. {number}</Trans>
        </Link>
      </p>
    </section>
  )
}

function useWords(number: number) {
  const { t } = useLingui()
  const words: Record<HistoryEntry['kind'], string> = {
    issue: t`Issued`,
    additional_issue: t`Issued`,
    sale: t`Sold`,
    rental: t`Rental`,
    coupon: t`Redeemed with a coupon`,
    trade: t`Traded`,
    distribution: t`Claimed for free`,
    gift: t`Gift`,
    download: t`Downloaded`,
    download_deleted: t`Owner confirmed that the download is deleted`,
    download_unused: t`Download not used`,
    screening: t`Screened by No. ${number}`,
    loan: t`Lent to a friend`,
    to_wallet: t`Moved to its owner’s wallet`,
    from_wallet: t`Moved back from its owner’s wallet`,
    return: t`Sale reversed`,
  }
  const named: Partial<Record<HistoryEntry['kind'], (holder: string) => string>> = {
    issue: (holder) => t`Issued to ${holder}`,
    additional_issue: (holder) => t`Issued to ${holder}`,
    sale: (holder) => t`Sold to ${holder}`,
    trade: (holder) => t`Traded to ${holder}`,
    coupon: (holder) => t`Redeemed with a coupon by ${holder}`,
    distribution: (holder) => t`Claimed for free by ${holder}`,
    gift: (holder) => t`Gift to ${holder}`,
    return: (holder) => t`Sale reversed, back to ${holder}`,
  }
  return { words, named }
}
