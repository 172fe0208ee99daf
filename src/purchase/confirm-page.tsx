import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link, redirect, useNavigate } from 'react-router'
import { ask, askUnless, useAskAgain, useCall } from '#core/ask.ts'
import { isRefusal } from '#core/errors.ts'
import { balanceRule } from '#core/money.ts'
import { getAsset } from '#src/asset/asset.shape.ts'
import { lastNumber, obiOf } from '#src/asset/title-card.tsx'
import { getBalance } from '#src/ledger/ledger.shape.ts'
import { getSerial } from '#src/serial/serial.shape.ts'
import { getSettings } from '#src/settings/settings.shape.ts'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Serial } from '#src/ui/serial.tsx'
import { Facts } from '#src/ui/shares-bar.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import { Tile } from '#src/ui/tile.tsx'
import { formatYen } from '#src/ui/yen.ts'
import type { Route } from './+types/confirm-page.ts'
import { Payment } from './payment.tsx'
import { purchaseForFree, purchaseSerial } from './purchase.shape.ts'
import { PurchaseRefused } from './purchase-refused.tsx'

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
  return { asset, copy, balance, settings }
}

type Loaded = Route.ComponentProps['loaderData']

export default function ConfirmPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { asset, copy } = loaderData
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
          <Thing {...loaderData} />
          <Settle key={copy.sale_price} {...loaderData} price={copy.sale_price!} />
        </div>
      ) : (
        <NotForSale asset={asset} copy={copy} />
      )}
    </div>
  )
}

function NotForSale({ asset, copy }: Pick<Loaded, 'asset' | 'copy'>) {
  const { number } = copy
  return (
    <EmptyState
      title={
        copy.mine ? (
          <Trans>No. {number} is yours already</Trans>
        ) : (
          <Trans>No. {number} cannot be bought now</Trans>
        )
      }
      actions={
        <LinkButton look="main" to={`/asset/${asset.kid}?no=${number}`}>
          {copy.mine ? <Trans>See the title</Trans> : <Trans>Choose another number</Trans>}
        </LinkButton>
      }
    >
      {copy.status === 'being_purchased' && !copy.mine && (
        <Trans>Somebody is paying for it right now.</Trans>
      )}
    </EmptyState>
  )
}

/** What is bought, from whom, and on which terms (特定商取引法 12-6). */
function Thing({ asset, copy }: Loaded) {
  const { number } = copy
  const obi = { ...obiOf(asset), number, name: null }
  return (
    <div className="grid min-w-0 gap-6">
      <div className="flex items-end gap-5">
        <div className="w-32 flex-none sm:w-42">
          <Tile obi={obi} media={asset.media_type} poster={asset.poster} sizes="168px" eager />
        </div>
        <div className="min-w-0">
          {asset.brand && <p className="text-small text-ink-2">{asset.brand.name}</p>}
          <p className="mb-3 text-h2 wrap-anywhere">{asset.title}</p>
          <Serial
            number={number}
            of={asset.copies_count}
            last={lastNumber(asset)}
            className="text-[3.5rem]"
          />
        </div>
      </div>
      <Facts
        facts={[
          [<Trans key="n">Seller</Trans>, copy.owner_username],
          [<Trans key="n">Quantity</Trans>, <Trans key="v">One numbered copy</Trans>],
          [
            <Trans key="n">Delivery</Trans>,
            <Trans key="v">At once, usually within a minute</Trans>,
          ],
          [
            <Trans key="n">Payment</Trans>,
            <Trans key="v">Balance when you press the button, card on the next page</Trans>,
          ],
          [<Trans key="n">Extra costs</Trans>, <Trans key="v">None but your own connection</Trans>],
        ]}
      />
      <Note>
        <b className="font-semibold">
          <Trans>You can watch, lend, trade or sell this copy.</Trans>
        </b>{' '}
        <Trans>
          It is a licence to view. Until you have paid you can go back at any time; once it is in
          your collection it cannot be returned.
        </Trans>{' '}
        <Link to="/legal">
          <Trans>Sale terms</Trans>
        </Link>
      </Note>
    </div>
  )
}

/** How much from balance, what is left for the card, and the button that settles. */
function Settle({ asset, copy, balance, settings, price }: Loaded & { price: number }) {
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
