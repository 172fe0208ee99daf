import { Trans, useLingui } from '@lingui/react/macro'
import { ask, nowContext, REFETCH_MS, refusedPage, useLiveQuery } from '#core/http/ask.ts'
import { useReader } from '#src/accounts/account/reader.tsx'
import { PAGE_SIZE } from '#core/http/paging.shared.ts'
import { TitleGrid } from '#src/catalog/asset/title-grid.tsx'
import { GroupCard, GroupGrid } from '#src/catalog/group/group-card.tsx'
import { getSettings } from '#src/platform/settings/settings.shared.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { Markdown, plainTextOf } from '#src/ui/markdown.tsx'
import { pageFromSearch } from '#src/ui/pagination.tsx'
import { SocialTags } from '#src/ui/social-tags.tsx'
import { Note } from '#src/ui/state-tag.tsx'
import { useServerClock } from '#src/ui/server-clock.ts'
import type { Route } from './+types/campaign-page.ts'
import {
  campaignPath,
  getCampaign,
  listCampaignTitles,
  slug as campaignSlug,
} from './campaign.shared.ts'

/** Loads the campaign at an address of one word. Any other address is unknown. */
export async function loader({ context, params: { slug }, url }: Route.LoaderArgs) {
  if (!campaignSlug.safeParse(slug).success) throw refusedPage('not_found')
  const page = pageFromSearch(url.searchParams)
  const [campaign, titles, { trade_enabled: tradeFlag }] = await Promise.all([
    ask(context, getCampaign, { slug }),
    ask(context, listCampaignTitles, queryOf(slug, page)),
    ask(context, getSettings, {}),
  ])
  return { campaign, titles, page, tradeFlag, now: context.get(nowContext).toISOString() }
}

const queryOf = (slug: string, page: number) => ({
  slug,
  offset: page * PAGE_SIZE,
  limit: PAGE_SIZE,
})

/** A page with the words of an operator, and the titles and groups that they chose. */
export default function CampaignPage({ loaderData }: Route.ComponentProps) {
  const { campaign, page, tradeFlag, now } = loaderData
  const { t } = useLingui()
  const clock = useServerClock(now)
  const isAdmin = useReader()?.role === 'ADMIN'
  const { slug, lang, title, body_html, groups } = campaign
  const titles = useLiveQuery(listCampaignTitles, queryOf(slug, page), {
    initial: loaderData.titles,
    refetchInterval: REFETCH_MS.grid,
  })
  return (
    <div className="wrap pt-8 pb-16 sm:pt-12">
      <title>{t`${title} · Renban`}</title>
      <SocialTags
        title={title}
        description={plainTextOf(body_html)}
        path={campaignPath(campaign)}
        picture={titles.items.find(({ poster }) => poster)?.poster ?? null}
        things={[{ '@type': 'CollectionPage' }]}
      />
      {isAdmin && !campaign.is_published && (
        <div className="mb-6">
          <Note tone="warn">
            <Trans>Only administrators see this page. It is not published yet.</Trans>
          </Note>
        </div>
      )}
      <header className="grid max-w-[66ch] gap-5">
        <h1 className="text-d1 wrap-anywhere" lang={lang}>
          <bdi>{title}</bdi>
        </h1>
        <Markdown html={body_html} lang={lang} />
        <div className="flex flex-wrap gap-3">
          {titles.total === 0 && groups.length === 0 && (
            <LinkButton look="main" to="/">
              <Trans>Browse the marketplace</Trans>
            </LinkButton>
          )}
          {campaign.accepts_codes && (
            <LinkButton to="/coupons/occupations/new">
              <Trans>Enter a coupon</Trans>
            </LinkButton>
          )}
        </div>
      </header>
      {titles.total > 0 && (
        <section className="mt-10">
          <h2 className="mb-5 text-h2">
            <Trans>Titles</Trans>
          </h2>
          <TitleGrid titles={titles} page={page} context="market" tradeFlag={tradeFlag} now={now} />
        </section>
      )}
      {groups.length > 0 && (
        <section className="mt-10">
          <h2 className="mb-5 text-h2">
            <Trans>Groups</Trans>
          </h2>
          <GroupGrid>
            {groups.map((group) => (
              <GroupCard key={group.key} group={group} now={clock()} />
            ))}
          </GroupGrid>
        </section>
      )}
    </div>
  )
}
