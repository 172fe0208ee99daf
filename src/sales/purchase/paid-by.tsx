import { Trans } from '@lingui/react/macro'
import { Money } from '#src/ui/money.tsx'
import type { Purchase } from './purchase.shared.ts'

/** Says how much was paid, and from which source. */
export function PaidBy(props: { of: Pick<Purchase, 'price' | 'balance_used' | 'card_amount'> }) {
  const { price, balance_used, card_amount } = props.of
  if (card_amount === 0)
    return (
      <Trans>
        You paid <Money yen={price} /> from your balance.
      </Trans>
    )
  if (balance_used === 0)
    return (
      <Trans>
        You paid <Money yen={price} /> by card.
      </Trans>
    )
  return (
    <Trans>
      You paid <Money yen={card_amount} /> by card and <Money yen={balance_used} /> from your
      balance.
    </Trans>
  )
}
