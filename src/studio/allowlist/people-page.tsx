import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { ask } from '#core/http/ask.ts'
import { listAllowlists, listPeople, peopleFile } from '#src/catalog/allowlist/allowlist.shared.ts'
import { getCreatedAsset } from '#src/catalog/asset/asset.shared.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyPage } from '#src/ui/empty-page.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Pagination, pageFromSearch } from '#src/ui/pagination.tsx'
import { SearchForm } from '#src/ui/search-form.tsx'
import type { Route } from './+types/people-page.ts'
import { AddPeople } from './add-people.tsx'
import { PeopleTable } from './people-table.tsx'

const ROWS = 50

/** Loads the people on one list of a title. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { kid, list: id } = params
  const q = url.searchParams.get('q')?.trim().slice(0, 254) ?? ''
  const page = pageFromSearch(url.searchParams)
  const part = { offset: page * ROWS, limit: ROWS }
  const [asset, { items }, people] = await Promise.all([
    ask(context, getCreatedAsset, { id: kid }),
    ask(context, listAllowlists, { kid }),
    ask(context, listPeople, { id, ...part, ...(q && { q }) }),
  ])
  return { asset, list: items.find((one) => one.id === id), people, q, page }
}

export default function PeoplePage({ loaderData }: Route.ComponentProps) {
  const { asset, list, people, q, page } = loaderData
  const { t } = useLingui()
  if (!list)
    return (
      <>
        <title>{t`Reserved copies of ${asset.title} · Renban`}</title>
        <EmptyState whole title={<Trans>This list belongs to another title</Trans>} />
      </>
    )
  const { id, name } = list
  const hrefOf = (to: number) => `?${new URLSearchParams({ q, page: String(to) }).toString()}`
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
        <Plural
          value={list.people}
          _0="No one is on this list yet."
          one="# person is on this list."
          other="# people are on this list."
        />
      </p>
      <div className="grid gap-7">
        <AddPeople id={id} />
        {list.people > 0 && (
          <section aria-labelledby="people" className="grid gap-4">
            <div className="flex flex-wrap items-center justify-between gap-4">
              <h2 id="people" className="text-h2">
                <Trans>On the list</Trans>
              </h2>
              <LinkButton small reloadDocument to={peopleFile(id)}>
                <Trans>Download CSV</Trans>
              </LinkButton>
            </div>
            <SearchForm isBelow label={<Trans>Address or username</Trans>} q={q} maxLength={254} />
            {people.total === 0 ? (
              <EmptyState title={<Trans>No matching people</Trans>} />
            ) : people.items.length === 0 ? (
              <EmptyPage first={hrefOf(0)} />
            ) : (
              <PeopleTable id={id} people={people.items} />
            )}
            <Pagination page={page} count={Math.ceil(people.total / ROWS)} hrefOf={hrefOf} />
          </section>
        )}
      </div>
    </div>
  )
}
