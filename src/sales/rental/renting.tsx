import { useLingui } from '@lingui/react/macro'
import { useEndpointMutation } from '#core/http/ask.ts'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { usePaying } from '#src/sales/purchase/paying.tsx'
import type { SerialOfTitle } from '#src/catalog/serial/serial.shared.ts'
import { localeOf } from '#src/i18n/language.ts'
import { rentForFree, rentSerial } from './rental.shared.ts'

/** Rents a copy at the shown price and period; `rent` takes the balance part in yen. */
export function useRenting({ kid }: Asset, copy: SerialOfTitle) {
  const { i18n } = useLingui()
  const { pay, ...state } = usePaying({
    byCard: useEndpointMutation(rentSerial),
    byBalance: useEndpointMutation(rentForFree),
    doneAt: ({ rental_id }) => `/payment/rent/success?rental=${rental_id}`,
  })
  const { owner_account_id, asset_token_id, rent_price, rental_period_seconds, rental_clock } = copy
  const rent = (used: number) =>
    pay(
      {
        kid,
        asset_token_id,
        balance_to_use: used,
        lang: localeOf(i18n),
        owner_account_id: owner_account_id!, // copies on offer have one
        asset_rent_price: rent_price!,
        rental_period_seconds: rental_period_seconds!,
        rental_clock: rental_clock!,
      },
      used === rent_price,
    )
  return { rent, ...state }
}
