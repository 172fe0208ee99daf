import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useEndpointMutation } from '#core/http/ask.ts'
import type { GiftTermsInput } from '#src/catalog/gift/gift.shared.ts'
import { localeOf } from '#src/i18n/language.ts'
import type { LiveOffer } from './live-offer.tsx'
import { usePaying } from './paying.tsx'
import { purchaseForFree, purchaseSerial } from './purchase.shared.ts'

/**
 * Buys the shown copies at the shown prices, all or none; `buy` takes the balance part in yen, and the
 * terms of a gift. During
 * the payment the offer stays as ordered, because the payment itself holds the copies.
 */
export function useBuying(live: LiveOffer) {
  const { i18n } = useLingui()
  const [ordered, setOrdered] = useState<LiveOffer>()
  const { kid, brand } = live.asset
  const { pay, error, ...paying } = usePaying({
    byCard: useEndpointMutation(purchaseSerial),
    byBalance: useEndpointMutation(purchaseForFree),
    doneAt: ({ purchase_id }) =>
      `/payment/purchase/success/${brand?.account ?? '-'}?purchase=${purchase_id}`,
  })
  function buy(used: number, gift?: GiftTermsInput) {
    setOrdered(live)
    const [first, ...more] = live.offered.map(
      ({ owner_account_id, asset_token_id, sale_price }) => ({
        kid,
        asset_token_id,
        owner_account_id: owner_account_id!,
        asset_sale_price: sale_price!, // the copy is on offer
      }),
    )
    const order = { ...first!, more, balance_to_use: used, lang: localeOf(i18n) }
    pay({ ...order, ...(gift && { gift }) }, used === live.price)
  }
  const offer = paying.isBusy && ordered ? ordered : live
  const isOfThese = ordered !== undefined && namesOf(ordered) === namesOf(live)
  return { offer, buy, error: isOfThese ? error : null, ...paying }
}

const namesOf = ({ copies }: LiveOffer) => copies.map(({ asset_token_id }) => asset_token_id).join()
