import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ask, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Gap } from '#src/ui/gap.tsx'
import { PagedList } from '#src/ui/paged-list.tsx'
import { pageAddress, pageFromSearch } from '#src/ui/pagination.tsx'
import { SearchForm } from '#src/ui/search-form.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import type { Route } from './+types/users-page.ts'
import { PersonCell } from './person-cell.tsx'
import { useRoleWords } from './role-words.tsx'
import { LostAccess, MOVES_SHOWN } from './lost-access.tsx'
import { listRecoveries, type Recoverable } from './recovery.shared.ts'
import { SHOWN, SuspendedAccounts } from './suspended-accounts.tsx'
import { listSuspensions, type Standing } from './suspension.shared.ts'
import { listUsers, type User } from './user.shared.ts'

const RoleDialog = lazyDialog(() => import('./role-dialog.tsx'), 'RoleDialog')

const SuspensionDialog = lazyDialog(() => import('./suspension-dialog.tsx'), 'SuspensionDialog')

const RecoveryDialog = lazyDialog(() => import('./recovery-dialog.tsx'), 'RecoveryDialog')

const ROWS = 50

/** Loads the people with an address of a company domain, the suspended accounts, and those about to move. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const q = url.searchParams.get('q')?.trim().slice(0, 100) ?? ''
  const page = pageFromSearch(url.searchParams)
  const who = url.searchParams.get('who')?.trim().slice(0, 254) ?? ''
  const lost = url.searchParams.get('lost')?.trim().slice(0, 254) ?? ''
  const [users, suspensions, recoveries] = await Promise.all([
    ask(context, listUsers, queryOf(q, page)),
    ask(context, listSuspensions, { who, limit: SHOWN }),
    ask(context, listRecoveries, { who: lost, limit: MOVES_SHOWN }),
  ])
  return { q, page, who, lost, users, suspensions, recoveries }
}

const queryOf = (q: string, page: number) => ({ q, offset: page * ROWS, limit: ROWS })

export default function UsersPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { q, page, who, lost } = loaderData
  const { items, total, user_count, domains } = useLiveQuery(listUsers, queryOf(q, page), {
    initial: loaderData.users,
    refetchInterval: REFETCH_MS.grid,
  })
  const [changing, setChanging] = useState<User>()
  const [suspending, setSuspending] = useState<Standing>()
  const [moving, setMoving] = useState<Recoverable>()
  const columns = useColumns(setChanging)
  const list = { q, page: page === 0 ? '' : String(page) }
  const [search] = useSearchParams()
  return (
    <div className="wrap pt-6 pb-16 sm:pt-8">
      <title>{t`People · Renban`}</title>
      <h1 className="text-h1">
        <Trans>People</Trans>
      </h1>
      <p className="mt-1 mb-6 text-small text-ink-2">
        <Plural value={user_count} one="# person has an account." other="# people have accounts." />
        <Gap />
        {domains.length > 0 && (
          <Trans>
            Only creators and people with an email address at {domains.join(', ')} are listed. A
            search finds these addresses only.
          </Trans>
        )}
      </p>
      <div className="grid gap-6">
        <SearchForm label={<Trans>Username or email</Trans>} q={q} kept={{ who, lost }} />
        <PagedList
          of={{ items, total, page, rows: ROWS }}
          empty={<NoUsers hasDomains={domains.length > 0} />}
          hrefOf={(to) => pageAddress(search, 'page', to)}
        >
          <div className="panel">
            <Table<User>
              caption={t`People`}
              rows={items}
              columns={columns}
              keyOf={({ account_id }) => account_id}
            />
          </div>
        </PagedList>
      </div>
      <div className="mt-10 grid gap-6">
        <SuspendedAccounts
          who={who}
          kept={{ ...list, lost }}
          initial={loaderData.suspensions}
          onChange={setSuspending}
        />
        <LostAccess
          who={lost}
          kept={{ ...list, who }}
          initial={loaderData.recoveries}
          onChange={setMoving}
        />
      </div>
      {suspending && (
        <SuspensionDialog person={suspending} onClose={() => setSuspending(undefined)} />
      )}
      {moving && <RecoveryDialog person={moving} onClose={() => setMoving(undefined)} />}
      {changing && <RoleDialog user={changing} onClose={() => setChanging(undefined)} />}
    </div>
  )
}

function NoUsers({ hasDomains }: { hasDomains: boolean }) {
  return hasDomains ? (
    <EmptyState title={<Trans>No one found</Trans>}>
      <Trans>Try another name. People appear after their first sign-in.</Trans>
    </EmptyState>
  ) : (
    <EmptyState title={<Trans>No email domains set</Trans>}>
      <Trans>Add your email domains in Platform settings to see their users.</Trans>
    </EmptyState>
  )
}

function useColumns(onChange: (user: User) => void): Column<User>[] {
  const { t } = useLingui()
  const words = useRoleWords()
  return [
    {
      key: 'person',
      label: t`Name`,
      lead: true,
      cell: (user) => <PersonCell {...user} />,
    },
    {
      key: 'joined',
      label: t`Joined`,
      cell: ({ joined_at }) => <DateTime at={joined_at} detail="day" />,
    },
    { key: 'role', label: t`Role`, cell: ({ role }) => words[role] },
    {
      key: 'change',
      label: t`Change the role`,
      end: true,
      cell: (user) =>
        user.role === 'ADMIN' ? (
          <span className="text-hint text-ink-2">
            <Trans>Only the operator can change this</Trans>
          </span>
        ) : (
          <Button small onClick={() => onChange(user)}>
            {user.role === 'ORH' ? (
              <Trans>Remove creator role</Trans>
            ) : (
              <Trans>Make a creator</Trans>
            )}
            <span className="sr-only">: {user.username}</span>
          </Button>
        ),
    },
  ]
}
