import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useAskAgain, useCall } from '#core/ask.ts'
import { isRefusal } from '#core/errors.ts'
import { balanceRule } from '#core/money.ts'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import { formatYen } from '#src/ui/yen.ts'
import type { Offer } from './confirm-page.tsx'
import { Payment } from './payment.tsx'
import { purchaseForFree, purchaseSerial } from './purchase.shape.ts'
import { PurchaseRefused } from './purchase-refused.tsx'

/** How much from balance, what is left for the card, and the button that settles. */
export function SettleForm(props: Offer & { price: number }) {
  const { asset, copy, balance, settings, price } = props
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const askAgain = useAskAgain()
  const byCard = useCall(purchaseSerial)
  const byBalance = useCall(purchaseForFree)
  const [isLeaving, setLeaving] = useState(false)
  const { total } = balance
  const rule = balanceRule(price, total, settings.card_minimum)
  const { number, asset_token_id, owner_account_id } = copy
  const { kid } = asset
  const board = `/asset/${kid}?no=${number}`
  const [used, setUsed] = useState(rule && price < settings.card_minimum ? price : 0)

  function buy() {
    const order = {
      ...{ kid, asset_token_id, owner_account_id },
      balance_to_use: used,
      asset_sale_price: price,
      lang: i18n.locale,
    }
    const onError = (error: Error) => {
      if (isRefusal(error) && error.code === 'price_changed') void askAgain()
    }
    if (used === price)
      byBalance.mutate(order, {
        onError,
        onSuccess: ({ purchase_id }) =>
          void navigate(
            `/payment/purchase/success/${asset.brand?.account ?? '-'}?purchase=${purchase_id}`,
            { replace: true },
          ),
      })
    else
      byCard.mutate(order, {
        onError,
        onSuccess: ({ url }) => {
          setLeaving(true)
          window.location.assign(url)
        },
      })
  }

  const error = byCard.error ?? byBalance.error
  return (
    <section aria-label={t`Payment`} className="panel grid gap-5 p-5 sm:p-6">
      {rule ? (
        <>
          <Payment
            rule={rule}
            {...{ price, balance, used }}
            cardMinimum={settings.card_minimum}
            onUse={setUsed}
          />
          <PurchaseRefused error={error} kid={kid} number={number} />
          <Button
            look="main"
            wide
            busy={byCard.isPending || byBalance.isPending || isLeaving}
            onClick={buy}
          >
            {t`Buy No. ${number} for ${formatYen(price)}`}
          </Button>
        </>
      ) : (
        <Note tone="warn">
          <Trans>
            A card cannot pay less than {formatYen(settings.card_minimum)}, and your balance of{' '}
            {formatYen(total)} does not cover {formatYen(price)}.
          </Trans>
        </Note>
      )}
      <LinkButton to={board} wide>
        <Trans>Go back and change</Trans>
      </LinkButton>
      {rule && used < price && (
        <p className="text-hint text-ink-2">
          <Trans>
            The card part follows on the next page. No. {number} is held for you for 15 minutes
            meanwhile.
          </Trans>
        </p>
      )}
    </section>
  )
}
