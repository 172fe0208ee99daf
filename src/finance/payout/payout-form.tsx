import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type SubmitEvent } from 'react'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { wholeNumber } from '#core/typed-number.shared.ts'
import { Button } from '#src/ui/button.tsx'
import { TextField } from '#src/ui/field.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import { Money } from '#src/ui/money.tsx'
import { Facts } from '#src/ui/shares-bar.tsx'
import { takeFocus } from '#src/ui/take-focus.tsx'
import { formatYen } from '#src/ui/yen.ts'
import type { getPayoutTerms } from './payout.shared.ts'
import { amountFacts } from './payout-amounts.tsx'
import { PayoutUnavailable } from './payout-refused.tsx'
import { withheldFrom } from './withholding.shared.ts'

const RequestDialog = lazyDialog(() => import('./request-dialog.tsx'), 'RequestDialog')

export type Terms = ReplyOf<typeof getPayoutTerms>

/** Asks for an amount, shows the yen that arrive, and opens the dialog that confirms the request. */
export function PayoutForm({ terms }: { terms: Terms }) {
  const { t } = useLingui()
  const { minimum, maximum, fee, sales_balance, withholding, refused } = terms
  const [typed, setTyped] = useState('')
  const [isTouched, setTouched] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [hasRequested, setRequested] = useState(false)
  const { amount, error, fix } = useAmount(typed, terms)
  if (refused)
    return (
      <div ref={hasRequested ? takeFocus : undefined} tabIndex={-1}>
        <PayoutUnavailable code={refused} terms={terms} />
      </div>
    )

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setTouched(true)
    setAsking(amount !== undefined && !error)
  }

  const isValid = amount !== undefined && !error
  const withheld = withheldFrom(amount ?? 0, withholding)
  return (
    <form className="grid gap-5" noValidate onSubmit={submit}>
      <div className="flex flex-wrap items-start gap-3">
        <div className="w-full sm:w-96">
          <TextField
            number
            name="amount"
            label={withholding === 'none' ? t`Amount to receive (yen)` : t`Amount before tax (yen)`}
            hint={t`${formatYen(minimum)} to ${formatYen(maximum)}, plus a fee of ${formatYen(fee)}`}
            error={isTouched && error}
            fix={
              fix === undefined
                ? undefined
                : { label: t`Use ${formatYen(fix)}`, onFix: () => setTyped(String(fix)) }
            }
            value={typed}
            maxLength={12}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onBlur={() => setTouched(typed !== '')}
          />
        </div>
        <Button className="sm:mt-7" onClick={() => setTyped(String(maximum))}>
          <Trans>Use maximum: {formatYen(maximum)}</Trans>
        </Button>
      </div>
      <div aria-live="polite" className="max-w-96 empty:-mt-5">
        {isValid && (
          <Facts
            facts={[
              ...amountFacts({ amount, withheld, fee }),
              [
                <Trans key="n">Remaining sales balance</Trans>,
                <Money key="v" yen={sales_balance - amount - fee} />,
              ],
            ]}
          />
        )}
      </div>
      <div>
        <Button type="submit" look="main">
          {isValid ? t`Request ${formatYen(amount)}` : t`Request a payout`}
        </Button>
      </div>
      {isAsking && isValid && (
        <RequestDialog
          amount={amount}
          terms={terms}
          onRequested={() => setRequested(true)}
          onClose={() => setAsking(false)}
        />
      )}
    </form>
  )
}

/** Parses the typed text as whole yen. Returns the error and, if there is one, an amount that fits. */
function useAmount(typed: string, { minimum, maximum }: Terms) {
  const { t } = useLingui()
  const amount = wholeNumber(typed)
  if (amount === undefined) return { error: t`Enter an amount in whole yen.` }
  if (amount < minimum)
    return { amount, error: t`The minimum payout is ${formatYen(minimum)}.`, fix: minimum }
  if (amount > maximum)
    return {
      amount,
      error: t`You can request up to ${formatYen(maximum)} now.`,
      fix: maximum,
    }
  return { amount }
}
