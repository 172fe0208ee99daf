import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useRefetchAll } from '#core/http/ask.ts'
import type { BoardSerial } from '#src/catalog/serial/serial.shared.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { byPrice, byTerms } from './bulk.shared.ts'
import { type Copy, CopyNumbers } from './copies.tsx'
import { delistSerials, type ListingOutcomes, listSerialsForSale } from './listing.shared.ts'
import { RefusedCopies } from './refused-copies.tsx'
import { ListedMessage } from './listed-toast.tsx'
import { ChunkProgress, sendInChunks, useChunkedCall } from './chunked-calls.tsx'

type ListedCopy = Copy & Pick<BoardSerial, 'sale_price' | 'rent_price' | 'rental_period_seconds'>

/**
 * Delists one or many copies, all for sale or all for rent. A copy that a buyer is paying for stays
 * listed.
 */
export function DelistDialog(props: { copies: readonly ListedCopy[]; onClose: () => void }) {
  const { copies, onClose } = props
  const showOutcome = useOutcomeToast(copies)
  const parts = useChunkedCall(delistSerials)
  const [outcomes, setOutcomes] = useState<ListingOutcomes>()
  const words = useWords(copies)

  async function delist() {
    const asset_token_ids = copies.map(({ asset_token_id }) => asset_token_id)
    const answer = await parts.run([{ asset_token_ids }])
    if (answer && showOutcome(answer)) onClose()
    else setOutcomes(answer)
  }

  return (
    <Dialog title={outcomes ? words.still : words.title} fixed={parts.isPending} onClose={onClose}>
      {outcomes ? (
        <RefusedCopies outcomes={outcomes} copies={copies} />
      ) : (
        <p>
          {copies.length > 1 && <CopyNumbers copies={copies} />} {words.keep}
        </p>
      )}
      {!outcomes && (parts.isPending || parts.done > 0) && copies.length > 1 && (
        <ChunkProgress done={parts.done} total={copies.length} />
      )}
      <RefusalMessage error={parts.error} />
      <DialogActions>
        <Button onClick={onClose} disabled={parts.isPending}>
          {outcomes ? <Trans>Close</Trans> : words.goOn}
        </Button>
        {!outcomes && (
          <Button look="main" busy={parts.isPending} onClick={() => void delist()}>
            {words.action}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

const isRental = ([first]: readonly ListedCopy[]) => first!.rent_price !== null

function useWords(copies: readonly ListedCopy[]) {
  const { t } = useLingui()
  const count = copies.length
  const { number } = copies[0]!
  if (isRental(copies))
    return {
      title:
        count === 1 ? t`Stop renting out No. ${number}?` : t`Stop renting out ${count} copies?`,
      still: t`Some copies are still for rent`,
      keep: t`You keep what you hold and can rent it out again at any time.`,
      goOn: t`Keep renting out`,
      action: t`Stop renting out`,
    }
  return {
    title: count === 1 ? t`Stop selling No. ${number}?` : t`Stop selling ${count} copies?`,
    still: t`Some copies are still for sale`,
    keep: t`You keep what you hold and can sell it again at any time.`,
    goOn: t`Keep selling`,
    action: t`Stop selling`,
  }
}

/**
 * Returns a function that says in a toast how many copies were delisted, with an undo that lists them
 * at their old prices. It returns true if all were delisted.
 */
function useOutcomeToast(copies: readonly ListedCopy[]) {
  const { t } = useLingui()
  const toast = useToast()
  const askAgain = useRefetchAll()

  async function undo(taken: readonly ListedCopy[]) {
    const forSale = taken.filter(({ sale_price }) => sale_price !== null)
    const forRent = taken.filter(({ rent_price }) => rent_price !== null)
    const calls = [...byPrice(forSale, ({ sale_price }) => sale_price!), ...byTerms(forRent)]
    const done = await sendInChunks(listSerialsForSale, calls).catch(() => 0)
    if (done === taken.length)
      toast({ message: <ListedMessage deal={isRental(copies) ? 'rent' : 'sale'} done={done} /> })
    else
      toast({
        icon: 'warning',
        message: t`Not all of it could be undone. See which copies are on sale, and list the others.`,
      })
    await askAgain()
  }

  return ({ items }: ListingOutcomes) => {
    void askAgain()
    const off = new Set(
      items.flatMap((item) => (item.outcome === 'delisted' ? item.asset_token_id : [])),
    )
    const taken = copies.filter(({ asset_token_id }) => off.has(asset_token_id))
    const message = <DelistedMessage copies={copies} count={taken.length} />
    if (taken.length > 0)
      toast({ message, action: { label: t`Undo`, onPress: () => void undo(taken) } })
    return taken.length === items.length
  }
}

function DelistedMessage({ copies, count }: { copies: readonly ListedCopy[]; count: number }) {
  const { number } = copies[0]!
  if (isRental(copies))
    return copies.length === 1 ? (
      <Trans>No. {number} is no longer for rent.</Trans>
    ) : (
      <Plural
        value={count}
        one="# copy is no longer for rent."
        other="# copies are no longer for rent."
      />
    )
  return copies.length === 1 ? (
    <Trans>No. {number} is no longer for sale.</Trans>
  ) : (
    <Plural
      value={count}
      one="# copy is no longer for sale."
      other="# copies are no longer for sale."
    />
  )
}
