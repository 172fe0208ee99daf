import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { useReader } from '#src/accounts/account/reader.tsx'
import { Card, CardLine, Grid } from '#src/ui/card.tsx'
import { rareIcons } from '#src/ui/icons/rare-icons.ts'
import { MoneyRange } from '#src/ui/money.tsx'
import { Shelf } from '#src/ui/shelf.tsx'
import { DateTime } from '#src/ui/date-time.tsx'
import type { Asset } from './asset.shared.ts'
import { Counts } from './card-counts.tsx'
import { lastNumber } from './edition.shared.ts'
import { StoppedAt } from './stopped-at.tsx'
import { TitleCard } from './title-card.tsx'
import { obiOf } from './title-obi.tsx'
import { WatchFromTile } from './watch-link.tsx'

interface Props {
  assets: readonly Asset[]
  now: string
  /** The counts of extras that the reader may open, by title. */
  extras: ReadonlyMap<string, number>
  /** Shows counts of trades; false while the platform's trading is off. */
  tradeFlag: boolean
}

/** Shows each copy as a strip, side by side, like the spines of records and books. */
export function MyShelf({ assets }: Pick<Props, 'assets'>) {
  const { t } = useLingui()
  const spines = assets.flatMap((asset) =>
    asset.my_numbers.map((number) => {
      const { kid, title, copies_count, media_type } = asset
      return {
        to: `/asset/${kid}?no=${number}`,
        label: t`${title}, No. ${number} of ${copies_count}`,
        media: media_type,
        obi: { ...obiOf(asset), number, last: lastNumber(asset), name: title },
      }
    }),
  )
  if (spines.length === 0) return null
  return <Shelf label={t`My shelf`} spines={spines} />
}

/** Shows each title as a tile with the number that the reader holds. */
export function Covers({ assets, ...rest }: Props) {
  if (assets.length === 0) return null
  return (
    <Grid>
      {assets.map((asset) => (
        <Cover key={asset.unique_id} asset={asset} {...rest} />
      ))}
    </Grid>
  )
}

/** Shows the same tiles by brand. */
export function Brands({ assets, ...rest }: Props) {
  const { t } = useLingui()
  const brands = Map.groupBy(assets, ({ brand }) => brand?.account ?? '')
  return [...brands].map(([account, titles]) => (
    <section key={account} aria-label={titles[0]!.brand?.name ?? t`No brand`}>
      <div className="mb-4 flex items-baseline justify-between gap-4">
        <h2 className="text-h2">
          <bdi>{titles[0]!.brand?.name ?? <Trans>No brand</Trans>}</bdi>
        </h2>
        {account && (
          <Link
            to={`/collected_contents/brands/${account}`}
            className="flex min-h-11 items-center text-small"
          >
            <Trans>See all from this brand</Trans>
          </Link>
        )}
      </div>
      <Covers assets={titles} {...rest} />
    </section>
  ))
}

function Cover({ asset, extras, ...rest }: Omit<Props, 'assets'> & { asset: Asset }) {
  const viewer = useReader()?.account_id
  const extrasCount = extras.get(asset.kid) ?? 0
  const { my_numbers, owned_copies_count, my_rented_out_copies_count } = asset
  const { kid, my_owned_since, my_min_sale_price, my_max_sale_price } = asset
  const [number] = my_numbers
  const context = 'collected'
  if (number === undefined)
    return <TitleCard asset={asset} context={context} viewer={viewer} {...rest} />
  const isMany = owned_copies_count > 1
  return (
    <Card
      title={asset.title}
      to={`/asset/${kid}?no=${number}`}
      media={asset.media_type}
      poster={asset.poster}
      obi={{ ...obiOf(asset), number, name: null, owned: true }}
    >
      {isMany && (
        <CardLine strong>
          <Link to={`/asset/${kid}/serials`} className="reach z-2 inline-block py-1">
            <Trans>No. {my_numbers.slice(0, 6).join(', ')}</Trans>
            {owned_copies_count > 6 && ' …'}
          </Link>
        </CardLine>
      )}
      {my_owned_since && (
        <CardLine>
          <Trans>
            Since <DateTime at={my_owned_since} detail="day" />
          </Trans>
        </CardLine>
      )}
      {extrasCount > 0 && (
        <CardLine icon={rareIcons.extra}>
          <Plural value={extrasCount} one="# extra" other="# extras" />
        </CardLine>
      )}
      {my_min_sale_price !== null && (
        <CardLine strong>
          <Trans>
            Listed at{' '}
            <MoneyRange min={my_min_sale_price} max={my_max_sale_price ?? my_min_sale_price} />
          </Trans>
        </CardLine>
      )}
      <Counts
        asset={asset}
        context={context}
        {...rest}
        isCreator={asset.creator_account_id === viewer}
      />
      {my_rented_out_copies_count < owned_copies_count && (
        <>
          <StoppedAt asset={asset} />
          <WatchFromTile asset={asset} number={isMany ? undefined : number} />
        </>
      )}
    </Card>
  )
}
