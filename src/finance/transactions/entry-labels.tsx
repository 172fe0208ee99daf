import { Trans, useLingui } from '@lingui/react/macro'
import { formatYen } from '#src/ui/yen.ts'
import type { Entry, EntryKind } from './history.shared.ts'

/** Returns the label of each kind of entry. */
export function useKindLabels(): Record<EntryKind, string> {
  const { t } = useLingui()
  return {
    buy: t`Bought`,
    sale: t`Sold`,
    royalty: t`Royalty`,
    rental: t`Rental`,
    trade: t`Trade`,
    distribution: t`Distribution`,
    payout: t`Payout`,
    payout_failed: t`Payout failed`,
    payout_canceled: t`Payout cancelled`,
    coupon: t`Points from a coupon`,
    conversion: t`Earnings became points`,
    expiry: t`Points expired`,
    dispute: t`Disputed payment`,
    debt: t`Amount owed repaid`,
    opening: t`Brought forward`,
  }
}

/** Returns a function for the title of an entry, without its amount. */
export function useEntryTitle() {
  const { t } = useLingui()
  const words = useKindLabels()
  return ({ kind, number, title, ...entry }: Entry): string => {
    if (title === null) return words[kind]
    if (kind === 'buy') return t`Bought No. ${number} of ${title}`
    if (kind === 'sale') return t`Sold No. ${number} of ${title}`
    if (kind === 'rental')
      return isRented(entry)
        ? t`Rented No. ${number} of ${title}`
        : t`Rented out No. ${number} of ${title}`
    if (kind === 'trade')
      return entry.shares
        ? t`Yen in the trade for No. ${number} of ${title}`
        : t`Got No. ${number} of ${title} in a trade`
    if (kind === 'dispute') return t`Disputed payment for No. ${number} of ${title}`
    if (kind === 'royalty') return t`Royalty for No. ${number} of ${title}`
    const [label, message] = [words[kind], title]
    return t`${label}: ${message}`
  }
}

/** Checks that a rental entry is the renter's and not the lender's: only the renter pays. */
const isRented = ({ balance_used, card_amount }: Pick<Entry, 'balance_used' | 'card_amount'>) =>
  balance_used + card_amount > 0

/** Shows the amounts beside the entry's own: the means of payment, points from a conversion, a fee. */
export function EntryHint({ entry }: { entry: Entry }) {
  const { kind, balance_used, card_amount, fee } = entry
  if (card_amount > 0 && balance_used > 0)
    return (
      <Trans>
        {formatYen(balance_used)} from balance, {formatYen(card_amount)} by card
      </Trans>
    )
  if (card_amount > 0) return <Trans>{formatYen(card_amount)} by card</Trans>
  if (kind === 'conversion')
    return <Trans>Now {formatYen(entry.points_change)} in points, which you can spend here</Trans>
  if (fee > 0) return <Trans>Includes the fee of {formatYen(fee)}</Trans>
  return null
}

/** Formats yen with a sign (`+¥1,955`, `−¥1,000`, `¥0`), so colour alone never carries it. */
export const signedYen = (yen: number) => (yen > 0 ? `+${formatYen(yen)}` : formatYen(yen))
