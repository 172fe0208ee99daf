import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { lastNumber } from '#src/catalog/asset/edition.shared.ts'
import { Card, CardLine, Grid } from '#src/ui/card.tsx'
import { Picture } from '#src/ui/picture.tsx'
import { CardSection } from '#src/ui/section.tsx'
import { Shelf } from '#src/ui/shelf.tsx'
import type { PublicShelf, ShelfCopy } from './shelf.shared.ts'

/** Shows what a public shelf holds: its copies as spines and as tiles, then the followed brands. */
export function ShelfDrawing(
  props: Pick<PublicShelf, 'brands' | 'username'> & { copies: readonly ShelfCopy[] },
) {
  const { copies, brands, username } = props
  const { t } = useLingui()
  const spines = copies.map((copy) => {
    const { title, number, copies_count, media_type } = copy
    return {
      to: pathOf(copy),
      label: t`${title}, No. ${number} of ${copies_count}`,
      media: media_type,
      obi: { ...obiOf(copy), name: title },
    }
  })
  if (copies.length === 0 && !brands?.length)
    return (
      <p className="text-ink-2">
        <Trans>This shelf is empty.</Trans>
      </p>
    )
  return (
    <div className="grid gap-12">
      {copies.length > 0 && <Shelf label={t`Shelf of ${username}`} spines={spines} />}
      <CardSection title={<Trans>Copies</Trans>} of={{ items: copies }}>
        <Grid>
          {copies.map((copy) => (
            <Card
              key={pathOf(copy)}
              title={copy.title}
              brand={copy.brand}
              to={pathOf(copy)}
              media={copy.media_type}
              poster={copy.poster}
              obi={{ ...obiOf(copy), name: null }}
            >
              <CardLine>
                <Trans>No. {copy.number}</Trans>
              </CardLine>
            </Card>
          ))}
        </Grid>
      </CardSection>
      <CardSection title={<Trans>Brands followed</Trans>} of={{ items: brands ?? [] }}>
        <ul className="grid gap-x-7 sm:grid-cols-2 lg:grid-cols-3">
          {brands?.map(({ account, name, hero_picture }) => (
            <li
              key={account}
              className="relative flex items-center gap-4 border-t border-line py-3"
            >
              <span className="relative aspect-square w-14 flex-none overflow-hidden bg-well [&>.picture]:h-full">
                {hero_picture && <Picture source={hero_picture} alt="" sizes="56px" />}
              </span>
              <Link to={`/brand/${account}`} className="card-link font-semibold wrap-anywhere">
                <bdi>{name}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      </CardSection>
    </div>
  )
}

/** Counts the copies that a person owns, if they show it. */
export const NumbersCount = ({ count }: { count: number | null }) =>
  count === null ? null : (
    <p className="mt-2 text-ink-2">
      <Plural value={count} one="# number collected" other="# numbers collected" />
    </p>
  )

const pathOf = ({ kid, number }: ShelfCopy) => `/asset/${kid}?no=${number}`

const obiOf = (copy: ShelfCopy) => ({
  colour: copy.obi,
  of: copy.copies_count,
  last: lastNumber(copy),
  number: copy.number,
})
