import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { Refusal, type ErrorCode } from '#core/errors.ts'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import { Button } from '#src/ui/button.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { attempt, useUndoToast } from '#src/ui/undo-toast.tsx'
import { delistSerials, type ListingOutcomes, listSerialsForSale } from './listing.shared.ts'

const RefusedCopies = lazy(() =>
  import('./refused-copies.tsx').then(({ RefusedCopies: list }) => ({ default: list })),
)

interface Copy {
  asset_token_id: string
  number: number
}

/** Opens one copy to trade at a press, or closes it. The toast that follows can undo it. */
export function TradeButton({ copy, close }: { copy: Copy; close?: boolean }) {
  const { number } = copy
  const { opening, closing, open, shut, refusedCopies } = useTradeSwitch([copy])
  const doing = close ? closing : opening
  return (
    <>
      <Button busy={doing.isPending} onClick={close ? shut : open}>
        {close ? (
          <Trans>Close No. {number} for trade</Trans>
        ) : (
          <Trans>Open No. {number} for trade</Trans>
        )}
      </Button>
      <RefusalMessage error={doing.error} />
      {refusedCopies}
    </>
  )
}

/**
 * Returns functions that open copies to trade and close them, each with a toast that can undo what was
 * done, and `refusedCopies`, which lists the copies that stayed as they were.
 */
export function useTradeSwitch(copies: readonly Copy[], onChanged?: () => void) {
  const { t } = useLingui()
  const { opened, closed } = useTradeWords()
  const undoable = useUndoToast()
  const refetchAll = useRefetchAll()
  const opening = useEndpointMutation(listSerialsForSale)
  const closing = useEndpointMutation(delistSerials)
  const [refused, setRefused] = useState<{ outcomes: ListingOutcomes; copies: readonly Copy[] }>()

  /** Says what changed, and keeps what was refused. Undoing it changes the same copies back. */
  function finish(of: readonly Copy[], outcomes: ListingOutcomes, message: Says, undo: Change) {
    const kept = outcomes.items.filter(({ outcome }) => outcome === 'refused')
    const isKept = (copy: Copy) =>
      kept.some(({ asset_token_id }) => asset_token_id === copy.asset_token_id)
    const changed = of.filter((copy) => !isKept(copy))
    onChanged?.()
    setRefused(kept.length > 0 ? { outcomes, copies: of } : undefined)
    const [first] = changed
    if (first) {
      const said = message({ number: first.number, count: changed.length })
      undoable(said, () => undo(changed).then(throwRefused))
    } else void refetchAll()
    return kept
  }
  const open: Change = async (of) => {
    const asset_token_ids = idsOf(of)
    const outcomes = await opening.mutateAsync({ listing_type: 'trade', asset_token_ids })
    const message: Says = ({ number, count }) =>
      count === 1 ? t`No. ${number} is open to trade.` : opened(count)
    return finish(of, outcomes, message, shut)
  }
  const shut: Change = async (of) => {
    const outcomes = await closing.mutateAsync({ asset_token_ids: idsOf(of) })
    const message: Says = ({ number, count }) =>
      count === 1 ? t`No. ${number} is no longer open to trade.` : closed(count)
    return finish(of, outcomes, message, open)
  }
  return {
    opening,
    closing,
    open: () => attempt(open(copies)),
    shut: () => attempt(shut(copies)),
    refusedCopies: refused && (
      <Suspense>
        <RefusedCopies {...refused} />
      </Suspense>
    ),
  }
}

type Says = (changed: { number: number; count: number }) => string
/** Changes copies, and returns those that were refused. */
type Change = (of: readonly Copy[]) => Promise<ListingOutcomes['items']>

const idsOf = (copies: readonly Copy[]) => copies.map(({ asset_token_id }) => asset_token_id)

/** Makes an undo fail that was refused for a copy, so that its toast says why. */
function throwRefused([refused]: ListingOutcomes['items']) {
  if (refused) throw new Refusal((refused.code ?? 'bug') as ErrorCode)
}

/** Returns sentences on how many copies were opened to trade, or closed. */
export function useTradeWords() {
  const { t } = useLingui()
  const opened = (count: number) =>
    t`${plural(count, { one: '# copy is open to trade.', other: '# copies are open to trade.' })}`
  const closed = (count: number) =>
    t`${plural(count, { one: '# copy is no longer open to trade.', other: '# copies are no longer open to trade.' })}`
  return { opened, closed }
}
