import { Trans, useLingui } from '@lingui/react/macro'
import { isRefusal } from '#core/errors.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { Refused } from '#src/ui/refused.tsx'

const ELSEWHERE = ['another_user_purchasing', 'not_for_sale', 'own_serial', 'max_holding_reached']

/** Why it was not bought, which of several is to blame, and where somebody was faster: the way to the other numbers. */
export function PurchaseRefused(props: { error: Error | null; kid: string; number: number }) {
  const { error, kid, number } = props
  const { t } = useLingui()
  if (!error) return null
  const which = isRefusal(error) ? error.params.number : undefined
  const leads = isRefusal(error) && ELSEWHERE.includes(error.code)
  return (
    <div className="grid justify-items-start gap-3">
      <Refused error={error} failed={which === undefined ? undefined : t`No. ${which}:`} />
      {leads && (
        <>
          <p className="text-small text-ink-2">
            <Trans>You were not charged.</Trans>
          </p>
          <LinkButton small to={`/asset/${kid}?no=${number}`}>
            <Trans>See the other numbers</Trans>
          </LinkButton>
        </>
      )}
    </div>
  )
}
