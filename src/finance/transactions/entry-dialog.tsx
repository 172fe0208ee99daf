import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Dialog } from '#src/ui/dialog.tsx'
import { Money } from '#src/ui/money.tsx'
import { Facts } from '#src/ui/shares-bar.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { EntryHint, signedYen, useEntryTitle } from './entry-labels.tsx'
import type { Entry } from './history.shared.ts'
import { usePersonName } from '#src/ui/person-name.tsx'

type Fact = readonly [name: ReactNode, value: ReactNode]

/** Shows an entry in detail: the shares of its price, its payment and the change of the balance. */
export function EntryDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const titleOf = useEntryTitle()
  const { kid, at, kind, amount, balance_used, card_amount } = entry
  const personName = usePersonName()
  const counterpart = entry.counterpart && personName(entry.counterpart)
  const shares = useSharesFacts(entry)
  const changes = useChanges(entry)
  return (
    <Dialog title={titleOf(entry)} onClose={onClose}>
      <p className="text-small text-ink-2">
        <DateTime at={at} />
        {counterpart && (kind === 'buy' || (kind === 'trade' && !entry.shares)) && (
          <Trans>, from {counterpart}</Trans>
        )}
        {counterpart && kind === 'sale' && <Trans>, to {counterpart}</Trans>}
      </p>
      {shares.length > 0 && <Facts facts={shares} />}
      <hr className="border-line" />
      <Facts facts={changes} />
      <p className="flex items-baseline justify-between gap-4 border-t border-ink pt-3 font-semibold">
        <Trans>Change to your balance</Trans>
        <span className="amount">{signedYen(amount)}</span>
      </p>
      {kind === 'conversion' && (
        <p className="text-small text-ink-2">
          <EntryHint entry={entry} />
        </p>
      )}
      {kid && (
        <Link to={`/asset/${kid}`} className="text-label">
          <Trans>See the title</Trans>
        </Link>
      )}
      {balance_used + card_amount > 0 && (
        <Link to={`/receipts/${entry.subject_id}`} className="text-label">
          <Trans>Receipt</Trans>
        </Link>
      )}
      {kind.startsWith('payout') && (
        <Link to="/payout" className="text-label">
          <Trans>See your payouts</Trans>
        </Link>
      )}
    </Dialog>
  )
}

function useSharesFacts({ shares }: Entry): Fact[] {
  const { t } = useLingui()
  if (!shares) return []
  const { price, tax, royalty, platform_fee, net } = shares
  return [
    [t`Price`, <Money key="price" yen={price} />],
    [t`Tax included`, <Money key="tax" yen={tax} />],
    [t`Creator royalty`, <Money key="royalty" yen={-royalty} />],
    [t`Platform fee`, <Money key="fee" yen={-platform_fee} />],
    [t`Seller receives`, <Money key="net" yen={net} />],
  ]
}

function useChanges({ kind, sales_change, points_change, card_amount, fee }: Entry): Fact[] {
  const { t } = useLingui()
  const facts: [name: string, yen: string, shown: boolean][] = [
    [t`By card`, signedYen(-card_amount), card_amount > 0],
    [t`Sales balance`, signedYen(sales_change), sales_change !== 0 || kind.startsWith('payout')],
    [t`Points`, signedYen(points_change), points_change !== 0],
    [t`Includes payout fee`, signedYen(-fee), fee > 0],
  ]
  return facts
    .filter(([, , shown]) => shown)
    .map(([name, yen]) => [
      name,
      <span key={name} className="amount">
        {yen}
      </span>,
    ])
}
