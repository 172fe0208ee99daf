import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  ask,
  askOptional,
  nowContext,
  REFETCH_MS,
  useLiveQuery,
  useRefetchQueries,
} from '#core/http/ask.ts'
import type { ReplyOf } from '#core/http/endpoint.ts'
import { useActsAs, useReader } from '#src/accounts/account/reader.tsx'
import { PAGE_SIZE } from '#core/http/paging.shared.ts'
import { LazyCardReminder } from '#src/catalog/follow/lazy-card-reminder.tsx'
import { TitlesLoadFailed, TitleGrid } from '#src/catalog/asset/title-grid.tsx'
import { getSettings } from '#src/platform/settings/settings.shared.ts'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { plainTextOf } from '#src/ui/markdown.tsx'
import { ShareButton } from '#src/ui/share-button.tsx'
import { SocialTags } from '#src/ui/social-tags.tsx'
import { PageHero } from '#src/ui/page-hero.tsx'
import { pageFromSearch } from '#src/ui/pagination.tsx'
import { NameOfBrand } from '#src/ui/verified-badge.tsx'
import { WaitingLink } from '#src/sales/waiting-room/waiting-link.tsx'
import { mustWait, loadWaitingRoom, useWaitingRoom } from '#src/sales/waiting-room/waiting-room.tsx'
import { getDraw } from '#src/sales/draw/draw.shared.ts'
import type { WaitingRoom } from '#src/sales/waiting-room/waiting.shared.ts'
import type { Route } from './+types/group-page.ts'
import { pictureOf } from '#src/catalog/group/group-card.tsx'
import { SaleWindow } from '#src/catalog/group/group-sale.tsx'
import { getGroup, type Group, listGroupContents } from '#src/catalog/group/group.shared.ts'

type Contents = ReplyOf<typeof listGroupContents>
type Obstacle = ReplyOf<typeof getDraw>['obstacle']

/** Loads a group by its address. If its titles cannot be loaded, the page shows the rest. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const id = params.encryptedId
  const page = pageFromSearch(url.searchParams)
  const [group, titles, draw, { trade_enabled: tradeFlag }] = await Promise.all([
    ask(context, getGroup, { id }),
    askOptional(context, ['unavailable'], listGroupContents, queryOf(id, page)),
    askOptional(context, ['unavailable'], getDraw, { id }),
    ask(context, getSettings, {}),
  ])
  const waitingRoom = group.waiting_room ? await loadWaitingRoom(context, id) : null
  const now = context.get(nowContext).toISOString()
  return { group, waitingRoom, page, titles: titles ?? null, draw: draw ?? null, tradeFlag, now }
}

/** Obstacles that time does not remove: the group's times, which are those of its draw, are not shown then. */
const NEVER_DRAWN: readonly unknown[] = ['prices_differ', 'nothing_left'] satisfies Obstacle[]

const pathOf = ({ encrypted_id }: Group) => `/group/${encrypted_id}`
const queryOf = (id: string, page: number) => ({ id, offset: page * PAGE_SIZE, limit: PAGE_SIZE })

export default function GroupPage({ loaderData }: Route.ComponentProps) {
  const { group, page, titles, tradeFlag } = loaderData
  const { t } = useLingui()
  const [openedAt, setOpenedAt] = useState<string>()
  const now = openedAt ?? loaderData.now
  const id = group.encrypted_id
  const waitingRoom = useWaitingRoom(id, loaderData.waitingRoom)
  const live = { initial: loaderData.draw, refetchInterval: REFETCH_MS.grid }
  const draw = useLiveQuery(getDraw, { id }, live)
  const refetch = useRefetchQueries()
  function open() {
    setOpenedAt(group.sale_starting_at!)
    refetch()
  }
  return (
    <div className="pb-16">
      <title>{t`${group.name} · Renban`}</title>
      <SocialTags
        title={group.name}
        description={plainTextOf(group.description_html)}
        path={`${pathOf(group)}${page === 0 ? '' : `?page=${page}`}`}
        aboutPath={pathOf(group)}
        picture={pictureOf(group)}
        things={[{ '@type': 'Collection', creator: { '@type': 'Brand', name: group.brand.name } }]}
        trail={[
          { name: t`Marketplace`, path: '/' },
          { name: group.brand.name, path: `/brand/${group.brand.account}` },
        ]}
      />
      <GroupHead
        group={group}
        obstacle={draw?.obstacle}
        waitingRoom={waitingRoom}
        now={now}
        onOpen={open}
      />
      <div className="wrap mt-8">
        <h2 className="sr-only">
          <Trans>Titles</Trans>
        </h2>
        {titles ? (
          <Titles
            key={page}
            group={group}
            page={page}
            titles={titles}
            tradeFlag={tradeFlag}
            now={now}
          />
        ) : (
          <TitlesLoadFailed />
        )}
      </div>
    </div>
  )
}

/** Shows a group's cover, name, description and sale times. */
function GroupHead(props: {
  group: Group
  /** Null if copies can be drawn; undefined if that could not be found out. */
  obstacle: Obstacle | undefined
  waitingRoom: WaitingRoom | null
  now: string
  onOpen: () => void
}) {
  const { group, obstacle, waitingRoom } = props
  const { key, name, brand, description_html, cover_picture, owner_account_id } = group
  const isOwner = useReader()?.account_id === owner_account_id
  const isActing = useActsAs(owner_account_id)
  const hasToWait = waitingRoom && mustWait(waitingRoom, false)
  return (
    <PageHero
      picture={cover_picture}
      above={
        <Link
          to={`/brand/${brand.account}`}
          className="inline-flex min-h-6 items-center wrap-anywhere"
        >
          <NameOfBrand brand={brand} />
        </Link>
      }
      name={name}
      descriptionHtml={description_html}
      actions={
        <>
          {hasToWait && <WaitingLink waitingRoom={waitingRoom} />}
          {!hasToWait && obstacle === null && !isOwner && (
            <LinkButton to={`${pathOf(group)}/draw`}>
              <Trans>Draw copies at random</Trans>
            </LinkButton>
          )}
          <ShareButton title={name} path={pathOf(group)} />
          {isActing && (
            <LinkButton to={`/group/edit?key=${key}`}>
              <Trans>Edit group</Trans>
            </LinkButton>
          )}
        </>
      }
    >
      {(waitingRoom || !NEVER_DRAWN.includes(obstacle)) && <SaleWindow {...props} />}
    </PageHero>
  )
}

function Titles(props: {
  group: Group
  page: number
  titles: Contents
  tradeFlag: boolean
  now: string
}) {
  const { group, page, titles: initial, tradeFlag, now } = props
  const isActing = useActsAs(group.owner_account_id)
  const query = queryOf(group.encrypted_id, page)
  const titles = useLiveQuery(listGroupContents, query, {
    initial,
    refetchInterval: REFETCH_MS.grid,
  })
  if (titles.total === 0)
    return (
      <EmptyState
        title={<Trans>No titles yet</Trans>}
        actions={
          isActing ? (
            <LinkButton look="main" to={`/group/edit?key=${group.key}`}>
              <Trans>Choose titles</Trans>
            </LinkButton>
          ) : (
            <LinkButton to={`/brand/${group.brand.account}`}>
              <Trans>See the brand’s titles</Trans>
            </LinkButton>
          )
        }
      >
        <Trans>Titles of this group appear here once they are published.</Trans>
      </EmptyState>
    )
  return (
    <TitleGrid
      titles={titles}
      page={page}
      tradeFlag={tradeFlag}
      now={now}
      context="market"
      isBelow={group.cover_picture !== null}
      Coming={LazyCardReminder}
    />
  )
}
