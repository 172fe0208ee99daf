import { Trans, useLingui } from '@lingui/react/macro'
import { REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { Button } from '#src/ui/button.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { SearchForm } from '#src/ui/search-form.tsx'
import { Section } from '#src/ui/section.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import { PersonCell } from './person-cell.tsx'
import { listSuspensions, type Standing } from './suspension.shared.ts'

/** The most suspended accounts that the page shows; an exact name finds the others. */
export const SHOWN = 50

interface Suspensions {
  items: Standing[]
  total: number
}

/** Lists the suspended accounts, or the one person who was searched for, with what can be done. */
export function SuspendedAccounts(props: {
  who: string
  /** The other fields of the page's address. */
  kept: Record<string, string>
  initial: Suspensions
  onChange: (person: Standing) => void
}) {
  const { who, kept, initial, onChange } = props
  const { t } = useLingui()
  const query = { who, limit: SHOWN }
  const { items } = useLiveQuery(listSuspensions, query, {
    initial,
    refetchInterval: REFETCH_MS.grid,
  })
  const columns = useColumns(onChange)
  return (
    <div id="suspended" className="scroll-mt-4">
      <Section
        title={<Trans>Suspended accounts</Trans>}
        hint={<Trans>To suspend anyone, search for their exact username or email.</Trans>}
      >
        <SearchForm
          isBelow
          kept={kept}
          name="who"
          maxLength={254}
          label={<Trans>Exact name or email</Trans>}
          q={who}
        />
        {items.length > 0 ? (
          <Table<Standing>
            caption={t`Suspended accounts`}
            rows={items}
            columns={columns}
            keyOf={({ account_id }) => account_id}
          />
        ) : (
          <p className="text-ink-2">
            {who ? <Trans>No one found</Trans> : <Trans>No account is suspended.</Trans>}
          </p>
        )}
      </Section>
    </div>
  )
}

function useColumns(onChange: (person: Standing) => void): Column<Standing>[] {
  const { t } = useLingui()
  return [
    { key: 'person', label: t`Name`, lead: true, cell: (person) => <PersonCell {...person} /> },
    {
      key: 'suspended',
      label: t`Suspended`,
      cell: ({ deleted_at, suspended_at, suspended_by }) =>
        deleted_at ? (
          <Trans>
            Deleted <DateTime at={deleted_at} />
          </Trans>
        ) : suspended_at ? (
          <>
            <DateTime at={suspended_at} /> · {suspended_by}
          </>
        ) : (
          <Trans>No</Trans>
        ),
    },
    {
      key: 'reason',
      label: t`Reason`,
      cell: ({ reason }) => <span className="wrap-anywhere">{reason ?? '—'}</span>,
    },
    {
      key: 'change',
      label: t`Suspension`,
      end: true,
      cell: (person) => <Change person={person} onChange={onChange} />,
    },
  ]
}

function Change({ person, onChange }: { person: Standing; onChange: (person: Standing) => void }) {
  if (person.deleted_at)
    return (
      <span className="text-hint text-ink-2">
        <Trans>Deleted by the person</Trans>
      </span>
    )
  if (person.role === 'ADMIN' && !person.suspended_at)
    return (
      <span className="text-hint text-ink-2">
        <Trans>Administrators cannot be suspended</Trans>
      </span>
    )
  return (
    <Button small onClick={() => onChange(person)}>
      {person.suspended_at ? <Trans>Lift suspension</Trans> : <Trans>Suspend account</Trans>}
      <span className="sr-only">: {person.username}</span>
    </Button>
  )
}
