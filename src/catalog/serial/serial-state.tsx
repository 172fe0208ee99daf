import { useLingui } from '@lingui/react/macro'
import type { IconName } from '#src/ui/icon.tsx'
import { StateTag, type Tone } from '#src/ui/state-tag.tsx'
import { type BoardSerial, type SerialStatus, serialStatuses } from './serial.shared.ts'

const ownListings = ['free_distribution', 'free_rental', 'transfer', 'loan'] as const
type OwnListing = (typeof ownListings)[number]

/** A copy's status, or how its owner gives or lends it, which to everybody else is `not_available`. */
export type CopyState = SerialStatus | OwnListing

export const copyStates: readonly CopyState[] = [...serialStatuses, ...ownListings]

/** Returns the state of a copy as the viewer sees it. */
export const copyStateOf = ({ status, listing_kind }: StatedCopy): CopyState =>
  (status === 'not_available' && ownListings.find((kind) => kind === listing_kind)) || status

/** Returns the filter of lists of copies that finds those in a state. */
export function filterOf(state: CopyState | undefined) {
  const listing_kind = ownListings.find((kind) => kind === state)
  if (listing_kind) return { listing_kind, status: 'not_available' as const }
  const status = serialStatuses.find((one) => one === state)
  return status === 'not_available' ? { status, listing_kind: 'none' as const } : { status }
}

type StatedCopy = Pick<BoardSerial, 'status' | 'listing_kind'>

const tags: Record<CopyState, readonly [Tone, IconName?]> = {
  buyable: ['ok'],
  rentable: ['ok', 'rent'],
  not_listed: ['mute', 'minus'],
  preparing: ['warn'],
  reserved_for_you: ['mine', 'lock'],
  reserved_for_another: ['mute', 'lock'],
  not_available: ['mute', 'close'],
  being_purchased: ['warn'],
  being_rented: ['info', 'clock'],
  downloaded: ['mute', 'download'],
  offered_in_trade: ['info', 'trade'],
  frozen: ['warn', 'lock'],
  in_wallet: ['mute', 'lock'],
  in_trade_offer: ['info', 'trade'],
  free_distribution: ['info', 'share'],
  free_rental: ['info', 'rent'],
  transfer: ['info', 'forward'],
  loan: ['info', 'clock'],
}

/** Returns the name of each state of a copy. */
export function useStateLabels(): Record<CopyState, string> {
  const { t } = useLingui()
  return {
    buyable: t`For sale`,
    rentable: t`For rent`,
    not_listed: t`Not listed`,
    preparing: t`Preparing`,
    reserved_for_you: t`Reserved for you`,
    reserved_for_another: t`Reserved for someone else`,
    not_available: t`Not available`,
    being_purchased: t`Payment in progress`,
    being_rented: t`Rented out`,
    downloaded: t`Downloaded`,
    offered_in_trade: t`Open to trade`,
    frozen: t`Payment disputed`,
    in_wallet: t`In its owner’s wallet`,
    in_trade_offer: t`Offered in a trade`,
    free_distribution: t`Free distribution`,
    free_rental: t`Free rental`,
    transfer: t`Gift`,
    loan: t`Loan`,
  }
}

/** Shows a copy's state as an icon and a word. */
export function SerialState({ serial }: { serial: StatedCopy }) {
  const words = useStateLabels()
  const state = copyStateOf(serial)
  const [tone, icon] = tags[state]
  return (
    <StateTag tone={tone} icon={icon}>
      {words[state]}
    </StateTag>
  )
}
