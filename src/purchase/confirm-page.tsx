import { Trans, useLingui } from '@lingui/react/macro'
import { redirect } from 'react-router'
import { ask, askUnless } from '#core/ask.ts'
import { getAsset } from '#src/asset/asset.shape.ts'
import { getBalance } from '#src/ledger/ledger.shape.ts'
import { getSerial } from '#src/serial/serial.shape.ts'
import { getSettings } from '#src/settings/settings.shape.ts'
import type { Route } from './+types/confirm-page.ts'
import { Begun, NotForSale } from './not-for-sale.tsx'
import { listPurchases } from './purchase.shape.ts'
import { SettleForm } from './settle-form.tsx'
import { Terms } from './terms.tsx'

/** One copy, its price and the buyer's balance; nothing is held before the button is pressed. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const id = params.kid
  const number = Number(url.searchParams.get('no'))
  if (!Number.isInteger(number) || number < 1) throw redirect(`/asset/${id}`)
  const [asset, copy, balance, settings] = await Promise.all([
    ask(context, getAsset, { id }),
    askUnless(context, ['not_found'], getSerial, { id, number }),
    ask(context, getBalance, {}),
    ask(context, getSettings, {}),
  ])
  if (!copy) throw redirect(`/asset/${id}`)
  const mine = { kid: id, number, limit: 1 }
  const held =
    copy.status === 'being_purchased' ? await ask(context, listPurchases, mine) : undefined
  const begun = held?.items.find(({ status }) => status === 'reserved')
  return { asset, copy, balance, settings, begun }
}

/** A copy that may be for sale, and who would pay with what. */
export type Offer = Route.ComponentProps['loaderData']

export default function ConfirmPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { asset, copy, begun } = loaderData
  const isForSale = copy.sale_price !== null && copy.status === 'buyable' && !copy.mine
  return (
    <div className="wrap-narrow pt-6 pb-16 sm:pt-8">
      <title>{t`Confirm your purchase · Renban`}</title>
      <h1 className="text-h1">
        <Trans>Confirm your purchase</Trans>
      </h1>
      <p className="mt-1.5 mb-7 text-ink-2">
        <Trans>Nothing is charged before you press the button.</Trans>
      </p>
      {isForSale ? (
        <div className="grid gap-8 lg:grid-cols-2 lg:items-start lg:gap-10">
          <Terms {...loaderData} />
          <SettleForm {...loaderData} price={copy.sale_price!} />
        </div>
      ) : begun ? (
        <Begun purchase={begun} />
      ) : (
        <NotForSale asset={asset} copy={copy} />
      )}
    </div>
  )
}
