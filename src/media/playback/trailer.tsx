import { Trans } from '@lingui/react/macro'
import { type ReactNode, Suspense, useState } from 'react'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { Icon } from '#src/ui/icon.tsx'
import { LazyPlayer, loadPlayer } from './lazy-player.tsx'
import { trailerOf } from './trailer.shared.ts'
import './player.css'

/**
 * Shows a title's picture with a button for its trailer. The player is loaded when the button is
 * pointed at, focused or pressed. Without a trailer, only the picture is shown.
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
        <LazyPlayer work={{ title, poster, media: 'video' }} source={source} />
      </Suspense>
    )
  return (
    <div className="relative">
      {children}
      <button
        type="button"
        className="trailer-play"
        onPointerEnter={load}
        onFocus={load}
        onClick={() => setIsPlaying(true)}
      >
        <Icon name="play" />
        <Trans>Trailer</Trans>
      </button>
    </div>
  )
}

const load = () => void loadPlayer().catch(() => {}) // pressing the button reports a failure
