import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { PAGE_SIZE } from '#core/http/paging.shared.ts'
import { FormLayout } from '#src/catalog/brand/form-layout.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Pagination } from '#src/ui/pagination.tsx'
import { NameOfBrand } from '#src/ui/verified-badge.tsx'
import { SaleTimes } from './group-sale.tsx'
import type { listGroups } from './group.shared.ts'

/** Lists the creator's own groups, newest first, each with a link to its form. */
export function OwnGroups(props: { own: ReplyOf<typeof listGroups>; page: number; now: string }) {
  const { own, page, now } = props
  const { t } = useLingui()
  const create = (
    <LinkButton to="/group/create" icon="plus">
      <Trans>Create a group</Trans>
    </LinkButton>
  )
  return (
    <FormLayout
      title={t`Your groups · Renban`}
      heading={<Trans>Your groups</Trans>}
      link={own.total > 0 && create}
    >
      {own.total === 0 ? (
        <EmptyState title={<Trans>No groups yet</Trans>} actions={create}>
          <Trans>A group shows titles from one brand, in the order you choose.</Trans>
        </EmptyState>
      ) : (
        <ul className="panel">
          {own.items.map((group) => (
            <li
              key={group.key}
              className="card relative border-t border-line px-5 py-3.5 first:border-t-0 hover:bg-well"
            >
              <Link
                to={`?key=${group.key}`}
                className="card-link font-semibold no-underline wrap-anywhere"
              >
                {group.name}
              </Link>
              <p className="text-small text-ink-2">
                <NameOfBrand brand={group.brand} /> ·{' '}
                <Plural value={group.sorted_contents.length} one="# title" other="# titles" />
              </p>
              <p className="text-small text-ink-2">
                <SaleTimes group={group} now={now} />
              </p>
            </li>
          ))}
        </ul>
      )}
      <Pagination
        page={page}
        count={Math.ceil(own.total / PAGE_SIZE)}
        hrefOf={(to) => (to === 0 ? '/group/edit' : `?page=${to}`)}
      />
    </FormLayout>
  )
}
