import { Trans, useLingui } from '@lingui/react/macro'
import { type ComponentType, useEffect, useState } from 'react'
import type { RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import { askOptional, useLiveQuery } from '#core/http/ask.ts'
import { type ErrorCode, guestRefusals } from '#core/errors.ts'
import type { Endpoint } from '#core/http/endpoint.ts'
import { useReader } from '#src/accounts/account/reader.tsx'
import { useSignIn } from '#src/accounts/account/sign-in.tsx'
import { type Asset, getAsset } from '#src/catalog/asset/asset.shared.ts'
import { CopyTile } from '#src/catalog/serial/copy-tile.tsx'
import { useLiveUpdates } from '#src/platform/realtime/live-updates.tsx'
import { type CopyDeal, dealLists } from '#src/sales/deal/deal.shared.ts'
import { paymentWords } from '#src/sales/deal/payment-words.tsx'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Gap } from '#src/ui/gap.tsx'
import type { Purchase } from './purchase.shared.ts'

/** A payment of any kind of deal. */
interface Paid extends Pick<
  Purchase,
  'id' | 'kid' | 'number' | 'title' | 'checkout_url' | 'refund_failed_at'
> {
  status: string
  order_copies?: number // 1 if left out
}

/** The call that returns a payment of the caller's by its id. */
type GetPaid<P extends Paid> = Endpoint<{ query: z.ZodObject; reply: z.ZodType<P> }>

/** A payment of the reader's and its title; null if they may not open it any more. */
export interface Loaded<P, A = Asset> {
  paid: P
  asset: A
}
type Found<P> = Loaded<P, Asset | null>

/** The refusals that mean that the payment is not the reader's: the page shows nothing. */
const notTheirs: readonly ErrorCode[] = [...guestRefusals, 'not_found', 'input_invalid']

/** Loads a payment of the reader's; null without one. The page only shows it and grants nothing. */
export async function loadOutcome<P extends Paid>(
  context: Readonly<RouterContextProvider>,
  getPaid: GetPaid<P>,
  id: string | null,
): Promise<Found<P> | null> {
  const paid = await askOptional(context, notTheirs, getPaid, { id: id ?? '' })
  const asset = paid && (await askOptional(context, notTheirs, getAsset, { id: paid.kid }))
  return paid ? { paid, asset: asset ?? null } : null
}

interface OutcomeProps<P extends Paid> {
  deal: CopyDeal
  getPaid: GetPaid<P>
  /** Shows a payment that succeeded. */
  Done: ComponentType<Loaded<P>>
}

/** The page to which the card page leads: it waits for the provider and shows how the payment ended. */
export function OutcomePage<P extends Paid>(props: OutcomeProps<P> & { loaded: Found<P> | null }) {
  const { loaded, deal } = props
  return (
    <div className="wrap pt-8 pb-16">
      {loaded ? <Outcome {...props} {...loaded} /> : <NothingHere deal={deal} />}
    </div>
  )
}

function Outcome<P extends Paid>(props: OutcomeProps<P> & Found<P>) {
  const { deal, getPaid, Done, paid: initial, asset } = props
  const each = useLiveUpdates(initial.kid)
  const paid = useLiveQuery(
    getPaid,
    { id: initial.id },
    { initial, refetchInterval: (latest) => isOpen(latest) && each },
  )
  if (paid.status === 'reserved') return <Preparing deal={deal} paid={paid} asset={asset} />
  if (failed.includes(paid.status)) return <LetGo deal={deal} paid={paid} />
  return asset ? <Done paid={paid} asset={asset} /> : <NothingHere deal={deal} />
}

/** Returns true if the state can still change, so that the page keeps refetching. */
const isOpen = ({ status }: Paid) => status === 'reserved' || status === 'refunding'

const failed = ['canceled', 'expired', 'refunding', 'refunded']

