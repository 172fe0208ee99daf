import { Trans } from '@lingui/react/macro'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { Icon } from '#src/ui/icon.tsx'
import { trailerOf } from './player.shared.ts'
import './player.css'

const Player = lazy(() => import('./player.tsx').then(({ Player: it }) => ({ default: it })))

/**
 * Shows a title's picture with a button for its trailer. The player is loaded when Play is pressed.
 * Without a trailer, only the picture is shown.
 */
export function WithTrailer(props: {
  asset: Pick<Asset, 'title' | 'poster' | 'preview_url'>
  children: ReactNode
}) {
  const { asset, children } = props
  const { title, poster } = asset
  const [source] = useState(() => trailerOf(asset.preview_url))
  const [isPlaying, setIsPlaying] = useState(false)
  if (!source) return children
  if (isPlaying)
    return (
      <Suspense fallback={children}>
        <Player work={{ title, poster, media: 'video' }} source={source} />
      </Suspense>
    )
  return (
    <div className="relative">
      {children}
      <button type="button" className="trailer-play" onClick={() => setIsPlaying(true)}>
        <Icon name="play" />
        <Trans>Trailer</Trans>
      </button>
    </div>
  )
}
