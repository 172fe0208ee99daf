import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import type { ReplyOf } from '#core/http/endpoint.ts'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import type { getSerial } from '#src/catalog/serial/serial.shared.ts'
import { Button } from '#src/ui/button.tsx'
import type { RentalTerms } from './listing.shared.ts'
import { useOfferPermissions } from './offer-permissions.tsx'
import { Reason, UnavailableReason } from './unavailable-reason.tsx'

const ListDialog = lazy(() =>
  import('./list-dialog.tsx').then(({ ListDialog: dialog }) => ({ default: dialog })),
)
const RentOutDialog = lazy(() =>
  import('./rent-out-dialog.tsx').then(({ RentOutDialog: dialog }) => ({ default: dialog })),
)
const DelistDialog = lazy(() =>
  import('./delist-dialog.tsx').then(({ DelistDialog: dialog }) => ({ default: dialog })),
)

type Kind = 'list' | 'rent' | 'delist'
interface Props {
  asset: Asset
  copy: ReplyOf<typeof getSerial>
  /** The creator's rentals of the title; null if they do not matter to the reader. */
  rentals: RentalTerms | null
  now: string
}

/** Lists or delists the reader's own copy, or says why neither is possible. */
export function OwnerActions({ asset, copy, rentals, now }: Props) {
  const [dialog, setDialog] = useState<Kind>()
  const onClose = () => setDialog(undefined)
  return (
    <>
      <Actions asset={asset} copy={copy} rentals={rentals} now={now} onOpen={setDialog} />
      <Suspense>
        {dialog === 'list' && <ListDialog asset={asset} onClose={onClose} copies={[copy]} />}
        {dialog === 'rent' && <RentOutDialog asset={asset} onClose={onClose} copies={[copy]} />}
        {dialog === 'delist' && <DelistDialog copies={[copy]} onClose={onClose} />}
      </Suspense>
    </>
  )
}

function Actions(props: Props & { onOpen: (kind: Kind) => void }) {
  const { asset, copy, rentals, now, onOpen } = props
  const { t } = useLingui()
  const { number, status } = copy
  if (status === 'not_listed')
    return <Offers asset={asset} number={number} rentals={rentals} onOpen={onOpen} />
  const isOffered = status === 'buyable' || status === 'rentable' || status === 'offered_in_trade'
  const isListed = copy.sale_price !== null || copy.rent_price !== null
  if (!isOffered && !(status === 'preparing' && isListed))
    return <UnavailableReason copy={copy} now={now} />
  return (
    <>
      <Button wide onClick={() => onOpen('delist')}>
        {copy.rent_price === null
          ? t`Stop selling No. ${number}`
          : t`Stop renting out No. ${number}`}
      </Button>
      {status === 'preparing' && (
        <Reason>
          <Trans>We are preparing No. {number}. It will be available in a moment.</Trans>
        </Reason>
      )}
    </>
  )
}

function Offers(props: {
  asset: Asset
  number: number
  rentals: RentalTerms | null
  onOpen: (kind: Kind) => void
}) {
  const { asset, number, rentals, onOpen } = props
  const { t } = useLingui()
  const may = useOfferPermissions(asset, rentals)
  return (
    <>
      <div className="flex flex-wrap gap-3 *:flex-auto empty:hidden">
        {may.sell && <Button onClick={() => onOpen('list')}>{t`Sell No. ${number}`}</Button>}
        {may.rent && <Button onClick={() => onOpen('rent')}>{t`Rent out No. ${number}`}</Button>}
      </div>
      {may.later && (
        <Reason>
          <Trans>
            The creator is renting out this title. You can rent out No. {number} when that ends.
          </Trans>
        </Reason>
      )}
    </>
  )
}
