import { Trans, useLingui } from '@lingui/react/macro'
import type { ReplyOf } from '#core/http/endpoint.ts'
import type { Asset, getAsset } from '#src/catalog/asset/asset.shared.ts'
import { useRentWords } from '#src/catalog/rental-period/rent-words.tsx'
import { isToRent, type SerialOfTitle } from '#src/catalog/serial/serial.shared.ts'
import { watchPath } from '#src/catalog/serial/watch-path.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { WhenToCome } from '#src/ui/when.tsx'
import { SignedInLink } from './signed-in-link.tsx'

/** Watch a title, or the copy of it that is the reader's, by the verb of its kind. */
export function useWatchAction({ kid, media_type }: Asset, number?: number) {
  const { t } = useLingui()
  const words = { video: t`Watch`, audio: t`Listen`, image: t`View`, unknown: t`Open` }
  const link = (wide?: boolean) => (
    <LinkButton look="main" icon="play" wide={wide} to={watchPath(kid, number)}>
      {words[media_type]}
    </LinkButton>
  )
  return { full: link(true), short: link() }
}

/** Watch what is rented already, else rent a copy that is offered so. */
export function useRentAction(asset: ReplyOf<typeof getAsset>, copy: SerialOfTitle) {
  const { t } = useLingui()
  const { rentFor } = useRentWords()
  const { my_rented_number: rented, owned_copies_count: owned } = asset
  const watch = useWatchAction(asset, owned > 0 && rented !== null ? rented : undefined)
  const { number, rent_price: price, rental_period_seconds: seconds } = copy
  if (rented !== null) return watch
  if (!isToRent(copy) || price === null || seconds === null) return undefined
  if (!asset.available_here) return undefined
  const rent = (label: string, wide?: boolean) => (
    <SignedInLink to={`/payment/rental/${asset.kid}?no=${number}`} wide={wide}>
      {label}
    </SignedInLink>
  )
  return { full: rent(rentFor({ number, price, seconds }), true), short: rent(t`Rent`) }
}

/** What the reader rents of a title now, whichever of its numbers they look at. */
export function YouRent({ asset }: { asset: Asset }) {
  const { my_rented_number: number, my_max_expiry: until } = asset
  if (number === null || until === null) return null
  return (
    <p className="text-small">
      <Trans>
        You rent No. {number} until <WhenToCome at={until} />.
      </Trans>
    </p>
  )
}
