import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { send, useRefetchAll } from '#core/http/ask.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import type { ErrorCode } from '#core/errors.ts'
import { RefusalWords } from '#src/ui/refusal-message.tsx'
import { Gap } from '#src/ui/gap.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { formatYen } from '#src/ui/yen.ts'
import { type AnyPayout, checkUpdate } from '#src/finance/payout/payout.shared.ts'
import { PayoutTag } from '#src/finance/payout/payout-state.tsx'

const POLL_MS = 1_000

/** The progress of a running update and, when done, the payouts that were refused. */
export function UpdateOutcome(props: { job_id: string; payouts?: readonly AnyPayout[] }) {
  const { job_id, payouts = [] } = props
  const { t } = useLingui()
  const askAgain = useRefetchAll()
  const { data: update } = useQuery({
    queryKey: [checkUpdate.path, { job_id }],
    queryFn: ({ signal }) => send(checkUpdate, { job_id }, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'done' ? false : POLL_MS),
  })
  const isDone = update?.status === 'done'
  useEffect(() => {
    if (isDone) void askAgain()
  }, [isDone, askAgain])

  if (!isDone)
    return (
      <div className="grid gap-3" aria-live="polite">
        <p>
          <Trans>Checking. You can close this window: the update will continue.</Trans>
        </p>
        <Progress label={t`Changing payouts`} />
      </div>
    )
  const { ending, items } = update
  const refused = items.filter(({ outcome }) => outcome === 'refused')
  return (
    <div className="grid gap-3" aria-live="polite">
      <p>
        <PayoutTag status={ending} />{' '}
        <Plural
          value={items.length - refused.length}
          one="# payout was changed."
          other="# payouts were changed."
        />
        <Gap />
        {refused.length > 0 && <Trans>{refused.length} could not be changed:</Trans>}
      </p>
      {refused.length > 0 && <RefusedPayouts items={refused} payouts={payouts} />}
    </div>
  )
}

function RefusedPayouts(props: {
  items: ReplyOf<typeof checkUpdate>['items']
  payouts: readonly AnyPayout[]
}) {
  const known = new Map(props.payouts.map((payout) => [payout.id, payout]))
  return (
    <ul className="grid max-h-72 gap-2 overflow-y-auto text-small">
      {props.items.map(({ id, code }) => {
        const payout = known.get(id)
        return (
          <li key={id}>
            <b className="font-semibold wrap-anywhere">
              {payout ? `${payout.user} ${formatYen(payout.amount)}` : id}
            </b>{' '}
            <RefusalWords code={(code ?? 'bug') as ErrorCode} values={{}} />
          </li>
        )
      })}
    </ul>
  )
}
