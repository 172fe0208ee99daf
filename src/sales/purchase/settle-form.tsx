import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef } from 'react'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { allowedUse, balanceRule, CARD_MAXIMUM } from '#core/money.ts'
import type { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { ChargedInYen } from '#src/platform/currency/charged-in-yen.tsx'
import type { getBalance } from '#src/ledger/ledger.shared.ts'
import type { getSettings } from '#src/platform/settings/settings.shared.ts'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { FootBar } from '#src/ui/foot-bar.tsx'
import { Money } from '#src/ui/money.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import { formatYen } from '#src/ui/yen.ts'
import { CardState } from './card-state.tsx'
import type { Paying } from './paying.tsx'
import { CardMaximum, Payment } from './payment.tsx'
import type { CopyDeal } from '#src/sales/deal/deal.shared.ts'
import type { getCardState } from './purchase.shared.ts'
import { PurchaseRefused } from './purchase-refused.tsx'

interface SettleProps extends Omit<Paying<never>, 'pay'> {
  deal: CopyDeal
  asset: ReplyOf<typeof getAsset>
  /** The numbers of the copies to pay for. */
  numbers: readonly number[]
  /** Yen for all copies. */
  price: number
  /** Yen for the same copies when the page was loaded. */
  before: number
  balance: ReplyOf<typeof getBalance>
  settings: ReplyOf<typeof getSettings>
  card: ReplyOf<typeof getCardState>
  /** The button's label, with number and price. */
  button: string
  /** The label of the button in the bar, which shows the price beside it. */
  short: string
  /** Content above the button. */
  children?: ReactNode
  /** Content in place of the button while paying is not possible. */
  instead?: ReactNode
  /** Pays; `used` is the balance part in yen. */
  onPay: (used: number) => void
}

/** The form that splits the price between balance and card, with the button that pays. */
export function SettleForm(props: SettleProps) {
  const { deal, asset, numbers, price, before, balance, settings, error, wish, onWish } = props
  const { t } = useLingui()
  const { card_minimum: cardMinimum } = settings
  const { total } = balance
  const { kid } = asset
  const rule = balanceRule(price, total, cardMinimum)
  const used = rule ? allowedUse(wish, rule, { price, cardMinimum }) : 0
  const place = useRef<HTMLDivElement>(null)
  // Shows why an order was refused, also to whoever pressed the button in the bar.
  useEffect(() => {
    if (error) place.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  const instead =
    props.instead ??
    (price - used > CARD_MAXIMUM && <CardMaximum price={price} balance={balance} />)
  return (
    <section aria-label={t`Payment`} className="panel grid gap-5 p-5 sm:p-6">
      {rule ? (
        <>
          <Payment
            rule={rule}
            price={price}
            balance={balance}
            used={used}
            cardMinimum={cardMinimum}
            onUse={onWish}
          />
          <CardState initial={props.card} rest={price - used} />
          <ChargedInYen yen={price} by={asset.local_currency} />
          {props.children}
          {instead || (
            <>
              <PurchaseRefused deal={deal} error={error} kid={kid} numbers={numbers} />
              <div ref={place} className="scroll-mt-48">
                <Button look="main" wide busy={props.isBusy} onClick={() => props.onPay(used)}>
                  {props.button}
                </Button>
              </div>
            </>
          )}
        </>
      ) : (
        <Note tone="warn">
          <Trans>
            The card minimum is {formatYen(cardMinimum)}, and your balance of {formatYen(total)}{' '}
            does not cover {formatYen(price)}.
          </Trans>
        </Note>
      )}
      <LinkButton to={`/asset/${kid}?no=${numbers[0]!}`} wide>
        <Trans>Back</Trans>
      </LinkButton>
      {rule && !instead && used < price && (
        <CardFollows numbers={numbers} seconds={settings.checkout_hold_seconds} />
      )}
      {rule && !instead && (
        <FootBar action={place}>
          <p className="me-auto min-w-0 leading-tight">
            <span className="block text-hint text-ink-2">
              {before === price ? (
                <Trans>Total</Trans>
              ) : (
                <Trans>Total, was {formatYen(before)}</Trans>
              )}
            </span>
            <Money yen={price} className="font-semibold" />
          </p>
          <Button look="main" busy={props.isBusy} onClick={() => props.onPay(used)}>
            {props.short}
          </Button>
        </FootBar>
      )}
    </section>
  )
}

/** Says how long the copies are held while the card part is paid. */
function CardFollows({ numbers, seconds }: { numbers: readonly number[]; seconds: number }) {
  const minutes = Math.floor(seconds / 60)
  const { length: count, 0: number } = numbers
  return (
    <p className="text-hint text-ink-2">
      {numbers.length === 1 ? (
        <Trans>
          You pay by card on the next page. We hold No. {number} for {minutes} minutes.
        </Trans>
      ) : (
        <Trans>
          You pay by card on the next page. We hold your {count} copies for {minutes} minutes.
        </Trans>
      )}
    </p>
  )
}
