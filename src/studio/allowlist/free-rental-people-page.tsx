import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { ask } from '#core/http/ask.ts'
import { getFreeRental } from '#src/sales/free-rental/free-rental.shared.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import type { Route } from './+types/free-rental-people-page.ts'
import { ListPeople, loadPeople, PeopleCount } from './list-people.tsx'

/** Loads the people who may rent in one of the creator's free rentals. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const offer = await ask(context, getFreeRental, { id: params.id })
  return { offer, people: await loadPeople(context, url, offer.allowlist_id) }
}

export default function FreeRentalPeoplePage({ loaderData }: Route.ComponentProps) {
  const { offer, people } = loaderData
  const { t } = useLingui()
  const { id, title, status } = offer
  const path = `/asset/free_rentals/${id}`
  const hint =
    status === 'scheduled'
      ? t`You can also add people without an account. They can rent once they have signed in. We email everyone on the list when the free rental starts.`
      : t`You can also add people without an account. They can rent once they have signed in. We email everyone you add.`
  return (
    <div className="wrap-narrow pt-6 pb-16 sm:pt-8">
      <title>{t`People of the free rental of ${title} · Renban`}</title>
      <p className="text-small text-ink-2">
        <Link to={path} className="reach inline-block">
          <bdi>{title}</bdi>
        </Link>
      </p>
      <h1 className="text-h1">
        <Trans>People who can rent</Trans>
      </h1>
      {status === 'ended' ? (
        <EmptyState
          title={<Trans>This free rental has ended</Trans>}
          actions={
            <LinkButton to={path}>
              <Trans>See who rented</Trans>
            </LinkButton>
          }
        />
      ) : (
        <>
          <p className="mt-1 mb-7 text-ink-2">
            <PeopleCount count={offer.people} />
          </p>
          <ListPeople of={people} count={offer.people} hint={hint} />
        </>
      )}
    </div>
  )
}
