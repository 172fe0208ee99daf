import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import type { Asset } from '#src/asset/asset.shape.ts'
import { TitleFrame } from '#src/asset/title-frame.tsx'
import { trailerOf } from '#src/playback/player.shape.ts'
import { Button } from '#src/ui/button.tsx'

const Player = lazy(() =>
  import('#src/playback/player.tsx').then(({ Player: player }) => ({ default: player })),
)

/** The work at the head of its page; where it has a trailer, that plays in its place when asked. */
export function TitleStage({ asset }: { asset: Asset }) {
  const [isPlaying, setPlaying] = useState(false)
  const trailer = trailerOf(asset.preview_url)
  const frame = <TitleFrame asset={asset} />
  const { title, poster } = asset
  if (!trailer) return frame
  const media = asset.media_type === 'audio' ? 'audio' : 'video'
  if (isPlaying)
    return (
      <Suspense fallback={frame}>
        <Player work={{ title, media, poster }} source={trailer} />
      </Suspense>
    )
  return (
    <div className="grid justify-items-start gap-3">
      <div className="w-full">{frame}</div>
      <Button small icon="play" onClick={() => setPlaying(true)}>
        {media === 'audio' ? <Trans>Play a sample</Trans> : <Trans>Play the trailer</Trans>}
      </Button>
    </div>
  )
}
