import { Trans } from '@lingui/react/macro'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { Rights } from '#src/catalog/asset/licence.tsx'
import { Gap } from '#src/ui/gap.tsx'

/** States what a copy is, on its certificate: a licence, no right in the work. */
export function CertifiedLicence({ asset }: { asset: Pick<Asset, 'media_type'> }) {
  return (
    <>
      <Certified kind={asset.media_type} />
      <Gap />
      <Rights />
    </>
  )
}

function Certified({ kind }: { kind: Asset['media_type'] }) {
  if (kind === 'image') return <Trans>This numbered copy is a licence to view the picture.</Trans>
  if (kind === 'audio')
    return <Trans>This numbered copy is a licence to listen to the music.</Trans>
  return <Trans>This numbered copy is a licence to watch the film.</Trans>
}
