import { Trans, useLingui } from '@lingui/react/macro'
import { useEndpointMutation, useRefetchAll } from '#core/http/ask.ts'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { TopUpLine, topUpOf, TopUpShares } from './top-up-shares.tsx'
import { TradePair } from './trade-copy.tsx'
import { acceptTrade, type TradeOffer } from './trade.shared.ts'

/** Asks for confirmation before the reader accepts an offer: a trade cannot be undone. */
export function AcceptDialog({ offer, onClose }: { offer: TradeOffer; onClose: () => void }) {
  const { t } = useLingui()
  const toast = useToast()
  const refetchAll = useRefetchAll()
  const accept = useEndpointMutation(acceptTrade, { afterRefusal: refetchAll })
  const { requested: mine, submitted: theirs } = offer
  const { number: given, title: givenTitle } = mine
  const { number: got, title, owner_username: partner } = theirs
  const topUp = topUpOf(offer)
  const body = {
    my_trading_asset_token_id: mine.asset_token_id,
    offering_serial_token_id: theirs.asset_token_id,
    offering_serial_owner_account_id: theirs.owner_account_id,
    top_up: topUp && { paid_by: topUp.paid_by, price: topUp.price },
  }
  function finish() {
    void refetchAll()
    toast({ message: t`No. ${got} of “${title}” is yours.` })
    onClose()
  }
  return (
    <ConfirmDialog
      title={t`Trade No. ${given} for No. ${got}?`}
      doing={accept}
      keep={<Trans>Cancel</Trans>}
      action={
        <Trans>
          Trade No. {given} for No. {got}
        </Trans>
      }
      onAction={() => accept.mutate(body, { onSuccess: finish })}
      onClose={onClose}
    >
      <div className="mx-auto mb-4 max-w-[360px]">
        <TradePair give={mine} get={theirs} />
      </div>
      <Trans>
        You give No. {given} of “{givenTitle}” to {partner} and get No. {got} of “{title}”. Both
        copies change hands at once. A trade cannot be undone.
      </Trans>
      {topUp && (
        <div className="mt-4 grid gap-3">
          <TopUpLine offer={offer} />
          <TopUpShares topUp={topUp} receiver={topUp.isPaidByReader ? partner : undefined} />
        </div>
      )}
    </ConfirmDialog>
  )
}
