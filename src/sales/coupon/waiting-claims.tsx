import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import type { WaitingClaim } from './coupon.shared.ts'

const TakeBackDialog = lazyDialog(() => import('./take-back-dialog.tsx'), 'TakeBackDialog')

/** Lists the claims that wait for a sign-in, each with a button that takes it back. */
export function WaitingClaims({ claims }: { claims: readonly WaitingClaim[] }) {
  const { t } = useLingui()
  const [ending, setEnding] = useState<WaitingClaim>()
  const columns = useColumns(setEnding)
  return (
    <div className="panel">
      <Table<WaitingClaim>
        caption={t`Claims waiting for a sign-in`}
        rows={claims}
        columns={columns}
        keyOf={({ id }) => id}
      />
      {ending && <TakeBackDialog claim={ending} onClose={() => setEnding(undefined)} />}
    </div>
  )
}

function useColumns(onTakeBack: (claim: WaitingClaim) => void): Column<WaitingClaim>[] {
  const { t } = useLingui()
  return [
    {
      key: 'code',
      label: t`Code`,
      lead: true,
      cell: ({ code }) => <span className="number">{code}</span>,
    },
    {
      key: 'number',
      label: t`Gives`,
      cell: ({ number }) =>
        number === null ? <Trans>A random number, or points</Trans> : <Trans>No. {number}</Trans>,
    },
    { key: 'at', label: t`Claimed`, cell: ({ claimed_at }) => <DateTime at={claimed_at} /> },
    {
      key: 'action',
      label: t`Action`,
      end: true,
      cell: (claim) => (
        <Button
          small
          aria-label={t`Take back the claim of code ${claim.code}`}
          onClick={() => onTakeBack(claim)}
        >
          <Trans>Take back</Trans>
        </Button>
      ),
    },
  ]
}
