import { Trans } from '@lingui/react/macro'
import { REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { Note } from '#src/ui/state-tag.tsx'
import { getCardState } from './purchase.shared.ts'

/** Says, before the button is pressed, that cards cannot be charged now; balance still pays. */
export function CardState({
  initial,
  rest,
}: {
  initial: ReplyOf<typeof getCardState>
  rest: number
}) {
  const { available } = useLiveQuery(
    getCardState,
    {},
    { initial, refetchInterval: REFETCH_MS.status },
  )
  if (available || rest === 0) return null
  return (
    <Note tone="warn">
      <Trans>
        Card payments are unavailable right now. We keep checking. You can still pay everything from
        your balance.
      </Trans>
    </Note>
  )
}
