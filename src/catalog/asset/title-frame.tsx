import { useLingui } from '@lingui/react/macro'
import { Picture } from '#src/ui/picture.tsx'
import type { Asset } from './asset.shared.ts'
import { obiOf } from './title-obi.tsx'
import { Tile } from '#src/ui/tile.tsx'

const SIZES = '(width < 64rem) 100vw, 820px'

/**
 * Shows the work at the top of its page: a film fills its frame, music and pictures lie on a mat.
 */
export function TitleFrame({ asset }: { asset: Asset }) {
  const { t } = useLingui()
  const { poster, media_type } = asset
  if (poster && media_type !== 'audio' && media_type !== 'image')
    return (
      <Picture source={poster} alt={t`Poster of ${asset.title}`} sizes={SIZES} eager shape="wide" />
    )
  if (poster && media_type === 'image')
    return (
      <div className="frame-print">
        <Picture source={poster} alt={asset.title} sizes={SIZES} eager shape="own" />
      </div>
    )
  return (
    <div className="frame-object">
      <Tile obi={obiOf(asset)} media={media_type} poster={poster} sizes="420px" eager />
    </div>
  )
}
