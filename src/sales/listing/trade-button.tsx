import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { Refusal, type ErrorCode } from '#core/errors.ts'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import { Button } from '#src/ui/button.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { attempt, useUndoToast } from '#src/ui/undo-toast.tsx'
import {
  delistSerials,
  listingOf,
  type ListingOutcomes,
  listSerialsForSale,
} from './listing.shared.ts'

const TradeDialog = lazyDialog(() => import('./trade-dialog.tsx'), 'TradeDialog')
const RefusedCopies = lazy(() =>
  import('./refused-copies.tsx').then(({ RefusedCopies: list }) => ({ default: list })),
)

interface Copy {
  asset_token_id: string
  number: number
  /** The title, if copies of several titles are listed together. */
  kid?: string
}

/** Opens one copy to trade at a press, which a toast can undo, or asks whether to close it. */
export function TradeButton({ copy, close }: { copy: Copy; close?: boolean }) {
  const { number } = copy
  const { opening, open, refusedCopies } = useTradeOpening([copy])
  const closing = useTradeClosing()
  return (
    <>
      <Button busy={opening.isPending} onClick={close ? () => closing.ask([copy]) : open}>
        {close ? (
          <Trans>Close No. {number} for trade</Trans>
        ) : (
          <Trans>Open No. {number} for trade</Trans>
        )}
      </Button>
      <RefusalMessage error={opening.error} />
      {refusedCopies}
      {closing.dialog}
    </>
  )
}

/**
 * Returns a function that asks whether to close copies to trade, and the dialog that does it. The offers
 * that end with it do not come back, so that no toast can undo it.
 */
export function useTradeClosing(onChanged?: () => void) {
  const [copies, setCopies] = useState<readonly Copy[]>()
  const onClose = () => setCopies(undefined)
  return {
    ask: setCopies,
    dialog: copies && <TradeDialog close copies={copies} onClose={onClose} onChanged={onChanged} />,
  }
}

/**
 * Returns a function that opens copies to trade, with a toast that can undo it, and `refusedCopies`, which
 * lists the copies that stayed closed.
 */
export function useTradeOpening(copies: readonly Copy[], onChanged?: () => void) {
  const { opened, closed } = useTradeWords()
  const toast = useToast()
  const undoable = useUndoToast()
  const refetchAll = useRefetchAll()
  const opening = useEndpointMutation(listSerialsForSale)
  const closing = useEndpointMutation(delistSerials)
  const [refused, setRefused] = useState<{ outcomes: ListingOutcomes; copies: readonly Copy[] }>()

  async function open() {
    const asset_token_ids = idsOf(copies)
    const outcomes = await opening.mutateAsync({ listing_type: 'trade', asset_token_ids })
    onChanged?.()
    const changed = changedBy(outcomes, copies)
    setRefused(changed.length < copies.length ? { outcomes, copies } : undefined)
    if (changed[0]) undoable(opened(changed), () => closeAgain(changed), listingOf(changed))
    else void refetchAll()
  }
  async function closeAgain(of: readonly Copy[]) {
    const outcomes = await closing.mutateAsync({ asset_token_ids: idsOf(of) })
    const kept = outcomes.items.find(({ outcome }) => outcome === 'refused')
    if (kept) throw new Refusal((kept.code ?? 'bug') as ErrorCode)
    toast({ message: closed(of), about: listingOf(of) })
  }
  return {
    opening,
    open: () => attempt(open()),
    refusedCopies: refused && (
      <Suspense>
        <RefusedCopies {...refused} />
      </Suspense>
    ),
  }
}

const idsOf = (copies: readonly Copy[]) => copies.map(({ asset_token_id }) => asset_token_id)

/** Returns the copies that an action on many did not refuse. */
export function changedBy({ items }: ListingOutcomes, copies: readonly Copy[]) {
  const refused = new Set(
    items.flatMap(({ outcome, asset_token_id }) => (outcome === 'refused' ? asset_token_id : [])),
  )
  return copies.filter(({ asset_token_id }) => !refused.has(asset_token_id))
}

/** Returns sentences on the copies that were opened to trade, or closed. */
export function useTradeWords() {
  const { t } = useLingui()
  const opened = (copies: readonly Copy[]) => {
    const [number, count] = [copies[0]?.number, copies.length]
    return count === 1
      ? t`No. ${number} is open to trade.`
      : t`${plural(count, { one: '# copy is open to trade.', other: '# copies are open to trade.' })}`
  }
  const closed = (copies: readonly Copy[]) => {
    const [number, count] = [copies[0]?.number, copies.length]
    return count === 1
      ? t`No. ${number} is no longer open to trade.`
      : t`${plural(count, { one: '# copy is no longer open to trade.', other: '# copies are no longer open to trade.' })}`
  }
  return { opened, closed }
}
