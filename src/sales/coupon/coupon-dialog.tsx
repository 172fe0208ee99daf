import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { send, useRefetchAll, useEndpointMutation } from '#core/http/ask.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogActions, FormActions } from '#src/ui/dialog.tsx'
import { Gap } from '#src/ui/gap.tsx'
import { RefusalMessage, RefusalText } from '#src/ui/refusal-message.tsx'
import { Facts } from '#src/ui/shares-bar.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { formText } from '#src/ui/form-text.ts'
import { CodeInput } from './code-input.tsx'
import { getCoupon, occupyCoupon, type OccupiedCoupon } from './coupon.shared.ts'
import { useGiftWords } from './gift.tsx'
import { handoverRefusal } from './refusals.tsx'

/** Enters a coupon in two steps: the code, then its gift to take. */
export function CouponDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const look = useMutation({ mutationFn: (id: string) => send(getCoupon, { id }) })

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = formText(new FormData(event.currentTarget), 'code')
    setMissing(typed === '')
    setCode(typed)
    if (typed !== '' && !look.isPending) look.mutate(typed)
  }

  const error = isMissing ? (
    <Trans>Enter the code.</Trans>
  ) : (
    look.error && <RefusalText error={look.error} />
  )
  return (
    <Dialog title={t`Enter a coupon`} onClose={onClose}>
      {look.data ? (
        <Offer code={code} offer={look.data} onClose={onClose} />
      ) : (
        <form className="grid gap-4.5" noValidate onSubmit={submit}>
          <CodeInput error={error} />
          <FormActions busy={look.isPending} onCancel={onClose}>
            <Trans>Check the code</Trans>
          </FormActions>
        </form>
      )}
    </Dialog>
  )
}

function Offer(props: { code: string; offer: ReplyOf<typeof getCoupon>; onClose: () => void }) {
  const { code, offer, onClose } = props
  const toast = useToast()
  const refetchAll = useRefetchAll()
  const words = useGiftWords()
  const take = useEndpointMutation(occupyCoupon)
  const hindered = take.data?.hindered_by

  function finish({ gives, hindered_by }: OccupiedCoupon) {
    void refetchAll()
    if (hindered_by) return
    const gift = words(gives)
    toast({ message: <Trans>You received {gift}.</Trans> })
    onClose()
  }

  return (
    <>
      <Facts
        facts={[
          [<Trans key="n">You receive</Trans>, <span key="v">{words(offer.gives)}</span>],
          [<Trans key="n">Valid until</Trans>, <DateTime key="v" at={offer.expires_at} />],
        ]}
      />
      {hindered && (
        <Note tone="warn">
          <RefusalText error={handoverRefusal(hindered)} />
          <Gap />
          <Trans>It is reserved for you until the coupon expires.</Trans>
        </Note>
      )}
      <RefusalMessage error={take.error} />
      <DialogActions busy={take.isPending}>
        <Button onClick={onClose} disabled={take.isPending}>
          {hindered ? <Trans>Close</Trans> : <Trans>Cancel</Trans>}
        </Button>
        <Button
          look="main"
          busy={take.isPending}
          onClick={() => take.mutate({ id: code }, { onSuccess: finish })}
        >
          <Trans>Redeem coupon</Trans>
        </Button>
      </DialogActions>
    </>
  )
}
