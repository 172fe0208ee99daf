import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { ask } from '#core/http/ask.ts'
import { listAllowlists } from '#src/catalog/allowlist/allowlist.shared.ts'
import { getCreatedAsset } from '#src/catalog/asset/asset.shared.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import type { Route } from './+types/people-page.ts'
import { ListPeople, loadPeople, PeopleCount } from './list-people.tsx'

/** Loads the people on one list of a title. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { kid, list: id } = params
  const [asset, { items }, people] = await Promise.all([
    ask(context, getCreatedAsset, { id: kid }),
    ask(context, listAllowlists, { kid }),
    loadPeople(context, url, id),
  ])
  return { asset, list: items.find((one) => one.id === id), people }
}

export default function PeoplePage({ loaderData }: Route.ComponentProps) {
  const { asset, list, people } = loaderData
  const { t } = useLingui()
  if (!list)
    return (
      <>
        <title>{t`Reserved copies of ${asset.title} · Renban`}</title>
        <EmptyState whole title={<Trans>This list belongs to another title</Trans>} />
      </>
    )
  const { name } = list
  return (
    <div className="wrap-narrow pt-6 pb-16 sm:pt-8">
      <title>{t`${name}: people on the list · Renban`}</title>
      <p className="text-small text-ink-2">
        <Link to={`/asset/${asset.kid}`} className="reach inline-block">
          <bdi>{asset.title}</bdi>
        </Link>{' '}
        ·{' '}
        <Link to={`/asset/${asset.kid}/reserved`}>
          <Trans>Reserved copies</Trans>
        </Link>
      </p>
      <h1 className="text-h1 wrap-anywhere">
        <bdi>{name}</bdi>
      </h1>
      <p className="mt-1 mb-7 text-ink-2">
        <PeopleCount count={list.people} />
      </p>
      <ListPeople
        of={people}
        count={list.people}
        hint={t`You can also add people without an account. They can buy once they have signed in. No one is notified.`}
      />
    </div>
  )
}
