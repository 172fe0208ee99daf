import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { allowedUse } from '#core/money.ts'
import { plainForm } from '#core/typed-number.shared.ts'
import { Button } from '#src/ui/button.tsx'
import { TextField } from '#src/ui/field.tsx'
import { Gap } from '#src/ui/gap.tsx'
import { Slider } from '#src/ui/slider.tsx'
import { convertTyped } from '#src/ui/typed-text.tsx'
import { formatYen } from '#src/ui/yen.ts'
import type { PaymentProps } from './payment.tsx'

/** Lets the buyer choose how much of the price the balance pays, and says why the range ends there. */
export function BalanceField(props: PaymentProps) {
  const { price, balance, rule, cardMinimum, used, onUse } = props
  const { t } = useLingui()
  const { total } = balance
  const [draft, setDraft] = useState<string>()
  const [lowered, setLowered] = useState<'whole' | 'all' | 'card'>()
  const amount = useRef<HTMLInputElement>(null)
  // Keeps what was typed before hydration; otherwise the card would pay it.
  const takeOver = useEffectEvent(() => {
    const typed = amount.current?.value
    if (typed && Number(typed) !== used) use(Number(typed))
  })
  useEffect(() => takeOver(), [])
  if (total === 0)
    return (
      <p className="text-small text-ink-2">
        <Trans>No balance yet. You can spend what you earn from sales here.</Trans>
      </p>
    )

  /** The allowed range: the card pays nothing, or at least its minimum. */
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
          <>
            {balance.points > 0
              ? t`You have ${formatYen(total)}, including ${formatYen(balance.points)} in points.`
              : t`You have ${formatYen(total)}.`}
            <Gap />
            <Range {...props} />
          </>
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
            maxLength={12}
            {...convertTyped(digitsOf, setDraft)}
            onBlur={() => draft !== undefined && use(Number(draft))}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.nativeEvent.isComposing)
                use(Number(draft ?? used))
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
        {lowered === 'whole' && <Trans>Lowered to {formatYen(used)}, the full price.</Trans>}
        {lowered === 'all' && <Trans>Lowered to {formatYen(used)}, your entire balance.</Trans>}
        {lowered === 'card' && (
          <Trans>
            Lowered to {formatYen(used)}. The card has to pay at least {formatYen(cardMinimum)}.
          </Trans>
        )}
      </output>
    </div>
  )
}

const digitsOf = (typed: string) => plainForm(typed).replaceAll(/\D/g, '')

/** Says where the range ends, and why. */
function Range({ price, balance, rule, cardMinimum }: PaymentProps) {
  const [least, most, whole] = [cardMinimum, rule.upTo, price].map(formatYen)
  if (price < cardMinimum)
    return <Trans>The card minimum is {least}, so you pay everything from your balance.</Trans>
  if (price === cardMinimum && rule.all)
    return <Trans>{whole} is the card minimum. Pay all of it from your balance, or none.</Trans>
  if (price === cardMinimum)
    return (
      <Trans>{whole} is the card minimum, so you cannot pay part of it from your balance.</Trans>
    )
  if (rule.all)
    return (
      <Trans>
        Use up to {most}, or all {whole}. The card minimum is {least}.
      </Trans>
    )
  if (rule.upTo === balance.total) return <Trans>You can use all of it.</Trans>
  return (
    <Trans>
      Use up to {most}. The card minimum is {least}.
    </Trans>
  )
}
