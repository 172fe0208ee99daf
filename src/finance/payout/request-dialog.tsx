import { Trans, useLingui } from '@lingui/react/macro'
import { useEndpointRead, useRefetchAll, useEndpointMutation } from '#core/http/ask.ts'
import { getBank } from '#src/finance/bank-account/bank.shared.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { ReadFailed } from '#src/ui/read-failed.tsx'
import { Money } from '#src/ui/money.tsx'
import { Facts } from '#src/ui/shares-bar.tsx'
import { useToast } from '#src/ui/toast.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { formatYen } from '#src/ui/yen.ts'
import { requestPayout } from './payout.shared.ts'
import type { Terms } from './payout-form.tsx'
import { amountFacts } from './payout-amounts.tsx'
import { PayoutRefused } from './payout-refused.tsx'
import { startOf } from './payout-state.tsx'
import { withheldFrom } from './withholding.shared.ts'

/** Shows amount, bank account and dates, and confirms the request of a payout. */
export function RequestDialog(props: {
  amount: number
  terms: Terms
  onRequested: () => void
  onClose: () => void
}) {
  const { amount, terms, onRequested, onClose } = props
  const { fee, withholding, month, cancelable_until, sent_on, expected_on } = terms
  const withheld = withheldFrom(amount, withholding)
  const { t } = useLingui()
  const toast = useToast()
  const askAgain = useRefetchAll()
  const request = useEndpointMutation(requestPayout, { afterRefusal: askAgain })
  const read = useEndpointRead(getBank, {})
  const bank = read.reply

  function finish() {
    toast({ message: <Trans>You requested a payout of {formatYen(amount)}.</Trans> })
    onRequested()
    onClose()
    void askAgain()
  }

  return (
    <Dialog title={t`Request ${formatYen(amount)}?`} onClose={onClose}>
      <Facts
        facts={[
          ...amountFacts({ amount, withheld, fee }),
          [<Trans key="n">From your balance</Trans>, <Money key="v" yen={amount + fee} />],
          [
            <Trans key="n">Bank account</Trans>,
            bank && (
              <span key="v">
                {bank.bank_name} {bank.branch_name}
                <br />
                <span className="amount">{bank.account_number}</span> {bank.holder}
              </span>
            ),
          ],
          [
            <Trans key="n">Sent to the bank</Trans>,
            <DateTime key="v" at={startOf(sent_on)} detail="day" />,
          ],
          [
            <Trans key="n">In your account</Trans>,
            <DateTime key="v" at={startOf(expected_on)} detail="day" />,
          ],
        ]}
      />
      <ReadFailed read={read} />
      <p className="text-small text-ink-2">
        <Trans>
          You can cancel until <DateTime at={cancelable_until} />. You can request one payout a
          month.
        </Trans>
      </p>
      <PayoutRefused error={request.error} />
      <DialogActions busy={request.isPending}>
        <Button onClick={onClose} disabled={request.isPending}>
          <Trans>Back</Trans>
        </Button>
        <Button
          look="main"
          busy={request.isPending}
          onClick={() => request.mutate({ amount, fee, withheld, month }, { onSuccess: finish })}
        >
          {t`Request ${formatYen(amount)}`}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
