import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ask, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { type Follow, listFollows } from '#src/catalog/follow/follow.shared.ts'
import { useFollowing } from '#src/catalog/follow/following.tsx'
import { CopyTile } from '#src/catalog/serial/copy-tile.tsx'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { UpcomingDateTime } from '#src/ui/date-time.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PagedList } from '#src/ui/paged-list.tsx'
import { pageAddress, pageFromSearch } from '#src/ui/pagination.tsx'
import { Picture } from '#src/ui/picture.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { attempt } from '#src/ui/undo-toast.tsx'
import { PageSection } from '#src/ui/section.tsx'
import { formatYen } from '#src/ui/yen.ts'
import { NameOfBrand } from '#src/ui/verified-badge.tsx'
import type { Route } from './+types/following-page.ts'

const ROWS = 50

/** Loads the reader's page of each list. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const pageOf = async (what: Follow['what'], name: string) => {
    const page = pageFromSearch(url.searchParams, name)
    const query = { what, offset: page * ROWS, limit: ROWS }
    return { name, page, query, initial: await ask(context, listFollows, query) }
  }
  const [favourites, brands, reminders, alerts] = await Promise.all([
    pageOf('favourite', 'page'),
    pageOf('brand', 'brands'),
    pageOf('reminder', 'reminders'),
    pageOf('price_alert', 'alerts'),
  ])
  return { favourites, brands, reminders, alerts }
}

/** Lists what the reader follows: favourites, brands, reminders and price alerts. */
export default function FollowingPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { favourites, brands, reminders, alerts } = loaderData
  const browse = (
    <LinkButton to="/">
      <Trans>Browse the marketplace</Trans>
    </LinkButton>
  )
  return (
    <div className="wrap grid max-w-[960px] gap-10 pt-6 pb-16 sm:pt-8">
      <title>{t`Following · Renban`}</title>
      <div>
        <h1 className="mb-2 text-h1">
          <Trans>Following</Trans>
        </h1>
        <p className="text-ink-2">
          <Trans>
            You are told of new titles of brands that you follow, and of further copies of your
            favourite titles.
          </Trans>
        </p>
      </div>
      <PageSection title={<Trans>Favourites</Trans>}>
        <Follows
          what="favourite"
          list={favourites}
          none={<Trans>No favourites yet</Trans>}
          find={browse}
        >
          <Trans>On the page of a title, add it or one of its numbers to your favourites.</Trans>
        </Follows>
      </PageSection>
      <PageSection title={<Trans>Brands</Trans>}>
        <Follows what="brand" list={brands} none={<Trans>No brands yet</Trans>} find={browse}>
          <Trans>Press “Follow” on the page of a brand to hear of its new titles.</Trans>
        </Follows>
      </PageSection>
      <PageSection title={<Trans>Reminders</Trans>}>
        <Follows
          what="reminder"
          list={reminders}
          none={<Trans>No reminders yet</Trans>}
          find={
            <LinkButton to="/">
              <Trans>See what opens soon</Trans>
            </LinkButton>
          }
        >
          <Trans>On the page of a title that is not on sale yet, press “Remind me”.</Trans>
        </Follows>
      </PageSection>
      <PageSection title={<Trans>Price alerts</Trans>}>
        <Follows
          what="price_alert"
          list={alerts}
          none={<Trans>No price alerts yet</Trans>}
          find={
            <LinkButton to="/?listing_type=sale">
              <Trans>See titles for sale</Trans>
            </LinkButton>
          }
        >
          <Trans>On the page of a title, choose the price at which you would buy it.</Trans>
        </Follows>
      </PageSection>
    </div>
  )
}

interface FollowsProps {
  what: Follow['what']
  list: Route.ComponentProps['loaderData']['favourites']
  /** The heading of an empty list. */
  none: ReactNode
  /** The link to where the reader finds something to add. */
  find: ReactNode
  /** How the reader adds something, for an empty list. */
  children: ReactNode
}

function Follows({ what, list, none, find, children }: FollowsProps) {
  const { stop, stopping, error } = useFollowing(what)
  const { name, page, query, initial } = list
  const [search] = useSearchParams()
  const options = { initial, refetchInterval: REFETCH_MS.status }
  const { items, total } = useLiveQuery(listFollows, query, options)
  return (
    <>
      <RefusalMessage error={error} />
      <PagedList
        isBelow
        of={{ items, total, page, rows: ROWS }}
        empty={
          <EmptyState title={none} actions={find}>
            {children}
          </EmptyState>
        }
        hrefOf={(to) => pageAddress(search, name, to)}
      >
        <ul className="border-t border-line">
          {items.map((follow) => (
            <Row
              key={follow.id}
              follow={follow}
              busy={stopping.isPending && stopping.variables.id === follow.id}
              onRemove={() => attempt(stop(follow))}
            />
          ))}
        </ul>
      </PagedList>
    </>
  )
}

function Row(props: { follow: Follow; busy: boolean; onRemove: () => void }) {
  const { follow, busy, onRemove } = props
  const { t } = useLingui()
  const { name, to } = useNameOf(follow)
  return (
    <li className="grid grid-cols-[72px_minmax(0,1fr)] items-center gap-4 border-b border-line py-3 sm:grid-cols-[88px_minmax(0,1fr)]">
      <Thumbnail follow={follow} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-40 wrap-anywhere">
          <Link to={to} className="inline-flex min-h-11 items-center font-semibold">
            {name}
          </Link>
          {follow.title && (
            <p className="text-small text-ink-2">
              {follow.title.brand && (
                <span className="me-3">
                  <NameOfBrand brand={follow.title.brand} />
                </span>
              )}
              <Offer follow={follow} />
            </p>
          )}
        </div>
        <Button small busy={busy} aria-label={t`Remove ${name}`} onClick={onRemove}>
          <Trans>Remove</Trans>
        </Button>
      </div>
    </li>
  )
}

/** Returns the name of what is followed, and the page of it. */
function useNameOf({ title: work, number, brand }: Follow): { name: string; to: string } {
  const { t } = useLingui()
  if (brand) return { name: brand.name, to: `/brand/${brand.account}` }
  const { kid, title = '' } = work ?? {}
  return number === null
    ? { name: title, to: `/asset/${kid}` }
    : { name: t`No. ${number} of “${title}”`, to: `/asset/${kid}?no=${number}` }
}

function Thumbnail({ follow: { title, number, brand } }: { follow: Follow }) {
  if (title) return <CopyTile copy={{ ...title, number: number ?? undefined }} sizes="88px" />
  return brand?.hero_picture ? (
    <div className="aspect-square overflow-hidden [&>.picture]:h-full">
      <Picture source={brand.hero_picture} alt="" sizes="88px" />
    </div>
  ) : (
    <div aria-hidden className="aspect-square bg-well" />
  )
}

function Offer({ follow }: { follow: Follow }) {
  const { what, number, sale_price, sale_starting_at } = follow
  if (what === 'reminder' && sale_starting_at)
    return (
      <Trans>
        The sale opens on <UpcomingDateTime at={sale_starting_at} />
      </Trans>
    )
  if (what !== 'price_alert' && sale_price === null) return <Trans>Not for sale</Trans>
  const price = <span className="amount">{formatYen(follow.price ?? sale_price ?? 0)}</span>
  if (what === 'price_alert') return <Trans>{price} or less</Trans>
  return number === null ? <Trans>From {price}</Trans> : price
}
