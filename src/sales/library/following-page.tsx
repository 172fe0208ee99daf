import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ask, REFETCH_MS, useLiveQuery } from '#core/http/ask.ts'
import { useFollowing } from '#src/catalog/follow/follow-buttons.tsx'
import { type Follow, listFollows } from '#src/catalog/follow/follow.shared.ts'
import { CopyTile } from '#src/catalog/serial/copy-tile.tsx'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Pagination, pageFromSearch } from '#src/ui/pagination.tsx'
import { Picture } from '#src/ui/picture.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { formatYen } from '#src/ui/yen.ts'
import type { Route } from './+types/following-page.ts'

const ROWS = 50
const BRANDS = { what: 'brand' as const, limit: 100 }

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = pageFromSearch(url.searchParams)
  const query = { what: 'favourite' as const, offset: page * ROWS, limit: ROWS }
  const [favourites, brands] = await Promise.all([
    ask(context, listFollows, query),
    ask(context, listFollows, BRANDS),
  ])
  return { page, query, favourites, brands }
}

/** Lists what the reader follows: favourite titles and numbers, and brands. */
export default function FollowingPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { page, query } = loaderData
  const live = { refetchInterval: REFETCH_MS.status }
  const favourites = useLiveQuery(listFollows, query, { initial: loaderData.favourites, ...live })
  const brands = useLiveQuery(listFollows, BRANDS, { initial: loaderData.brands, ...live })
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
      <Part title={<Trans>Favourites</Trans>}>
        {favourites.total === 0 ? <NoFavourites /> : <Follows follows={favourites.items} />}
        <Pagination
          page={page}
          count={Math.ceil(favourites.total / ROWS)}
          hrefOf={(to) => `?page=${to}`}
        />
      </Part>
      <Part title={<Trans>Brands</Trans>}>
        {brands.total === 0 ? <NoBrands /> : <Follows follows={brands.items} />}
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="grid gap-4">
      <h2 className="text-h2">{title}</h2>
      {children}
    </section>
  )
}

function NoFavourites() {
  return (
    <EmptyState
      title={<Trans>No favourites yet</Trans>}
      actions={
        <LinkButton look="main" to="/">
          <Trans>Go to the marketplace</Trans>
        </LinkButton>
      }
    >
      <Trans>On the page of a title, add it or one of its numbers to your favourites.</Trans>
    </EmptyState>
  )
}

const NoBrands = () => (
  <EmptyState title={<Trans>You follow no brands yet</Trans>}>
    <Trans>Press “Follow” on the page of a brand to hear of its new titles.</Trans>
  </EmptyState>
)

function Follows({ follows }: { follows: readonly Follow[] }) {
  const { stop, stopping } = useFollowing()
  return (
    <>
      <ul className="border-t border-line">
        {follows.map((follow) => (
          <Row
            key={follow.id}
            follow={follow}
            busy={stopping.isPending && stopping.variables.id === follow.id}
            onRemove={() => stop(follow)}
          />
        ))}
      </ul>
      <RefusalMessage error={stopping.error} />
    </>
  )
}

function Row(props: { follow: Follow; busy: boolean; onRemove: () => void }) {
  const { follow, busy, onRemove } = props
  const { t } = useLingui()
  const { name, to } = useNameOf(follow)
  return (
    <li className="grid grid-cols-[72px_minmax(0,1fr)_auto] items-center gap-4 sm:grid-cols-[88px_minmax(0,1fr)_auto] border-b border-line py-3">
      <Thumbnail follow={follow} />
      <div className="min-w-0 wrap-anywhere">
        <Link to={to} className="inline-flex min-h-11 items-center font-semibold">
          {name}
        </Link>
        {follow.title && (
          <p className="text-small text-ink-2">
            {follow.title.brand && <span className="me-3">{follow.title.brand.name}</span>}
            <Offer follow={follow} />
          </p>
        )}
      </div>
      <Button small busy={busy} aria-label={t`Remove ${name}`} onClick={onRemove}>
        <Trans>Remove</Trans>
      </Button>
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

function Offer({ follow: { number, sale_price } }: { follow: Follow }) {
  if (sale_price === null) return <Trans>Not for sale</Trans>
  const price = <span className="amount">{formatYen(sale_price)}</span>
  return number === null ? <Trans>From {price}</Trans> : price
}
