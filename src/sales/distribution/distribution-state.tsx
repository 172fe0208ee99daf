import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { StateTag, type Tone } from '#src/ui/state-tag.tsx'
import type { Distribution } from './distribution.shared.ts'

const faces: Record<Distribution['status'], [Tone, ReactNode]> = {
  draft: ['mute', <Trans key="s">Not paid</Trans>],
  awaiting_payment: ['warn', <Trans key="s">Awaiting payment</Trans>],
  executing: ['info', <Trans key="s">Starting</Trans>],
  done: ['ok', <Trans key="s">Open to claims</Trans>],
  failed: ['bad', <Trans key="s">Could not start</Trans>],
  ended: ['mute', <Trans key="s">Ended</Trans>],
  revoked: ['bad', <Trans key="s">Payment reversed</Trans>],
}

/** Shows the state of a distribution. */
export function DistributionState({ status }: Pick<Distribution, 'status'>) {
  const [tone, words] = faces[status]
  return <StateTag tone={tone}>{words}</StateTag>
}