/** Shows a neutral page to a visitor without a payment. */
function NothingHere({ deal }: { deal: CopyDeal }) {
  const { t } = useLingui()
  const isGuest = useReader() === undefined
  const signIn = useSignIn()
  const { List, success } = paymentWords[deal]
  return (
    <>
      <title>{t(success.title)}</title>
      <EmptyState
        whole
        title={t(success.none)}
        actions={
          isGuest ? (
            <Button look="main" onClick={() => signIn({})}>
              <Trans>Sign in</Trans>
            </Button>
          ) : (
            <LinkButton look="main" to={dealLists[deal]}>
              <List />
            </LinkButton>
          )
        }
      >
        {isGuest && (
          <>
            <Trans>If you have just paid, sign in to see it here.</Trans>
            <Gap />
          </>
        )}
        {t(success.place)}
      </EmptyState>
    </>
  )
}

/** Shows the copy, and that the provider's answer is awaited. */
function Preparing(props: { deal: CopyDeal; paid: Paid; asset: Asset | null }) {
  const { deal, paid, asset } = props
  const { t } = useLingui()
  const { number, title, checkout_url, order_copies = 1 } = paid
  const isSlow = useIsSlow()
  const isOne = order_copies === 1
  const { List, success } = paymentWords[deal]
  return (
    <div className="mx-auto grid max-w-[560px] gap-5 py-12 text-center">
      <title>
        {isOne ? t`Preparing No. ${number} · Renban` : t`Preparing your copies · Renban`}
      </title>
      {asset && (
        <div className="mx-auto w-40 max-w-full">
          <CopyTile copy={{ ...asset, number: isOne ? number : undefined }} sizes="160px" eager />
        </div>
      )}
      <h1 className="text-d1">
        {isOne ? (
          <Trans>Preparing No. {number}</Trans>
        ) : (
          <Trans>Preparing your {order_copies} copies</Trans>
        )}
      </h1>
      <output className="text-ink-2">
        {isOne ? (
          <Trans>
            We are waiting for your bank to confirm the payment for “{title}”. This usually takes a
            few seconds.
          </Trans>
        ) : (
          <Trans>
            We are waiting for your bank to confirm the payment. This usually takes a few seconds.
          </Trans>
        )}
      </output>
      <div className="passing" />
      {isSlow && (
        <>
          <p className="text-small text-ink-2">{t(success.slow)}</p>
          <p className="flex flex-wrap items-center justify-center gap-x-6 gap-y-3">
            <LinkButton to={dealLists[deal]}>
              <List />
            </LinkButton>
            {checkout_url && (
              <a className="text-small" href={checkout_url}>
                <Trans>Back to the card page</Trans>
              </a>
            )}
          </p>
        </>
      )}
    </div>
  )
}

const SLOW_MS = 20_000

function useIsSlow() {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  return isSlow
}

/** Shows an order that was released before it was paid, or whose payment came too late. */
function LetGo({ deal, paid }: { deal: CopyDeal; paid: Paid }) {
  const { t } = useLingui()
  const { kid, number, order_copies = 1 } = paid
  const { title, NotDone } = paymentWords[deal].success
  return (
    <>
      <title>{t(title)}</title>
      <EmptyState
        whole
        title={<NotDone number={number} copies={order_copies} />}
        actions={
          <>
            <LinkButton look="main" to={`/asset/${kid}?no=${number}`}>
              <Trans>See the numbers</Trans>
            </LinkButton>
            {hasFailed(paid) && (
              <LinkButton to="/support">
                <Trans>Contact us</Trans>
              </LinkButton>
            )}
          </>
        }
      >
        <WhereTheMoneyIs of={paid} />
      </EmptyState>
    </>
  )
}

const hasFailed = ({ status, refund_failed_at }: Paid) =>
  status === 'refunding' && refund_failed_at !== null

/** Says where the money is. The status is the order's: its card part may stand on another copy. */
function WhereTheMoneyIs({ of }: { of: Paid }) {
  if (of.status !== 'refunding' && of.status !== 'refunded')
    return <Trans>The time to pay has passed. You were not charged.</Trans>
  if (hasFailed(of))
    return (
      <Trans>
        Your payment arrived too late, and your bank refused the refund. We still owe you this money
        and will refund it again. If that card is closed, contact us.
      </Trans>
    )
  if (of.status === 'refunded')
    return (
      <Trans>
        Your payment arrived too late, so we refunded it to your card. It can take a few days to
        appear.
      </Trans>
    )
  return <Trans>Your payment arrived too late. We will refund it to your card automatically.</Trans>
}
