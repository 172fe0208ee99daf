import { useLingui } from '@lingui/react/macro'
import type { Asset } from './asset.shared.ts'
import { LinkButton } from '#src/ui/button.tsx'

/** Returns the path of the player for a copy; without a number, for the copy last chosen. */
export const watchPath = (kid: string, number?: number) =>
  `/asset/${kid}/watch${number === undefined ? '' : `?no=${number}`}`

/** Returns the verb for playing a title, by its media type. */
export function useWatchVerb({ media_type }: Pick<Asset, 'media_type'>) {
  const { t } = useLingui()
  return { video: t`Watch`, audio: t`Listen`, image: t`View`, unknown: t`Open` }[media_type]
}

/** Links a tile to the player, above the link that covers the tile. */
export function WatchFromTile({ asset, number }: { asset: Asset; number?: number | undefined }) {
  const verb = useWatchVerb(asset)
  return (
    <LinkButton
      small
      icon="play"
      className="relative z-2 mt-2"
      to={watchPath(asset.kid, number)}
      aria-label={`${verb}: ${asset.title}`}
    >
      {verb}
    </LinkButton>
  )
}
