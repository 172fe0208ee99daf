import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useAskAgain, useCall } from '#core/ask.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { Refused } from '#src/ui/refused.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { type Copy, Numbers, RefusedCopies } from './copies.tsx'
import { delistSerials, type ListingOutcomes } from './listing.shape.ts'

/** Takes one or many copies off the market; what somebody is paying for stays. */
export function DelistDialog(props: { copies: readonly Copy[]; onClose: () => void }) {
  const { copies, onClose } = props
  const { t } = useLingui()
  const toast = useToast()
  const askAgain = useAskAgain()
  const delist = useCall(delistSerials)
  const [outcomes, setOutcomes] = useState<ListingOutcomes>()
  const { number } = copies[0]!
  const asset_token_ids = copies.map(({ asset_token_id }) => asset_token_id)

  function finish(answer: ListingOutcomes) {
    void askAgain()
    const done = answer.items.filter(({ outcome }) => outcome !== 'refused').length
    if (done > 0)
      toast({
        message:
          copies.length === 1 ? (
            <Trans>No. {number} is no longer for sale.</Trans>
          ) : (
            <Plural
              value={done}
              one="# copy is no longer for sale."
              other="# copies are no longer for sale."
            />
          ),
      })
    if (done === answer.items.length) onClose()
    else setOutcomes(answer)
  }

  const title =
    copies.length === 1 ? t`Stop selling No. ${number}?` : t`Stop selling ${copies.length} copies?`
  return (
    <Dialog title={outcomes ? t`Some copies are still for sale` : title} onClose={onClose}>
      {outcomes ? (
        <RefusedCopies outcomes={outcomes} copies={copies} />
      ) : (
        <p>
          {copies.length > 1 && <Numbers copies={copies} />}{' '}
          <Trans>You keep what you hold and can sell it again at any time.</Trans>
        </p>
      )}
      <Refused error={delist.error} />
      <DialogActions>
        <Button onClick={onClose}>
          {outcomes ? <Trans>Close</Trans> : <Trans>Keep selling</Trans>}
        </Button>
        {!outcomes && (
          <Button
            look="main"
            busy={delist.isPending}
            onClick={() => delist.mutate({ asset_token_ids }, { onSuccess: finish })}
          >
            <Trans>Stop selling</Trans>
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
