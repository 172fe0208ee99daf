import { Trans, useLingui } from '@lingui/react/macro'
import { redirect } from 'react-router'
import { ask, askOptional, nowContext, useLiveQuery } from '#core/http/ask.ts'
import { wholeNumber } from '#core/typed-number.shared.ts'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import { useLiveUpdates } from '#src/platform/realtime/live-updates.tsx'
import { Begun } from '#src/sales/purchase/begun.tsx'
import { LastPage } from '#src/sales/purchase/last-page.tsx'
import { OnlyInJapan } from '#src/sales/purchase/not-for-sale.tsx'
import { useOwnHold } from '#src/sales/purchase/own-hold.tsx'
import { getCardState, getDecline } from '#src/sales/purchase/purchase.shared.ts'
import { SettleForm } from '#src/sales/purchase/settle-form.tsx'
import {
  getBoard,
  getSerial,
  isToRent,
  type SerialOfTitle,
} from '#src/catalog/serial/serial.shared.ts'
import { loadHasNotice } from '#src/catalog/seller-notice/load-notice.tsx'
import { getSettings } from '#src/platform/settings/settings.shared.ts'
import { useRentLabels } from '#src/catalog/rental-period/rent-labels.tsx'
import { cheapestNumber } from '#src/sales/deal/cheapest.tsx'
import { type ServerClock, useServerClock } from '#src/ui/server-clock.ts'
import { Note } from '#src/ui/state-tag.tsx'
import type { Route } from './+types/confirm-page.ts'
import { NotForRent, RentingAlready } from './not-for-rent.tsx'
import { RentalTerms } from './rental-terms.tsx'
import { getRented } from './rental.shared.ts'
import { useRenting } from './renting.tsx'

/**
 * Loads the copy that the address names (`?no=7`), its rental terms, and the reader's rentals of the
 * title. Goes to the cheapest copy if it names none. Nothing is held before the button is pressed.
 */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const id = params.kid
  const number = wholeNumber(url.searchParams.get('no') ?? '')
  const balance = await ask(context, getBalance, {}) // guests are asked to sign in first
  if (!number) {
    const { rows } = await ask(context, getBoard, { id })
    const cheapest = cheapestNumber(rows, ['rental'], { isOwn: false })
    throw redirect(cheapest ? `${url.pathname}?no=${cheapest}` : `/asset/rental/${id}`)
  }
  const [asset, card, settings, copy, own] = await Promise.all([
    ask(context, getAsset, { id }),
    ask(context, getCardState, {}),
    ask(context, getSettings, {}),
    askOptional(context, ['not_found', 'input_invalid'], getSerial, { id, number }),
    askOptional(context, ['not_found'], getRented, { id }),
  ])
  if (!copy) throw redirect(`/asset/${id}`)
  const hasNotice = await loadHasNotice(context, asset)
  const now = context.get(nowContext).toISOString()
  const renting = own?.rentals.find(({ status, ends_at }) => status === 'active' && ends_at! > now)
  const begun = own?.rentals.find(({ status }) => status === 'reserved')
  if (asset.is_hidden && !begun) throw redirect(`/asset/${id}?no=${number}`) // it says why
  const declined = begun && (await ask(context, getDecline, { id: begun.id })).reason
  return { asset, hasNotice, copy, balance, card, settings, renting, begun, declined, now }
}

/** The loaded copy and the renter's means of payment. */
export type RentOffer = Route.ComponentProps['loaderData']

export default function ConfirmPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { asset, renting, begun, declined, now } = loaderData
  const clock = useServerClock(now)
  return (
    <LastPage title={t`Confirm your rental · Renban`} heading={<Trans>Confirm your rental</Trans>}>
      {!asset.available_here ? (
        <OnlyInJapan deal="rental" asset={asset} />
      ) : renting ? (
        <RentingAlready rental={renting} asset={asset} />
      ) : begun ? (
        <Begun deal="rental" purchase={begun} declined={declined} now={clock()} />
      ) : (
        <Confirm {...loaderData} timeNow={clock} />
      )}
    </LastPage>
  )
}

const isTaken = ({ status }: SerialOfTitle) => status === 'being_rented'

/** Keeps the offer up to date: others may rent the copy, or its terms may change. */
function Confirm({ timeNow, ...offer }: RentOffer & { timeNow: ServerClock }) {
  const { asset, copy: initial } = offer
  const input = { id: asset.kid, number: initial.number }
  const copy = useLiveQuery(getSerial, input, {
    initial,
    refetchInterval: useLiveUpdates(asset.kid),
  })
  const { rent, ...paying } = useRenting(asset, copy)
  useOwnHold(isTaken(copy) && !paying.isBusy && !isTaken(initial))
  const { t } = useLingui()
  const { priceFor, rentFor } = useRentLabels()
  const { number, rent_price: price, rental_period_seconds: seconds, rental_clock: clock } = copy
  const isStill = isToRent(copy) || paying.isBusy // the reader's own payment holds it, too
  if (!isStill || price === null || seconds === null)
    return <NotForRent asset={asset} copy={copy} now={timeNow()} />
  const isChanged =
    price !== initial.rent_price ||
    seconds !== initial.rental_period_seconds ||
    clock !== initial.rental_clock
  return (
    <div className="grid gap-8 lg:grid-cols-2 lg:items-start lg:gap-10">
      <RentalTerms
        asset={asset}
        copy={copy}
        price={price}
        seconds={seconds}
        clock={clock}
        now={timeNow()}
        hasNotice={offer.hasNotice}
      />
      <SettleForm
        deal="rental"
        {...offer}
        {...paying}
        price={price}
        before={initial.rent_price ?? price}
        numbers={[number]}
        button={rentFor({ number, price, seconds })}
        short={t`Rent`}
        onPay={rent}
      >
        <output className="empty:hidden">
          {isChanged && (
            <Note tone="warn">
              <Trans>The terms just changed to {priceFor({ price, seconds, clock })}.</Trans>
            </Note>
          )}
        </output>
      </SettleForm>
    </div>
  )
}
