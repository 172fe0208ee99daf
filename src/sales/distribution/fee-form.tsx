import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { localeOf } from '#src/i18n/language.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import { allowedUse, balanceRule } from '#core/money.ts'
import type { getBalance } from '#src/ledger/ledger.shared.ts'
import type { getSettings } from '#src/platform/settings/settings.shared.ts'
import { CardState } from '#src/sales/purchase/card-state.tsx'
import { useLeaving } from '#src/sales/purchase/paying.tsx'
import { Payment } from '#src/sales/purchase/payment.tsx'
import type { getCardState } from '#src/sales/purchase/purchase.shared.ts'
import { Button } from '#src/ui/button.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Section } from '#src/ui/section.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import { formatYen } from '#src/ui/yen.ts'
import { cancelDistribution, type Distribution, payDistribution } from './distribution.shared.ts'

interface Props {
  of: Distribution
  balance: ReplyOf<typeof getBalance>
  settings: ReplyOf<typeof getSettings>
  card: ReplyOf<typeof getCardState>
}

/** Splits the fee between balance and card, with the button that pays. */
export function FeeForm({ of, balance, settings, card }: Props) {
  const { t, i18n } = useLingui()
  const refetchAll = useRefetchAll()
  const pay = useEndpointMutation(payDistribution)
  const [wish, setWish] = useState(0)
  const [isLeaving, leave] = useLeaving()
  const { fee } = of
  const { card_minimum: cardMinimum } = settings
  const rule = balanceRule(fee, balance.total, cardMinimum)
  if (!rule)
    return (
      <Note tone="warn">
        <Trans>
          The card minimum is {formatYen(cardMinimum)}, and your balance of{' '}
          {formatYen(balance.total)} does not cover {formatYen(fee)}.
        </Trans>
      </Note>
    )
  const used = allowedUse(wish, rule, { price: fee, cardMinimum })

  function onPay() {
    const lang = localeOf(i18n)
    pay.mutate(
      { id: of.id, balance_to_use: used, lang },
      {
        onSuccess({ url }) {
          leave()
          if (url) window.location.assign(url)
          else void refetchAll()
        },
      },
    )
  }

  return (
    <Section
      title={<Trans>Pay the fee</Trans>}
      hint={t`The copies can be claimed as soon as you pay. The fee is not refunded, even if some copies are never claimed.`}
    >
      <Payment
        rule={rule}
        price={fee}
        balance={balance}
        used={used}
        cardMinimum={cardMinimum}
        onUse={setWish}
      />
      <CardState initial={card} rest={fee - used} />
      <RefusalMessage error={pay.error} />
      <Button look="main" wide busy={pay.isPending || isLeaving} onClick={onPay}>
        {t`Pay ${formatYen(fee)} and start`}
      </Button>
      <p className="text-hint text-ink-2">
        <Trans>
          This fee holds until <DateTime at={of.quoted_until} />.
        </Trans>
      </p>
    </Section>
  )
}

/** A payment that has begun: go on paying, or cancel it. */
export function Unpaid({ of }: { of: Distribution }) {
  const { t } = useLingui()
  const refetchAll = useRefetchAll()
  const cancel = useEndpointMutation(cancelDistribution, { afterRefusal: refetchAll })
  return (
    <Section
      title={<Trans>Your card payment is not confirmed yet</Trans>}
      hint={t`This page updates automatically when it is. The copies stay locked until then.`}
    >
      <div className="flex flex-wrap gap-3">
        {of.checkout_url && (
          <a href={of.checkout_url} className="button" data-look="main">
            <Trans>Continue payment</Trans>
          </a>
        )}
        <Button
          busy={cancel.isPending}
          onClick={() => cancel.mutate({ id: of.id }, { onSuccess: () => void refetchAll() })}
        >
          <Trans>Cancel the payment</Trans>
        </Button>
      </div>
      <RefusalMessage error={cancel.error} />
    </Section>
  )
}
