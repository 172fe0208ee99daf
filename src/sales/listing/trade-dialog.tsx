import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useRefetchAll } from '#core/http/ask.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { ChunkProgress, useChunkedCall } from './chunked-calls.tsx'
import { type Copy, CopyNumbers } from './copies.tsx'
import {
  delistSerials,
  listingOf,
  type ListingOutcomes,
  listSerialsForSale,
} from './listing.shared.ts'
import { RefusedCopies } from './refused-copies.tsx'
import { changedBy, useTradeWords } from './trade-button.tsx'

/** Opens one or many copies to trade, or closes them, and lists those that were refused. */
export function TradeDialog(props: {
  /** With their titles, if they may be of several. */
  copies: readonly (Copy & { kid?: string })[]
  close: boolean
  onClose: () => void
  /** Called once the copies have changed: a selection of them no longer applies. */
  onChanged?: (() => void) | undefined
}) {
  const { copies, close, onClose, onChanged } = props
  const { t } = useLingui()
  const { opened, closed } = useTradeWords()
  const toast = useToast()
  const refetchAll = useRefetchAll()
  const opening = useChunkedCall(listSerialsForSale)
  const closing = useChunkedCall(delistSerials)
  const doing = close ? closing : opening
  const [refused, setRefused] = useState<ListingOutcomes>()
  const count = copies.length
  const isOneTitle = new Set(copies.map(({ kid }) => kid)).size === 1

  async function run() {
    const asset_token_ids = copies.map(({ asset_token_id }) => asset_token_id)
    const outcomes = close
      ? await closing.run([{ asset_token_ids }])
      : await opening.run([{ listing_type: 'trade', asset_token_ids }])
    if (!outcomes) return
    void refetchAll()
    onChanged?.()
    const done = changedBy(outcomes, copies)
    if (done.length > 0)
      toast({ message: close ? closed(done) : opened(done), about: listingOf(done) })
    if (done.length === count) onClose()
    else setRefused(outcomes)
  }

  return (
    <Dialog
      title={
        close
          ? t`${plural(count, { one: 'Close # copy for trade?', other: 'Close # copies for trade?' })}`
          : t`${plural(count, { one: 'Open # copy for trade?', other: 'Open # copies for trade?' })}`
      }
      onClose={onClose}
    >
      {refused ? (
        <RefusedCopies outcomes={refused} copies={copies} />
      ) : (
        <p>
          {isOneTitle && <CopyNumbers copies={copies} />}{' '}
          {close ? (
            <Plural
              value={count}
              one="Offers you have received for it will end. You stay the owner."
              other="Offers you have received for them will end. You stay the owner."
            />
          ) : (
            <Trans>Collectors can offer you copies for them. You decide about each offer.</Trans>
          )}
        </p>
      )}
      {doing.isPending && count > 1 && <ChunkProgress done={doing.done} total={count} />}
      <RefusalMessage error={doing.error} />
      <DialogActions busy={doing.isPending}>
        <Button onClick={onClose} disabled={doing.isPending}>
          {refused ? <Trans>Close</Trans> : <Trans>Cancel</Trans>}
        </Button>
        {!refused && (
          <Button look="main" busy={doing.isPending} onClick={() => void run()}>
            {close ? <Trans>Close for trade</Trans> : <Trans>Open for trade</Trans>}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
