import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useRefetchAll } from '#core/http/ask.ts'
import type { BoardSerial } from '#src/catalog/serial/serial.shared.ts'
import { type CopyDeal, dealOffered } from '#src/sales/deal/deal.shared.ts'
import { listingWords } from '#src/sales/deal/listing-words.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { relistCalls } from './bulk.shared.ts'
import { type Copy, CopyNumbers } from './copies.tsx'
import {
  delistSerials,
  listingOf,
  type ListingOutcomes,
  listSerialsForSale,
} from './listing.shared.ts'
import { RefusedCopies } from './refused-copies.tsx'
import { ChunkProgress, sendInChunks, useChunkedCall } from './chunked-calls.tsx'

type ListedCopy = Copy & Pick<BoardSerial, 'sale_price' | 'rent_price' | 'rental_period_seconds'>

/**
 * Delists one or many copies, all for sale or all for rent. A copy that a buyer is paying for stays
 * listed.
 */
export function DelistDialog(props: {
  copies: readonly ListedCopy[]
  onClose: () => void
  /** Called once the copies have changed: a selection of them no longer applies. */
  onChanged?: (() => void) | undefined
}) {
  const { copies, onClose, onChanged } = props
  const deal = dealOffered(copies[0]!) // the same for all
  const showOutcome = useOutcomeToast(deal, copies)
  const chunked = useChunkedCall(delistSerials)
  const [outcomes, setOutcomes] = useState<ListingOutcomes>()
  const { i18n } = useLingui()
  const words = listingWords[deal].delist(i18n, copies.length, copies[0]!.number)

  async function delist() {
    const asset_token_ids = copies.map(({ asset_token_id }) => asset_token_id)
    const answer = await chunked.run([{ asset_token_ids }])
    if (answer) onChanged?.()
    if (answer && showOutcome(answer)) onClose()
    else setOutcomes(answer)
  }

  return (
    <Dialog title={outcomes ? words.still : words.title} onClose={onClose}>
      {outcomes ? (
        <RefusedCopies outcomes={outcomes} copies={copies} />
      ) : (
        <p>
          {copies.length > 1 && <CopyNumbers copies={copies} />} {words.keep}
        </p>
      )}
      {!outcomes && (chunked.isPending || chunked.done > 0) && copies.length > 1 && (
        <ChunkProgress done={chunked.done} total={copies.length} />
      )}
      <RefusalMessage error={chunked.error} />
      <DialogActions busy={chunked.isPending}>
        <Button onClick={onClose} disabled={chunked.isPending}>
          {outcomes ? <Trans>Close</Trans> : words.goOn}
        </Button>
        {!outcomes && (
          <Button look="main" busy={chunked.isPending} onClick={() => void delist()}>
            {words.action}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

/**
 * Returns a function that says in a toast how many copies were delisted, with an undo that lists them
 * at their old prices. It returns true if all were delisted.
 */
function useOutcomeToast(deal: CopyDeal, copies: readonly ListedCopy[]) {
  const { t } = useLingui()
  const toast = useToast()
  const refetchAll = useRefetchAll()
  const { Listed, Delisted } = listingWords[deal]

  async function undo(delisted: readonly ListedCopy[]) {
    const calls = relistCalls[deal](delisted)
    const done = await sendInChunks(listSerialsForSale, calls).catch(() => 0)
    if (done === delisted.length)
      toast({ message: <Listed count={done} number={undefined} />, about: listingOf(copies) })
    else
      toast({
        icon: 'warning',
        message: t`Some copies could not be listed again. Check which are on sale and list the rest.`,
      })
    await refetchAll()
  }

  return ({ items }: ListingOutcomes) => {
    void refetchAll()
    const delistedIds = new Set(
      items.flatMap((item) => (item.outcome === 'delisted' ? item.asset_token_id : [])),
    )
    const delisted = copies.filter(({ asset_token_id }) => delistedIds.has(asset_token_id))
    const number = copies.length === 1 ? copies[0]!.number : undefined
    const message = <Delisted count={delisted.length} number={number} />
    if (delisted.length > 0)
      toast({
        message,
        action: { label: t`Undo`, onPress: () => void undo(delisted) },
        about: listingOf(copies),
      })
    return delisted.length === items.length
  }
}
