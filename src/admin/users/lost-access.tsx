import { Trans, useLingui } from '@lingui/react/macro'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { Button } from '#src/ui/button.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { SearchForm } from '#src/ui/search-form.tsx'
import { Section } from '#src/ui/section.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import { PersonCell } from './person-cell.tsx'
import { listRecoveries, type Recoverable } from './recovery.shared.ts'

/** The most accounts that the page shows; an exact name finds the others. */
export const MOVES_SHOWN = 50

/** Lists the accounts that are about to move to another address, or the one person who was searched for. */
export function LostAccess(props: {
  who: string
  /** The other fields of the page's address. */
  kept: Record<string, string>
  initial: ReplyOf<typeof listRecoveries>
  onChange: (person: Recoverable) => void
}) {
  const { who, kept, initial, onChange } = props
  const { t } = useLingui()
  const query = { who, limit: MOVES_SHOWN }
  const { items } = useLiveQuery(listRecoveries, query, {
    initial,
    refetchInterval: REFETCH_MS.grid,
  })
  const columns = useColumns(onChange)
  return (
    <div id="lost-access" className="scroll-mt-4">
      <Section
        title={<Trans>Lost access</Trans>}
        hint={
          <Trans>
            For people who lost their mailbox and have neither a passkey nor a wallet. To move an
            account to a new address, search for its exact username or email.
          </Trans>
        }
      >
        <SearchForm
          isBelow
          kept={kept}
          name="lost"
          maxLength={254}
          label={<Trans>Exact name or email of the account</Trans>}
          q={who}
        />
        {items.length > 0 ? (
          <Table<Recoverable>
            caption={t`Lost access`}
            rows={items}
            columns={columns}
            keyOf={({ account_id }) => account_id}
          />
        ) : (
          <p className="text-ink-2">
            {who ? <Trans>No one found</Trans> : <Trans>No accounts are waiting to move.</Trans>}
          </p>
        )}
      </Section>
    </div>
  )
}

function useColumns(onChange: (person: Recoverable) => void): Column<Recoverable>[] {
  const { t } = useLingui()
  return [
    { key: 'person', label: t`Name`, lead: true, cell: (person) => <PersonCell {...person} /> },
    {
      key: 'to',
      label: t`Moves to`,
      cell: ({ recovery }) =>
        recovery ? (
          <>
            <span className="wrap-anywhere">{recovery.new_email}</span>
            <br />
            <DateTime at={recovery.due_at} />
          </>
        ) : (
          '—'
        ),
    },
    {
      key: 'reason',
      label: t`Reason`,
      cell: ({ recovery }) =>
        recovery ? (
          <span className="wrap-anywhere">
            {recovery.reason} · {recovery.started_by}
          </span>
        ) : (
          '—'
        ),
    },
    {
      key: 'change',
      label: t`Change of address`,
      end: true,
      cell: (person) => <Change person={person} onChange={onChange} />,
    },
  ]
}

function Change(props: { person: Recoverable; onChange: (person: Recoverable) => void }) {
  const { person, onChange } = props
  if (person.deleted_at)
    return (
      <span className="text-hint text-ink-2">
        <Trans>Deleted by the person</Trans>
      </span>
    )
  if (person.role === 'ADMIN' && !person.recovery)
    return (
      <span className="text-hint text-ink-2">
        <Trans>Administrators cannot be moved</Trans>
      </span>
    )
  return (
    <Button small onClick={() => onChange(person)}>
      {person.recovery ? <Trans>Stop the move</Trans> : <Trans>Move the account</Trans>}
      <span className="sr-only">: {person.username}</span>
    </Button>
  )
}
