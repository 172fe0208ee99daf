import { Trans } from '@lingui/react/macro'
import { isRefusal } from '#core/errors.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { Refused } from '#src/ui/refused.tsx'

const ELSEWHERE = ['another_user_purchasing', 'not_for_sale', 'own_serial', 'max_holding_reached']

/** Why it was not bought, and where somebody was faster: the way to the other numbers. */
export function PurchaseRefused(props: { error: Error | null; kid: string; number: number }) {
  const { error, kid, number } = props
  if (!error) return null
  const leads = isRefusal(error) && ELSEWHERE.includes(error.code)
  return (
    <div className="grid justify-items-start gap-3">
      <Refused error={error} />
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
