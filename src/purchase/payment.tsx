import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ReplyOf } from '#core/endpoint.ts'
import { allowedUse, type BalanceRule, taxIn } from '#core/money.ts'
import type { getBalance } from '#src/ledger/ledger.shape.ts'
import { Button } from '#src/ui/button.tsx'
import { TextField } from '#src/ui/field.tsx'
import { Money } from '#src/ui/money.tsx'
import { Facts } from '#src/ui/shares-bar.tsx'
import { Slider } from '#src/ui/slider.tsx'
import { formatYen } from '#src/ui/yen.ts'

interface Props {
  price: number
  balance: ReplyOf<typeof getBalance>
  rule: BalanceRule
  cardMinimum: number
  used: number
  onUse: (yen: number) => void
}

/** The sum: price, what comes from balance, what is left for the card. */
export function Payment(props: Props) {
  const { price, used } = props
  const rest = price - used
  return (
    <div className="grid gap-5">
      <BalanceField {...props} />
      <hr className="border-line" />
      <Facts
        facts={[
          [<Trans key="n">Price, tax included</Trans>, <Money key="v" yen={price} />],
          [<Trans key="n">Tax in it, 10 %</Trans>, <Money key="v" yen={taxIn(price)} />],
          [<Trans key="n">From balance</Trans>, <Money key="v" yen={-used} />],
        ]}
      />
      <p className="flex items-end justify-between gap-4" aria-live="polite">
        <b className="text-label font-semibold">
          {rest === 0 ? <Trans>Nothing by card</Trans> : <Trans>By card</Trans>}
        </b>
        <Money yen={rest} tall className="text-[2.75rem]" />
      </p>
    </div>
  )
}

function BalanceField({ price, balance, rule, cardMinimum, used, onUse }: Props) {
  const { t } = useLingui()
  const { total } = balance
  const [draft, setDraft] = useState<string>()
  const [lowered, setLowered] = useState<'whole' | 'all' | 'card'>()
  const amount = useRef<HTMLInputElement>(null)
  // What was typed before the page came to life counts too, else the card would pay it.
  const takeOver = useEffectEvent(() => {
    const typed = amount.current?.value
    if (typed && Number(typed) !== used) use(Number(typed))
  })
  useEffect(() => takeOver(), [])
  if (total === 0)
    return (
      <p className="text-small text-ink-2">
        <Trans>You have no balance. What you sell can pay for what you buy.</Trans>
      </p>
    )

  /** Readings A5: what is left for the card is nothing or at least its minimum. */
  function use(yen: number) {
    const most = allowedUse(yen, rule, { price, cardMinimum })
    const why = most === price ? 'whole' : rule.upTo === total ? 'all' : 'card'
    setLowered(yen > most ? why : undefined)
    onUse(most)
    setDraft(undefined)
  }

  const isFixed = rule.upTo === 0
  return (
    <div className="grid gap-3">
      <Slider
        label={<Trans>Use balance</Trans>}
        hint={
          balance.points > 0
            ? t`You have ${formatYen(total)}, of it ${formatYen(balance.points)} in points. The card part must be ${formatYen(cardMinimum)} or more, or nothing.`
            : t`You have ${formatYen(total)}. The card part must be ${formatYen(cardMinimum)} or more, or nothing.`
        }
        name="balance"
        min={0}
        max={rule.all ? price : rule.upTo}
        disabled={isFixed}
        value={used}
        aria-valuetext={formatYen(used)}
        onChange={(event) => use(Number(event.currentTarget.value))}
      />
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-26 sm:w-34">
          <TextField
            number
            ref={amount}
            name="balance_amount"
            label={<Trans>Amount</Trans>}
            disabled={isFixed}
            value={draft ?? used}
            maxLength={7}
            onChange={(event) => setDraft(event.currentTarget.value.replaceAll(/\D/g, ''))}
            onBlur={() => draft !== undefined && use(Number(draft))}
            onKeyDown={(event) => {
              if (event.key === 'Enter') use(Number(draft ?? used))
            }}
          />
        </div>
        <Button
          small
          disabled={!rule.all && isFixed}
          onClick={() => use(rule.all ? price : rule.upTo)}
        >
          {t`Use ${formatYen(rule.all ? price : rule.upTo)}`}
        </Button>
        <Button small disabled={price < cardMinimum} onClick={() => use(0)}>
          <Trans>None</Trans>
        </Button>
      </div>
      <output className="text-small text-warn empty:hidden">
        {lowered === 'whole' && <Trans>Lowered to {formatYen(used)}, the whole price.</Trans>}
        {lowered === 'all' && <Trans>Lowered to {formatYen(used)}, all that you have.</Trans>}
        {lowered === 'card' && (
          <Trans>
            Lowered to {formatYen(used)}, so that at least {formatYen(cardMinimum)} is left for the
            card.
          </Trans>
        )}
        {isFixed && price >= cardMinimum && rule.all && (
          <Trans>Of this price it is all from balance, or nothing.</Trans>
        )}
      </output>
    </div>
  )
}
