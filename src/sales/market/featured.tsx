import { Plural, Trans } from '@lingui/react/macro'
import { useEndpointQuery } from '#core/http/ask.ts'
import { useReader } from '#src/accounts/account/reader.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { Countdown } from '#src/ui/countdown.tsx'
import { FeaturedTitle } from '#src/ui/featured-title.tsx'
import { getBoard, parseBoardRow } from '#src/catalog/serial/serial.shared.ts'
import { EditionRuler } from '#src/ui/edition-ruler.tsx'
import { Gap } from '#src/ui/gap.tsx'
import { UpcomingDateTime } from '#src/ui/date-time.tsx'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { hasPassed } from '#src/catalog/asset/card-counts.tsx'
import { hasOffer, Offers } from '#src/catalog/asset/title-card.tsx'
import { LazyCardReminder } from '#src/catalog/follow/lazy-card-reminder.tsx'
import { obiOf } from '#src/catalog/asset/title-obi.tsx'
import { TitleFacts } from '#src/catalog/asset/title-facts.tsx'

/** Shows the featured title in a wide card at the top of the market. */
export function Featured(props: { asset: Asset; now: string; isNewest: boolean }) {
  const { asset, now, isNewest } = props
  const opensAt = asset.sale_starting_at
  const isOpen = !opensAt || hasPassed(opensAt, now)
  const viewer = useReader()?.account_id
  const unlisted = useUnlistedNumbers(asset)
  if (!asset.poster) return null
  return (
    <FeaturedTitle obi={{ ...obiOf(asset), name: asset.title }} picture={asset.poster} alt="">
      {(isNewest || !isOpen) && (
        <p className="text-small font-semibold text-ink-2">
          {isOpen ? <Trans>Newest</Trans> : <Trans>Opening soon</Trans>}
        </p>
      )}
      <h2 className="text-d1 wrap-anywhere">
        <bdi>{asset.title}</bdi>
      </h2>
      <p className="text-small text-ink-2">
        {asset.brand && (
          <>
            <bdi>{asset.brand.name}</bdi>.{' '}
          </>
        )}
        <TitleFacts asset={asset} />
      </p>
      <p className="text-small">
        <Plural value={asset.copies_count} one="# numbered copy." other="# numbered copies." />
        {!isOpen && (
          <>
            <Gap />
            <Trans>
              Choose your number when the sale opens on <UpcomingDateTime at={opensAt} />.
            </Trans>
          </>
        )}
      </p>
      {isOpen && (
        <div>
          <Offers asset={asset} context="market" now={now} />
        </div>
      )}
      {!isOpen && <Countdown until={opensAt} now={now} />}
      <div className="mt-auto grid gap-5 pt-2">
        <EditionRuler first={asset.first_number} of={asset.copies_count} gone={unlisted} />
        <LinkButton look="main" to={`/asset/${asset.kid}`} wide>
          {isOpen && hasOffer(asset, now) ? (
            <Trans>Choose a number</Trans>
          ) : (
            <Trans>See the numbers</Trans>
          )}
        </LinkButton>
        {!isOpen && asset.creator_account_id !== viewer && <LazyCardReminder asset={asset} />}
      </div>
    </FeaturedTitle>
  )
}

/** Returns the numbers that are not listed; none until the board is loaded. */
function useUnlistedNumbers({ kid, first_number, copies_count }: Asset): number[] {
  const board = useEndpointQuery(getBoard, { id: kid })
  if (!board) return []
  const offered = new Set(
    board.rows
      .map(parseBoardRow)
      .filter(({ status }) => status === 'buyable' || status === 'rentable')
      .map(({ number }) => number),
  )
  const numbers = Array.from({ length: copies_count }, (_, i) => first_number + i)
  return numbers.filter((number) => !offered.has(number))
}
