import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { formatYen } from '#src/ui/yen.ts'
import { listPayouts, type Payout } from './payout.shared.ts'
import { PayoutSteps, PayoutTag } from './payout-state.tsx'

/** Asks for the caller's latest payouts, which have all that are under way: one can be requested a month. */
export const LATEST = { all: 'false', limit: 4 }

/** Reports whether a payout has neither arrived nor ended. */
export const isUnderWay = ({ status }: Pick<Payout, 'status'>) =>
  status === 'reserved' || status === 'checking'

/** Shows the steps of each payout that is under way, and leads to the payouts; nothing if there is none. */
export function PayoutsUnderWay({ initial }: { initial: ReplyOf<typeof listPayouts> }) {
  const options = { initial, refetchInterval: REFETCH_MS.grid }
  const payouts = useLiveQuery(listPayouts, LATEST, options).items.filter(isUnderWay)
  return payouts.map((payout) => (
    <section key={payout.id} aria-labelledby={payout.id} className="panel grid gap-5 p-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={payout.id} className="text-h2">
          <Link to="/payout" className="inline-flex min-h-11 items-center">
            <Trans>Payout of {formatYen(payout.amount)}</Trans>
          </Link>
        </h2>
        <PayoutTag status={payout.status} />
      </div>
      <PayoutSteps payout={payout} />
    </section>
  ))
}
