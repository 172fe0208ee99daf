import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useAskAgain } from '#core/ask.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { Refused } from '#src/ui/refused.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { byPrice } from './bulk.shape.ts'
import { type Copy, Numbers, RefusedCopies } from './copies.tsx'
import { delistSerials, type ListingOutcomes, listSerialsForSale } from './listing.shape.ts'
import { PartsProgress, sendParts, useParts } from './use-parts.tsx'

type Offered = Copy & { sale_price: number | null }

/** Takes one or many copies off the market; what somebody is paying for stays. */
export function DelistDialog(props: { copies: readonly Offered[]; onClose: () => void }) {
  const { copies, onClose } = props
  const { t } = useLingui()
  const tell = useTell(copies)
  const parts = useParts(delistSerials)
  const [outcomes, setOutcomes] = useState<ListingOutcomes>()
  const { number } = copies[0]!

  async function delist() {
    const asset_token_ids = copies.map(({ asset_token_id }) => asset_token_id)
    const answer = await parts.run([{ asset_token_ids }])
    if (answer && tell(answer)) onClose()
    else setOutcomes(answer)
  }

  const title =
    copies.length === 1 ? t`Stop selling No. ${number}?` : t`Stop selling ${copies.length} copies?`
  return (
    <Dialog
      title={outcomes ? t`Some copies are still for sale` : title}
      fixed={parts.isPending}
      onClose={onClose}
    >
      {outcomes ? (
        <RefusedCopies outcomes={outcomes} copies={copies} />
      ) : (
        <p>
          {copies.length > 1 && <Numbers copies={copies} />}{' '}
          <Trans>You keep what you hold and can sell it again at any time.</Trans>
        </p>
      )}
      {!outcomes && (parts.isPending || parts.done > 0) && copies.length > 1 && (
        <PartsProgress done={parts.done} total={copies.length} />
      )}
      <Refused error={parts.error} />
      <DialogActions>
        <Button onClick={onClose} disabled={parts.isPending}>
          {outcomes ? <Trans>Close</Trans> : <Trans>Keep selling</Trans>}
        </Button>
        {!outcomes && (
          <Button look="main" busy={parts.isPending} onClick={() => void delist()}>
            <Trans>Stop selling</Trans>
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

/** Says how many are off, with a way back to their prices; whether that is all of them. */
function useTell(copies: readonly Offered[]) {
  const { t } = useLingui()
  const toast = useToast()
  const askAgain = useAskAgain()
  const { number } = copies[0]!

  async function undo(taken: readonly Offered[]) {
    const priced = taken.filter(({ sale_price }) => sale_price !== null)
    const calls = byPrice(priced, ({ sale_price }) => sale_price!)
    const done = await sendParts(listSerialsForSale, calls).catch(() => 0)
    if (done === taken.length)
      toast({
        message: (
          <Plural
            value={done}
            one="# copy opens for sale in a moment."
            other="# copies open for sale in a moment."
          />
        ),
      })
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
    const message =
      copies.length === 1 ? (
        <Trans>No. {number} is no longer for sale.</Trans>
      ) : (
        <Plural
          value={taken.length}
          one="# copy is no longer for sale."
          other="# copies are no longer for sale."
        />
      )
    if (taken.length > 0)
      toast({ message, action: { label: t`Undo`, onPress: () => void undo(taken) } })
    return taken.length === items.length
  }
}
