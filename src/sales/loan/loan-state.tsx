import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { StateTag, type Tone } from '#src/ui/state-tag.tsx'
import type { Loan } from './loan.shared.ts'

const faces: Record<Loan['status'], [Tone, ReactNode]> = {
  open: ['info', <Trans key="s">Not accepted yet</Trans>],
  running: [
    'ok',
    <Trans key="s" context="loan">
      On loan
    </Trans>,
  ],
  returned: [
    'mute',
    <Trans key="s" context="loan">
      Back
    </Trans>,
  ],
  declined: [
    'mute',
    <Trans key="s" context="loan">
      Declined
    </Trans>,
  ],
  withdrawn: [
    'mute',
    <Trans key="s" context="loan">
      Withdrawn
    </Trans>,
  ],
  expired: ['mute', <Trans key="s">Not accepted in time</Trans>],
  revoked: ['bad', <Trans key="s">Ended by Renban</Trans>],
}

/** Shows the state of a loan to its lender or its borrower. */
export function LoanState({ direction, status }: Pick<Loan, 'direction' | 'status'>) {
  const [tone, words] = faces[status]
  const isBorrowing = direction === 'borrowed' && status === 'running'
  return <StateTag tone={tone}>{isBorrowing ? <Trans>Borrowing</Trans> : words}</StateTag>
}
