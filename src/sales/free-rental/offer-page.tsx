import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { ask, REFETCH_MS, useEndpointMutation, useLiveQuery } from '#core/http/ask.ts'
import { localeOf } from '#src/i18n/language.ts'
import { CopyTile } from '#src/catalog/serial/copy-tile.tsx'
import { useRentLabels } from '#src/catalog/rental-period/rent-labels.tsx'
import { rentForFree } from '#src/sales/rental/rental.shared.ts'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { UpcomingDateTime } from '#src/ui/date-time.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Note, StateTag } from '#src/ui/state-tag.tsx'
import type { Route } from './+types/offer-page.ts'
import { type FreeRentalOffer, getFreeRentalOffer } from './free-rental.shared.ts'

/** Loads a free rental for a person on its list. */
export const loader = ({ context, params }: Route.LoaderArgs) =>
  ask(context, getFreeRentalOffer, { id: params.id })

export default function OfferPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { daysOf } = useRentLabels()
  const { id } = loaderData
  const offer = useLiveQuery(
    getFreeRentalOffer,
    { id },
    { initial: loaderData, refetchInterval: REFETCH_MS.status },
  )
  const { title, seats_left, ends_at, rental_period_seconds } = offer
  const lender = offer.brand?.name ?? offer.creator
  return (
    <div className="wrap-narrow grid gap-6 pt-6 pb-16 sm:pt-8">
      <title>{t`Rent ${title} for free · Renban`}</title>
      <div className="mx-auto w-52" aria-hidden>
        <CopyTile copy={{ ...offer, number: offer.number ?? undefined }} sizes="208px" />
      </div>
      <div className="grid justify-items-center gap-2 text-center">
        <p className="text-small text-ink-2">
          <Trans>{lender} lets you rent</Trans>
        </p>
        <h1 className="text-d1 wrap-anywhere">
          <bdi>{title}</bdi>
        </h1>
        <StateTag tone="mine">
          <Trans>Free for you</Trans>
        </StateTag>
        <p className="mt-1 text-ink-2">
          <Trans>{daysOf(rental_period_seconds)} from the moment you rent</Trans>
          {ends_at && (
            <>
              <br />
              <Trans>
                You can start until <UpcomingDateTime at={ends_at} />
              </Trans>
            </>
          )}
        </p>
        {seats_left > 0 && (
          <p className="text-small text-ink-2">
            <Plural value={seats_left} one="# copy available" other="# copies available" />
          </p>
        )}
      </div>
      <div className="mx-auto grid w-full max-w-120 gap-4">
        <Rent offer={offer} />
        <p className="text-center text-small">
          <Link to={`/asset/${offer.kid}`} className="inline-flex min-h-11 items-center">
            <Trans>About this title</Trans>
          </Link>
        </p>
      </div>
    </div>
  )
}

/** Rents a copy, or says why that is not possible now. */
function Rent({ offer }: { offer: FreeRentalOffer }) {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const renting = useEndpointMutation(rentForFree)
  const { kid, owner_account_id, asset_token_id, rental_period_seconds, reason } = offer
  const isBusy = renting.isPending || renting.isSuccess
  if (reason && !isBusy) return <Reason offer={offer} reason={reason} />
  const lang = localeOf(i18n)
  const terms = { asset_rent_price: 0, balance_to_use: 0, rental_period_seconds, lang }
  return (
    <>
      <Button
        look="main"
        wide
        busy={isBusy}
        onClick={() =>
          asset_token_id &&
          renting.mutate(
            { kid, owner_account_id, asset_token_id, ...terms },
            {
              onSuccess: ({ rental_id }) =>
                void navigate(`/payment/rent/success?rental=${rental_id}`),
            },
          )
        }
      >
        <Trans>Rent for ¥0</Trans>
      </Button>
      <RefusalMessage error={renting.error} />
      <p className="text-center text-small text-ink-2">
        <Trans>It ends automatically. You can rent again while the offer is open.</Trans>
      </p>
    </>
  )
}

function Reason(props: {
  offer: FreeRentalOffer
  reason: NonNullable<FreeRentalOffer['reason']>
}): ReactNode {
  const { offer, reason } = props
  const { kid, rented_until } = offer
  const words: Record<typeof reason, ReactNode> = {
    free_rental_closed: <Trans>This free rental has ended.</Trans>,
    already_renting: rented_until && (
      <Trans>
        You are renting this title until <UpcomingDateTime at={rented_until} />.
      </Trans>
    ),
    all_rented: (
      <Trans>All copies are rented out at the moment. Come back when a rental has ended.</Trans>
    ),
    region_unavailable: <Trans>This title can only be watched in Japan.</Trans>,
  }
  const isRenting = reason === 'already_renting'
  return (
    <>
      <Note tone={isRenting ? 'plain' : 'warn'}>{words[reason]}</Note>
      {isRenting && (
        <LinkButton look="main" wide to={`/asset/${kid}`}>
          <Trans>Open the title</Trans>
        </LinkButton>
      )}
    </>
  )
}
