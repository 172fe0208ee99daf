import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { GiftStatus } from '#src/catalog/gift/gift.shared.ts'
import { StateTag, type Tone } from '#src/ui/state-tag.tsx'

const faces: Record<GiftStatus, [Tone, ReactNode]> = {
  awaiting_payment: ['warn', <Trans key="s">Awaiting payment</Trans>],
  scheduled: ['info', <Trans key="s">Scheduled</Trans>],
  open: ['warn', <Trans key="s">Waiting to be claimed</Trans>],
  claimed: [
    'ok',
    <Trans key="s" context="gift state">
      Claimed
    </Trans>,
  ],
  declined: ['mute', <Trans key="s">Declined, back with you</Trans>],
  withdrawn: ['mute', <Trans key="s">Withdrawn</Trans>],
  expired: ['mute', <Trans key="s">Expired, back with you</Trans>],
  revoked: ['bad', <Trans key="s">Ended by Renban</Trans>],
  canceled: ['mute', <Trans key="s">Not paid</Trans>],
}

/** Shows the state of a gift to its giver. */
export function GiftState({ status }: { status: GiftStatus }) {
  const [tone, words] = faces[status]
  return <StateTag tone={tone}>{words}</StateTag>
}
