import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { DateTime } from '#src/ui/date-time.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import type { DistributionClaim } from './distribution.shared.ts'
import { PersonName } from '#src/ui/person-name.tsx'

/** Shows who claimed which number, the latest first. */
export function ClaimsTable(props: { claims: readonly DistributionClaim[]; kid: string }) {
  const { claims, kid } = props
  const { t } = useLingui()
  const columns = useColumns(kid)
  if (claims.length === 0)
    return (
      <p className="text-ink-2">
        <Trans>No one has claimed a copy yet. This page updates automatically.</Trans>
      </p>
    )
  return (
    <Table<DistributionClaim>
      caption={t`Claims`}
      rows={claims}
      columns={columns}
      keyOf={({ number }) => String(number)}
    />
  )
}

function useColumns(kid: string): Column<DistributionClaim>[] {
  const { t } = useLingui()
  return [
    {
      key: 'number',
      label: t`Number`,
      lead: true,
      cell: ({ number }) => <Link to={`/asset/${kid}?no=${number}`}>{t`No. ${number}`}</Link>,
    },
    {
      key: 'person',
      label: t`Claimed by`,
      cell: ({ email, username }) => email ?? <PersonName of={username ?? ''} />,
    },
    {
      key: 'date',
      label: t`Claimed`,
      end: true,
      cell: ({ claimed_at }) => claimed_at && <DateTime at={claimed_at} />,
    },
  ]
}
