import { Trans } from '@lingui/react/macro'
import type { Asset } from './asset.shared.ts'

/** States in two sentences what a buyer of a copy gets: a licence, no right in the work. */
export function Licence({ kind }: { kind: Asset['media_type'] }) {
  if (kind === 'image')
    return (
      <Trans>
        You buy a licence to view this numbered copy, and to lend, trade or sell it. Rights in the
        work stay with the creator.
      </Trans>
    )
  if (kind === 'audio')
    return (
      <Trans>
        You buy a licence to listen to this numbered copy, and to lend, trade or sell it. Rights in
        the work stay with the creator.
      </Trans>
    )
  return (
    <Trans>
      You buy a licence to watch this numbered copy, and to lend, trade or sell it. Rights in the
      work stay with the creator.
    </Trans>
  )
}

/** States in two sentences what a renter of a copy gets. */
export function RentalLicence({ kind }: { kind: Asset['media_type'] }) {
  if (kind === 'image')
    return (
      <Trans>
        You rent a licence to view this numbered copy until the end of the period. It can be neither
        sold nor downloaded, and rights in the work stay with the creator.
      </Trans>
    )
  if (kind === 'audio')
    return (
      <Trans>
        You rent a licence to listen to this numbered copy until the end of the period. It can be
        neither sold nor downloaded, and rights in the work stay with the creator.
      </Trans>
    )
  return (
    <Trans>
      You rent a licence to watch this numbered copy until the end of the period. It can be neither
      sold nor downloaded, and rights in the work stay with the creator.
    </Trans>
  )
}
