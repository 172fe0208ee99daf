import { Trans } from '@lingui/react/macro'
import { usePassingOn } from '#src/platform/settings/passing-on.tsx'
import { Gap } from '#src/ui/gap.tsx'
import type { Asset } from './asset.shared.ts'

interface Props {
  asset: Pick<Asset, 'media_type' | 'asset_kid_setting' | 'download_enabled'>
}

/**
 * States what a buyer of a copy gets: a licence, no right in the work. Speaks of resale, rental, trades
 * and gifts only if title and settings allow them.
 */
export function Licence({ asset }: Props) {
  return (
    <>
      <Bought kind={asset.media_type} />
      <Gap />
      <Allowed {...asset.asset_kid_setting} />
      <Downloadable asset={asset} />
      <Rights />
    </>
  )
}

function Bought({ kind }: { kind: Asset['media_type'] }) {
  if (kind === 'image') return <Trans>You buy a licence to view this numbered copy.</Trans>
  if (kind === 'audio') return <Trans>You buy a licence to listen to this numbered copy.</Trans>
  return <Trans>You buy a licence to watch this numbered copy.</Trans>
}

/** States what the owner of a copy holds. */
export function OwnLicence({ asset }: Props) {
  return (
    <>
      <Held kind={asset.media_type} />
      <Gap />
      <Allowed {...asset.asset_kid_setting} />
      <Downloadable asset={asset} />
      <Rights />
    </>
  )
}

function Held({ kind }: { kind: Asset['media_type'] }) {
  if (kind === 'image') return <Trans>You own a licence to view this numbered copy.</Trans>
  if (kind === 'audio') return <Trans>You own a licence to listen to this numbered copy.</Trans>
  return <Trans>You own a licence to watch this numbered copy.</Trans>
}

/** Names what the holder of a copy may do with it; nothing if nothing is allowed. */
function Allowed(allowed: Asset['asset_kid_setting']) {
  const { secondary_sale_enabled: resale, secondary_rental_enabled: rental } = allowed
  const { trade: isTrading, give } = usePassingOn()
  const trade = isTrading && allowed.trade_enabled
  return (
    <>
      {resale && rental ? (
        <Trans>You can resell it, or rent it out while the creator does not.</Trans>
      ) : resale ? (
        <Trans>You can resell it.</Trans>
      ) : (
        rental && <Trans>You can rent it out while the creator does not.</Trans>
      )}
      {(resale || rental) && <Gap />}
      {trade && give ? (
        <Trans>You can trade it for another copy or give it away.</Trans>
      ) : trade ? (
        <Trans>You can trade it for another copy.</Trans>
      ) : (
        give && <Trans>You can give it away.</Trans>
      )}
      {(trade || give) && <Gap />}
    </>
  )
}

const Downloadable = ({ asset }: Pick<Props, 'asset'>) =>
  asset.download_enabled && (
    <>
      <Trans>You can download it as a file.</Trans>
      <Gap />
    </>
  )

/** States who keeps the rights in the work. */
export const Rights = () => <Trans>All rights in the work stay with the creator.</Trans>

/** States what a renter of a copy gets. */
export function RentalLicence({ asset }: Props) {
  return (
    <>
      <Rented kind={asset.media_type} />
      <Gap />
      <Rights />
    </>
  )
}

function Rented({ kind }: { kind: Asset['media_type'] }) {
  if (kind === 'image')
    return <Trans>You rent a licence to view this numbered copy until the rental ends.</Trans>
  if (kind === 'audio')
    return <Trans>You rent a licence to listen to this numbered copy until the rental ends.</Trans>
  return <Trans>You rent a licence to watch this numbered copy until the rental ends.</Trans>
}
