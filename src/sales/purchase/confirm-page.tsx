import { Trans, useLingui } from '@lingui/react/macro'
import { redirect } from 'react-router'
import { ask, askOptional, nowContext } from '#core/http/ask.ts'
import { wholeNumber } from '#core/typed-number.shared.ts'
import { getAcquisitionRestriction } from '#src/catalog/allowlist/allowlist.shared.ts'
import { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import { getBoard, getSerial, type SerialOfTitle } from '#src/catalog/serial/serial.shared.ts'
import { loadHasNotice } from '#src/catalog/seller-notice/load-notice.tsx'
import { getSettings } from '#src/platform/settings/settings.shared.ts'
import { cheapestNumber } from '#src/sales/deal/cheapest.tsx'
import { loadWaitingRoom } from '#src/sales/waiting-room/waiting-room.tsx'
import type { Route } from './+types/confirm-page.ts'
import { Begun } from './begun.tsx'
import { BuyForm } from './buy-form.tsx'
import { useBuying } from './buying.tsx'
import { ChosenCopies } from './chosen-copies.tsx'
import { LastPage } from './last-page.tsx'
import { useLiveOffer } from './live-offer.tsx'
import { NotForSale, OnlyInJapan } from './not-for-sale.tsx'
import { useOwnHold } from './own-hold.tsx'
import { getCardState, getDecline, listPurchases } from './purchase.shared.ts'
import { Terms } from './terms.tsx'

/**
 * Loads the copies that the address names (`?no=7&no=9`), their terms and the buyer's balance. Goes to the
 * cheapest copy if it names none. Nothing is held before the button is pressed.
 */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const id = params.kid
  const settings = await ask(context, getSettings, {})
  const typed = url.searchParams.getAll('no')
  const numbers = numbersIn(typed).slice(0, settings.purchases_per_action)
  const balance = await ask(context, getBalance, {}) // guests are asked to sign in first
  if (numbers.length === 0) {
    const { rows } = await ask(context, getBoard, { id })
    const number = cheapestNumber(rows, ['sale'], { isOwn: false })
    throw redirect(number ? `${url.pathname}?no=${number}` : `/asset/${id}`)
  }
  const [asset, card, ...found] = await Promise.all([
    ask(context, getAsset, { id }),
    ask(context, getCardState, {}),
    ...numbers.map((number) => askOptional(context, ['not_found'], getSerial, { id, number })),
  ])
  const copies = found.filter((copy) => copy !== undefined)
  const unknown = typed.find((text) => !wholeNumber(text)) ?? numbers.find((_, i) => !found[i])
  const [copy] = copies
  if (!copy) throw redirect(`/asset/${id}`)
  const mine = { kid: id, number: copy.number, limit: 1 }
  const [hasNotice, waitingRoom, held, ...restrictions] = await Promise.all([
    loadHasNotice(context, asset),
    asset.waiting_room || asset.group_key !== null ? loadWaitingRoom(context, id) : null,
    isHeld(copy) ? ask(context, listPurchases, mine) : undefined,
    ...copies.map(({ asset_token_id }) =>
      ask(context, getAcquisitionRestriction, { asset_token_id }),
    ),
  ])
  const begun = held?.items.find(({ status }) => status === 'reserved')
  if (asset.is_hidden && !begun) throw redirect(`/asset/${id}?no=${copy.number}`) // it says why
  const declined = begun && (await ask(context, getDecline, { id: begun.id })).reason
  const now = context.get(nowContext).toISOString()
  return {
    asset,
    hasNotice,
    copies,
    unknown,
    restrictions,
    waitingRoom,
    balance,
    card,
    settings,
    begun,
    declined,
    now,
  }
}

/** Returns the numbers that were typed or pressed, each once, in the given order. */
const numbersIn = (typed: readonly string[]): number[] => [
  ...new Set(typed.flatMap((text) => wholeNumber(text) || [])),
]

const isHeld = ({ status }: SerialOfTitle) => status === 'being_purchased'

/** The loaded copies and the buyer's means of payment. */
export type Offer = Route.ComponentProps['loaderData']

export default function ConfirmPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <LastPage
      title={t`Confirm your purchase · Renban`}
      heading={<Trans>Confirm your purchase</Trans>}
    >
      <Confirm {...loaderData} />
    </LastPage>
  )
}

function Confirm(loaded: Offer) {
  const { begun, declined } = loaded
  const { offer, ...buying } = useBuying(useLiveOffer(loaded))
  const { asset, copies, offered, now } = offer
  const [copy] = copies
  const isOurs = begun !== undefined && isHeld(copy!) && !buying.isBusy
  useOwnHold(isHeld(copy!) && !buying.isBusy && !loaded.copies.some(isHeld))
  if (copies.some(({ by }) => by === 'region')) return <OnlyInJapan deal="sale" asset={asset} />
  if (isOurs) return <Begun deal="sale" purchase={begun} declined={declined} now={now} />
  if (copies.length === 1 && offered.length === 0)
    return <NotForSale asset={asset} copy={copy!} now={now} />
  if (offered.length === 0) return <ChosenCopies {...loaded} asset={asset} copies={copies} />
  return (
    <div className="grid gap-8 lg:grid-cols-2 lg:items-start lg:gap-10">
      <div className="grid min-w-0 gap-6">
        <Terms {...offer} hasNotice={loaded.hasNotice} />
        <ChosenCopies {...loaded} asset={asset} copies={copies} />
      </div>
      <BuyForm {...loaded} offer={offer} {...buying} />
    </div>
  )
}
