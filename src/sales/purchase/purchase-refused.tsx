import { Trans, useLingui } from '@lingui/react/macro'
import { isRefusal } from '#core/errors.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { NextFree } from './next-free.tsx'
import type { CopyDeal } from '#src/sales/deal/deal.shared.ts'

/** The refusals after which another number may be available. */
const GONE = [
  'another_user_purchasing',
  'not_for_sale',
  'own_serial',
  'not_designated_acquirer',
  'rented_by_another',
  'not_for_rent',
]
/** The refusals after which the reader can look at the other numbers. */
const ELSEWHERE = [...GONE, 'max_holding_reached']

/**
 * Says why the order was refused and which copy caused it. If another buyer was faster, leads to the
 * other numbers.
 */
export function PurchaseRefused(props: {
  deal: CopyDeal
  error: Error | null
  kid: string
  numbers: readonly number[]
}) {
  const { deal, error, kid, numbers } = props
  const { t } = useLingui()
  if (!error) return null
  const which = isRefusal(error) ? (error.params.number as number | undefined) : undefined
  const gone = which ?? numbers[0]!
  const leads = isRefusal(error) && ELSEWHERE.includes(error.code)
  return (
    <div className="grid justify-items-start gap-3">
      <RefusalMessage error={error} failed={which === undefined ? undefined : t`No. ${which}:`} />
      {isRefusal(error) && error.code === 'waiting_room' && (
        <LinkButton small to={`/waiting/${error.params.room}`}>
          <Trans>Go to the waiting room</Trans>
        </LinkButton>
      )}
      {leads && (
        <>
          <p className="text-small text-ink-2">
            <Trans>You were not charged.</Trans>
          </p>
          <div className="flex flex-wrap items-center gap-3">
            {isRefusal(error) && GONE.includes(error.code) && (
              <NextFree
                deal={deal}
                kid={kid}
                number={gone}
                rest={numbers.filter((one) => one !== gone)}
              />
            )}
            <LinkButton small to={`/asset/${kid}?no=${gone}`}>
              <Trans>See the other numbers</Trans>
            </LinkButton>
          </div>
        </>
      )}
    </div>
  )
}
