import { Trans } from '@lingui/react/macro'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { type BalanceRule, CARD_MAXIMUM, taxIn } from '#core/money.ts'
import type { getBalance } from '#src/ledger/ledger.shared.ts'
import { Money } from '#src/ui/money.tsx'
import { Facts } from '#src/ui/shares-bar.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import { formatYen } from '#src/ui/yen.ts'
import { BalanceField } from './balance-field.tsx'

export interface PaymentProps {
  price: number
  balance: ReplyOf<typeof getBalance>
  rule: BalanceRule
  cardMinimum: number
  used: number
  onUse: (yen: number) => void
}

/** Says, in place of the button, how to pay a price above the card's maximum. */
export function CardMaximum({ price, balance }: Pick<PaymentProps, 'price' | 'balance'>) {
  const [maximum, least] = [CARD_MAXIMUM, price - CARD_MAXIMUM].map(formatYen)
  return (
    <Note tone="warn">
      {balance.total >= price - CARD_MAXIMUM ? (
        <Trans>
          The card maximum is {maximum}. Use {least} or more of your balance, or choose fewer
          copies.
        </Trans>
      ) : (
        <Trans>
          The card maximum is {maximum}, and your balance does not cover the rest. Choose fewer
          copies.
        </Trans>
      )}
    </Note>
  )
}

/** Shows the price, the balance part and the card part. */
export function Payment(props: PaymentProps) {
  const { price, used } = props
  const rest = price - used
  return (
    <div className="grid gap-5">
      <BalanceField {...props} />
      <hr className="border-line" />
      <Facts
        facts={[
          [<Trans key="n">Price, tax included</Trans>, <Money key="v" yen={price} />],
          [<Trans key="n">Includes 10% tax</Trans>, <Money key="v" yen={taxIn(price)} />],
          [<Trans key="n">From balance</Trans>, <Money key="v" yen={-used} />],
        ]}
      />
      <p className="flex items-end justify-between gap-4" aria-live="polite">
        <b className="text-label font-semibold">
          {rest === 0 ? <Trans>No card payment</Trans> : <Trans>By card</Trans>}
        </b>
        <Money yen={rest} tall className="text-[2.75rem]" />
      </p>
    </div>
  )
}
