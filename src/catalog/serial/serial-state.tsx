import { useLingui } from '@lingui/react/macro'
import type { IconName } from '#src/ui/icon.tsx'
import { StateTag, type Tone } from '#src/ui/state-tag.tsx'
import type { BoardSerial, SerialStatus } from './serial.shared.ts'

const tags: Record<SerialStatus, readonly [Tone, IconName?]> = {
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
}

/** Returns the name of each status of a copy. */
export function useStatusLabels(): Record<SerialStatus, string> {
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
  }
}

/** Shows a copy's status as an icon and a word. */
export function SerialState({ serial }: { serial: Pick<BoardSerial, 'status'> }) {
  const words = useStatusLabels()
  const [tone, icon] = tags[serial.status]
  return (
    <StateTag tone={tone} icon={icon}>
      {words[serial.status]}
    </StateTag>
  )
}
