import { Trans, useLingui } from '@lingui/react/macro'
import { type ErrorCode, isRefusal } from '#core/errors.ts'
import { refusals } from '#src/i18n/refusals.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import type { Terms } from './payout-form.tsx'

/** Explains why no payout can be requested now, and offers the next step. */
export function PayoutUnavailable({ code, terms }: { code: string; terms: Terms }) {
  const { i18n } = useLingui()
  const { minimum, maximum, fee, hold_hours } = terms
  const words = refusals[code as ErrorCode] ?? refusals.bug
  return (
    <Note tone={toneOf(code)}>
      <p>
        {i18n._({
          ...words,
          values: { minimum, maximum, fee, hours: hold_hours, reference: code },
        })}
      </p>
      <NextStep code={code} />
    </Note>
  )
}

/** Explains why a request was refused, and offers the next step if there is one. */
export function PayoutRefused({ error }: { error: Error | null }) {
  const { t } = useLingui()
  return (
    error && (
      <div>
        <RefusalMessage error={error} failed={t`The payout was not requested.`} />
        {isRefusal(error) && <NextStep code={error.code} />}
      </div>
    )
  )
}

/** Held payouts are the platform's fault, the monthly limit is a rule, and owners can fix all else. */
const toneOf = (code: string) =>
  code === 'payouts_held' ? 'bad' : code === 'payout_once_a_month' ? 'plain' : 'warn'

function NextStep({ code }: { code: string }) {
  if (code === 'bank_required')
    return (
      <LinkButton to="/bank/register" small className="mt-3">
        <Trans>Register a bank account</Trans>
      </LinkButton>
    )
  if (code === 'balance_not_enough')
    return (
      <LinkButton to="/asset" small className="mt-3">
        <Trans>Sell a copy from your collection</Trans>
      </LinkButton>
    )
  return null
}
