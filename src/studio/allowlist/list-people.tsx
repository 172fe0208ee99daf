import { Plural, Trans } from '@lingui/react/macro'
import type { RouterContextProvider } from 'react-router'
import { ask } from '#core/http/ask.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { listPeople, peopleFile } from '#src/catalog/allowlist/allowlist.shared.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PagedList } from '#src/ui/paged-list.tsx'
import { pageFromSearch } from '#src/ui/pagination.tsx'
import { SearchForm } from '#src/ui/search-form.tsx'
import { AddPeople } from './add-people.tsx'
import { PeopleTable } from './people-table.tsx'

const ROWS = 50

/** A page of the people on a list, with the search in the address. */
export interface LoadedPeople {
  id: string
  people: ReplyOf<typeof listPeople>
  q: string
  page: number
}

/** Loads the page of the people on the caller's list that the address names by `q` and `page`. */
export async function loadPeople(
  context: Readonly<RouterContextProvider>,
  url: URL,
  id: string,
): Promise<LoadedPeople> {
  const q = url.searchParams.get('q')?.trim().slice(0, 254) ?? ''
  const page = pageFromSearch(url.searchParams)
  const part = { offset: page * ROWS, limit: ROWS }
  return { id, people: await ask(context, listPeople, { id, ...part, ...(q && { q }) }), q, page }
}

/** Says how many people are on a list. */
export const PeopleCount = ({ count }: { count: number }) => (
  <Plural
    value={count}
    _0="No one is on this list yet."
    one="# person is on this list."
    other="# people are on this list."
  />
)

/** Adds people to a list, and finds, exports and removes those on it. `hint` says what adding does. */
export function ListPeople(props: { of: LoadedPeople; count: number; hint: string }) {
  const { of, count, hint } = props
  const { id, people, q, page } = of
  return (
    <div className="grid gap-7">
      <AddPeople id={id} hint={hint} />
      {count > 0 && (
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
          <PagedList
            of={{ ...people, page, rows: ROWS }}
            empty={<EmptyState title={<Trans>No matching people</Trans>} />}
            hrefOf={(to) => `?${new URLSearchParams({ q, page: String(to) }).toString()}`}
          >
            <PeopleTable id={id} people={people.items} />
          </PagedList>
        </section>
      )}
    </div>
  )
}
