import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAskAgain, useCall } from '#core/ask.ts'
import { isRefusal } from '#core/errors.ts'
import { allowedUse, balanceRule } from '#core/money.ts'
import { PayInYen } from '#src/currency/approximately.tsx'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import { formatYen } from '#src/ui/yen.ts'
import type { Offer } from './confirm-page.tsx'
import { Payment } from './payment.tsx'
import { purchaseForFree, purchaseSerial } from './purchase.shape.ts'
import { PurchaseRefused } from './purchase-refused.tsx'

/** After these the page asks again: what it showed is no longer so. */
const STALE = ['price_changed', 'balance_exceeds_available', 'balance_not_enough']

/** How much from balance, what is left for the card, and the button that settles. */
export function SettleForm(props: Offer & { price: number }) {
  const { asset, copy, copies, balance, settings, price } = props
  const { t } = useLingui()
  const { card_minimum: cardMinimum } = settings
  const { total } = balance
  const { number } = copy
  const { kid } = asset
  const minutes = Math.floor(settings.checkout_hold_seconds / 60)
  const rule = balanceRule(price, total, cardMinimum)
  const [wish, setWish] = useState(0)
  const used = rule ? allowedUse(wish, rule, { price, cardMinimum }) : 0
  const { buy, error, isBusy } = useBuying({ asset, copies, price, used })
  return (
    <section aria-label={t`Payment`} className="panel grid gap-5 p-5 sm:p-6">
      {rule ? (
        <>
          <Payment
            rule={rule}
            {...{ price, balance, used }}
            cardMinimum={cardMinimum}
            onUse={setWish}
          />
          <PayInYen yen={price} by={asset.local_currency} />
          <PurchaseRefused error={error} kid={kid} number={number} />
          <Button look="main" wide busy={isBusy} onClick={buy}>
            {copies.length === 1
              ? t`Buy No. ${number} for ${formatYen(price)}`
              : t`Buy ${copies.length} copies for ${formatYen(price)}`}
          </Button>
        </>
      ) : (
        <Note tone="warn">
          <Trans>
            A card cannot pay less than {formatYen(cardMinimum)}, and your balance of{' '}
            {formatYen(total)} does not cover {formatYen(price)}.
          </Trans>
        </Note>
      )}
      <LinkButton to={`/asset/${kid}?no=${number}`} wide>
        <Trans>Go back and change</Trans>
      </LinkButton>
      {rule && used < price && (
        <p className="text-hint text-ink-2">
          {copies.length === 1 ? (
            <Trans>
              The card part follows on the next page. No. {number} is held for you for {minutes}{' '}
              minutes meanwhile.
            </Trans>
          ) : (
            <Trans>
              The card part follows on the next page. All of them are held for you for {minutes}{' '}
              minutes meanwhile: you get all or none.
            </Trans>
          )}
        </p>
      )}
    </section>
  )
}

/** Buys by the call that fits: all from balance settles at once, else the card page is next. */
function useBuying(order: Pick<Offer, 'asset' | 'copies'> & { price: number; used: number }) {
  const { asset, copies, price, used } = order
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const askAgain = useAskAgain()
  const byCard = useCall(purchaseSerial)
  const byBalance = useCall(purchaseForFree)
  const [isLeaving, setLeaving] = useState(false)
  useReturn(() => {
    setLeaving(false)
    void askAgain()
  })

  function buy() {
    byCard.reset()
    byBalance.reset()
    const [first, ...more] = copies.map(({ owner_account_id, asset_token_id, sale_price }) => ({
      ...{ kid: asset.kid, asset_token_id, owner_account_id, asset_sale_price: sale_price! },
    }))
    const input = { ...first!, more, balance_to_use: used, lang: i18n.locale }
    const onError = (error: Error) => {
      if (isRefusal(error) && STALE.includes(error.code)) void askAgain()
    }
    if (used < price) {
      const onSuccess = ({ url }: { url: string }) => {
        setLeaving(true)
        window.location.assign(url)
      }
      return byCard.mutate(input, { onError, onSuccess })
    }
    const success = `/payment/purchase/success/${asset.brand?.account ?? '-'}`
    const onSuccess = ({ purchase_id }: { purchase_id: string }) =>
      void navigate(`${success}?purchase=${purchase_id}`, { replace: true })
    byBalance.mutate(input, { onError, onSuccess })
  }

  const error = byCard.error ?? byBalance.error
  return { buy, error, isBusy: byCard.isPending || byBalance.isPending || isLeaving }
}

/** Who goes back from the card page finds this one as they left it: it has to come to life again. */
function useReturn(onReturn: () => void) {
  const latest = useEffectEvent(onReturn)
  useEffect(() => {
    const show = (event: PageTransitionEvent) => {
      if (event.persisted) latest()
    }
    window.addEventListener('pageshow', show)
    return () => window.removeEventListener('pageshow', show)
  }, [])
}
