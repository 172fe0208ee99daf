import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { StateTag, type Tone } from '#src/ui/state-tag.tsx'
import type { FreeRental } from './free-rental.shared.ts'

const faces: Record<FreeRental['status'], [Tone, ReactNode]> = {
  scheduled: ['mute', <Trans key="s">Not open yet</Trans>],
  open: [
    'ok',
    <Trans key="s" context="free rental">
      Open
    </Trans>,
  ],
  ended: ['mute', <Trans key="s">Ended</Trans>],
}

/** Shows the state of a free rental. */
export function FreeRentalState({ status }: Pick<FreeRental, 'status'>) {
  const [tone, words] = faces[status]
  return <StateTag tone={tone}>{words}</StateTag>
}
