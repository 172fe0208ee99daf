import { Trans, useLingui } from '@lingui/react/macro'
import { redirect } from 'react-router'
import { ask, askUnless } from '#core/ask.ts'
import { getAsset } from '#src/asset/asset.shape.ts'
import { getBalance } from '#src/ledger/ledger.shape.ts'
import { getSerial } from '#src/serial/serial.shape.ts'
import { getSettings } from '#src/settings/settings.shape.ts'
import type { Route } from './+types/confirm-page.ts'
import { ChosenCopies } from './chosen-copies.tsx'
import { Begun, NotForSale } from './not-for-sale.tsx'
import { listPurchases } from './purchase.shape.ts'
import { SettleForm } from './settle-form.tsx'
import { Terms } from './terms.tsx'

/**
 * The copies that the address names, `?no=7&no=9`, their prices and the buyer's balance; nothing is
 * held before the button is pressed.
 */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const id = params.kid
  const settings = await ask(context, getSettings, {})
  const numbers = numbersIn(url.searchParams).slice(0, settings.purchases_per_action)
  if (numbers.length === 0) throw redirect(`/asset/${id}`)
  const [asset, balance, ...found] = await Promise.all([
    ask(context, getAsset, { id }),
    ask(context, getBalance, {}),
    ...numbers.map((number) => askUnless(context, ['not_found'], getSerial, { id, number })),
  ])
  const copies = found.filter((copy) => copy !== undefined)
  const copy = copies[0]
  if (!copy) throw redirect(`/asset/${id}`)
  const mine = { kid: id, number: copy.number, limit: 1 }
  const held =
    copy.status === 'being_purchased' ? await ask(context, listPurchases, mine) : undefined
  const begun = held?.items.find(({ status }) => status === 'reserved')
  return { asset, copy, copies, balance, settings, begun }
}

/** `?no=7&no=9`: each number once, in the order given. */
function numbersIn(query: URLSearchParams): number[] {
  const numbers = query.getAll('no').map(Number)
  return [...new Set(numbers)].filter((number) => Number.isInteger(number) && number >= 1)
}

/** Copies that may be for sale, the first of them, and who would pay with what. */
export type Offer = Route.ComponentProps['loaderData']

export default function ConfirmPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { asset, copy, copies, begun } = loaderData
  const offered = copies.filter(isForSale)
  return (
    <div className="wrap-narrow pt-6 pb-16 sm:pt-8">
      <title>{t`Confirm your purchase · Renban`}</title>
      <h1 className="text-h1">
        <Trans>Confirm your purchase</Trans>
      </h1>
      <p className="mt-1.5 mb-7 text-ink-2">
        <Trans>Nothing is charged before you press the button.</Trans>
      </p>
      {offered.length === copies.length ? (
        <div className="grid gap-8 lg:grid-cols-2 lg:items-start lg:gap-10">
          <div className="grid min-w-0 gap-6">
            <Terms {...loaderData} />
            <ChosenCopies {...loaderData} />
          </div>
          <SettleForm {...loaderData} price={priceOfAll(copies)} />
        </div>
      ) : copies.length > 1 ? (
        <ChosenCopies {...loaderData} />
      ) : begun ? (
        <Begun purchase={begun} />
      ) : (
        <NotForSale asset={asset} copy={copy} />
      )}
    </div>
  )
}

const isForSale = ({ sale_price, status, mine }: Offer['copy']) =>
  sale_price !== null && status === 'buyable' && !mine
const priceOfAll = (copies: Offer['copies']) =>
  copies.reduce((sum, { sale_price }) => sum + (sale_price ?? 0), 0)
