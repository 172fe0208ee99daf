import { Trans, useLingui } from '@lingui/react/macro'
import { ask, nowContext, REFETCH_MS, refusedPage, useLiveQuery } from '#core/http/ask.ts'
import { useReader } from '#src/accounts/account/reader.tsx'
import { PAGE_SIZE } from '#core/http/paging.shared.ts'
import { LazyCardReminder } from '#src/catalog/follow/lazy-card-reminder.tsx'
import { TitleGrid } from '#src/catalog/asset/title-grid.tsx'
import { GroupCard, GroupGrid } from '#src/catalog/group/group-card.tsx'
import { getSettings } from '#src/platform/settings/settings.shared.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { plainTextOf } from '#src/ui/markdown.tsx'
import { PageHero } from '#src/ui/page-hero.tsx'
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
  const { slug, lang, title, body_html, hero_picture, groups } = campaign
  const titles = useLiveQuery(listCampaignTitles, queryOf(slug, page), {
    initial: loaderData.titles,
    refetchInterval: REFETCH_MS.grid,
  })
  const home = campaignPath(campaign)
  return (
    <div className="pb-16">
      <title>{t`${title} · Renban`}</title>
      <SocialTags
        title={title}
        description={plainTextOf(body_html)}
        path={page === 0 ? home : `${home}?page=${page}`}
        picture={hero_picture ?? titles.items.find(({ poster }) => poster)?.poster}
        aboutPath={home}
        things={[{ '@type': 'CollectionPage' }]}
      />
      <PageHero
        picture={hero_picture}
        name={<bdi>{title}</bdi>}
        descriptionHtml={body_html}
        lang={lang}
        actions={
          campaign.accepts_codes && (
            <LinkButton to="/coupons/occupations/new">
              <Trans>Enter a coupon</Trans>
            </LinkButton>
          )
        }
      />
      <div className="wrap mt-8 grid grid-cols-[minmax(0,1fr)] gap-10">
        {isAdmin && !campaign.is_published && (
          <Note tone="warn">
            <Trans>Only administrators see this page. It is not published yet.</Trans>
          </Note>
        )}
        {titles.total === 0 && groups.length === 0 && (
          <NoTitles form={isAdmin ? `/admin/campaigns/${campaign.id}` : undefined} />
        )}
        {titles.total > 0 && (
          <section>
            <h2 className="mb-5 text-h2">
              <Trans>Titles</Trans>
            </h2>
            <TitleGrid
              titles={titles}
              page={page}
              context="market"
              tradeFlag={tradeFlag}
              now={now}
              isBelow={hero_picture !== null}
              Coming={LazyCardReminder}
            />
          </section>
        )}
        {groups.length > 0 && (
          <section>
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
    </div>
  )
}

/** Says that titles will follow. Leads administrators to the `form` of the campaign, others on. */
function NoTitles({ form }: { form: string | undefined }) {
  return (
    <EmptyState
      title={<Trans>No titles yet</Trans>}
      actions={
        form ? (
          <LinkButton look="main" to={form}>
            <Trans>Choose titles</Trans>
          </LinkButton>
        ) : (
          <LinkButton look="main" to="/">
            <Trans>Browse the marketplace</Trans>
          </LinkButton>
        )
      }
    >
      <Trans>Titles appear here when they are published.</Trans>
    </EmptyState>
  )
}
