import { Trans, useLingui } from '@lingui/react/macro'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { ask, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import {
  type Campaign,
  campaignPath,
  listCampaigns,
} from '#src/catalog/campaign/campaign.shared.ts'
import { languages } from '#src/i18n/locale.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PagedList } from '#src/ui/paged-list.tsx'
import { pageFromSearch } from '#src/ui/pagination.tsx'
import { type Column, Table } from '#src/ui/table.tsx'
import type { Route } from './+types/campaigns-page.ts'
import { titleOf } from './campaign-words.shared.ts'

const ROWS = 50
const queryOf = (page: number) => ({ offset: page * ROWS, limit: ROWS })

/** Loads all campaigns. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const page = pageFromSearch(url.searchParams)
  return { page, campaigns: await ask(context, listCampaigns, queryOf(page)) }
}

export default function CampaignsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { page } = loaderData
  const { items, total } = useLiveQuery(listCampaigns, queryOf(page), {
    initial: loaderData.campaigns,
    refetchInterval: REFETCH_MS.grid,
  })
  const columns = useColumns()
  return (
    <div className="wrap pt-6 pb-16 sm:pt-8">
      <title>{t`Campaigns · Renban`}</title>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-h1">
            <Trans>Campaigns</Trans>
          </h1>
          <p className="mt-1 max-w-prose text-small text-ink-2">
            <Trans>
              Pages with an address of their own, and titles and groups that you choose.
            </Trans>
          </p>
        </div>
        <LinkButton look="main" to="/admin/campaigns/new">
          <Trans>Create a campaign</Trans>
        </LinkButton>
      </div>
      <div className="grid grid-cols-1 gap-6">
        <PagedList
          of={{ items, total, page, rows: ROWS }}
          empty={
            <EmptyState title={<Trans>No campaigns yet</Trans>}>
              <Trans>Create one for a festival, an exhibition or a partner.</Trans>
            </EmptyState>
          }
        >
          <div className="panel">
            <Table<Campaign>
              caption={t`Campaigns`}
              rows={items}
              columns={columns}
              keyOf={({ id }) => id}
            />
          </div>
        </PagedList>
      </div>
    </div>
  )
}

function useColumns(): Column<Campaign>[] {
  const { t, i18n } = useLingui()
  return [
    {
      key: 'title',
      lead: true,
      label: t({ message: 'Title', context: 'of a page' }),
      cell: (campaign) => (
        <Link to={`/admin/campaigns/${campaign.id}`} className="wrap-anywhere">
          {titleOf(campaign, i18n.locale)}
        </Link>
      ),
    },
    {
      key: 'address',
      label: t({ message: 'Address', context: 'of a page' }),
      cell: (campaign) => (
        <Link to={campaignPath(campaign)}>
          <bdi dir="ltr">{campaignPath(campaign)}</bdi>
        </Link>
      ),
    },
    {
      key: 'languages',
      label: t`Languages`,
      cell: ({ words }) => {
        const names = Object.keys(words).map((lang) => languages[lang as keyof typeof words])
        const parts = new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).formatToParts(names)
        return (
          <span>
            {parts.map(({ type, value }, i) =>
              type === 'element' ? (
                <bdi key={i}>{value}</bdi>
              ) : (
                <Fragment key={i}>
                  {value}
                  <wbr />
                </Fragment>
              ),
            )}
          </span>
        )
      },
    },
    {
      key: 'status',
      label: t`Status`,
      cell: ({ is_published }) => (is_published ? t`Published` : t`Not published`),
    },
    {
      key: 'changed',
      label: t`Changed`,
      cell: ({ created_at, edited_at }) => <DateTime at={edited_at ?? created_at} />,
    },
  ]
}
