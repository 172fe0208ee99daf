import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { CopyShown } from './copy-shown.tsx'
import { OrderReceipts, PaidInTotal } from './order-receipts.tsx'
import { PaidBy } from './paid-by.tsx'
import type { Purchase } from './purchase.shared.ts'

/** Shows an order that was bought as a gift, and leads to its links. */
export function GiftReady({ purchase, asset }: { purchase: Purchase; asset: Asset }) {
  const { t } = useLingui()
  const { id, number, order_id, order_copies } = purchase
  const isOne = order_copies === 1
  return (
    <div className="grid justify-items-center gap-6 text-center">
      <title>{t`Your gift is ready · Renban`}</title>
      <h1 className="text-d1" aria-live="polite">
        <Plural value={order_copies} one="Your gift is ready" other="Your # gifts are ready" />
      </h1>
      <CopyShown asset={asset} number={number} unroll={false}>
        {null}
      </CopyShown>
      <p className="max-w-[46ch] text-ink-2">
        <Trans>
          Gifts by email are on their way. A link is for you to pass on. Until a gift is claimed,
          the copy stays yours.
        </Trans>
        <br />
        {isOne ? <PaidBy of={purchase} /> : <PaidInTotal of={purchase} />}
      </p>
      <div className="flex flex-wrap items-center justify-center gap-3">
        <LinkButton look="main" to="/gifts">
          <Trans>See your gifts</Trans>
        </LinkButton>
        {isOne && (
          <LinkButton look="plain" to={`/receipts/${id}`}>
            <Trans>Receipt</Trans>
          </LinkButton>
        )}
      </div>
      {!isOne && (
        <div className="w-full max-w-[640px] text-start">
          <OrderReceipts order_id={order_id} />
        </div>
      )}
    </div>
  )
}
