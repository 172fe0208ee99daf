import { Trans, useLingui } from '@lingui/react/macro'
import { askOptional, useLiveQuery } from '#core/http/ask.ts'
import { type Asset, getAsset } from '#src/catalog/asset/asset.shared.ts'
import { useLiveUpdates } from '#src/platform/realtime/live-updates.tsx'
import type { Route } from './+types/success-page.ts'
import { isOpen, LetGo, NothingHere, notTheirs, Preparing } from './outcome.tsx'
import { getPurchase, type Purchase } from './purchase.shared.ts'
import { Yours } from './yours.tsx'
import { YoursTogether } from './yours-together.tsx'

/** Loads the state of a purchase. The page only shows it and grants nothing. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const id = url.searchParams.get('purchase') ?? ''
  const purchase = await askOptional(context, notTheirs, getPurchase, { id })
  const asset = purchase && (await askOptional(context, notTheirs, getAsset, { id: purchase.kid }))
  return asset ? { purchase, asset } : null
}

export default function SuccessPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <div className="wrap pt-8 pb-16">
      {loaderData ? (
        <Outcome {...loaderData} />
      ) : (
        <NothingHere
          title={t`Purchase · Renban`}
          heading={<Trans>No purchase to show here</Trans>}
          to="/asset"
          place={<Trans>My collection</Trans>}
        >
          <Trans>What you have bought is in your collection.</Trans>
        </NothingHere>
      )}
    </div>
  )
}

function Outcome({ purchase: initial, asset }: { purchase: Purchase; asset: Asset }) {
  const each = useLiveUpdates(initial.kid)
  const every = (latest: Purchase) => isOpen(latest) && each
  const purchase = useLiveQuery(
    getPurchase,
    { id: initial.id },
    { initial, refetchInterval: every },
  )
  const { status, order_copies } = purchase
  if (status === 'settled' && order_copies > 1) return <YoursTogether purchase={purchase} />
  if (status === 'settled') return <Yours purchase={purchase} asset={asset} />
  if (status === 'reserved') return <Waiting purchase={purchase} />
  return <NotBought purchase={purchase} />
}

function Waiting({ purchase }: { purchase: Purchase }) {
  const { t } = useLingui()
  const { number, title, order_copies, checkout_url } = purchase
  const isOne = order_copies === 1
  return (
    <Preparing
      title={isOne ? t`Preparing No. ${number} · Renban` : t`Preparing your copies · Renban`}
      heading={
        isOne ? (
          <Trans>Preparing No. {number}</Trans>
        ) : (
          <Trans>Preparing your {order_copies} copies</Trans>
        )
      }
      slow={
        <Trans>
          This takes longer than usual. You can leave this page: the copy comes to your collection
          by itself.
        </Trans>
      }
      checkout_url={checkout_url}
    >
      {isOne ? (
        <Trans>We are waiting for the card’s answer for “{title}”. It takes a few seconds.</Trans>
      ) : (
        <Trans>We are waiting for the card’s answer. It takes a few seconds.</Trans>
      )}
    </Preparing>
  )
}

function NotBought({ purchase }: { purchase: Purchase }) {
  const { t } = useLingui()
  const { number, order_copies } = purchase
  return (
    <LetGo
      of={purchase}
      title={t`Purchase · Renban`}
      heading={
        order_copies === 1 ? (
          <Trans>No. {number} was not bought</Trans>
        ) : (
          <Trans>None of the {order_copies} copies was bought</Trans>
        )
      }
    />
  )
}
