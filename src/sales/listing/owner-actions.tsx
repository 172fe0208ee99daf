import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ReplyOf } from '#core/http/endpoint.ts'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import type { getSerial } from '#src/catalog/serial/serial.shared.ts'
import { downloadPath } from '#src/media/downloads/download.shared.ts'
import { useInMenu } from '#src/platform/settings/in-menu.tsx'
import { Button, LinkButton } from '#src/ui/button.tsx'
import { UpcomingDateTime } from '#src/ui/date-time.tsx'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'
import { ForbiddenNote } from './forbidden-note.tsx'
import type { RentalTerms } from './rental-terms.shared.ts'
import { useOfferPermissions } from './offer-permissions.tsx'
import { TradeButton } from './trade-button.tsx'
import { Reason, UnavailableReason } from './unavailable-reason.tsx'

const ListDialog = lazyDialog(() => import('./list-dialog.tsx'), 'ListDialog')
const RentOutDialog = lazyDialog(() => import('./rent-out-dialog.tsx'), 'RentOutDialog')
const DelistDialog = lazyDialog(() => import('./delist-dialog.tsx'), 'DelistDialog')

type Kind = 'list' | 'reprice' | 'rent' | 'rent-again' | 'delist'
interface Props {
  asset: Asset
  copy: ReplyOf<typeof getSerial>
  /** The creator's rentals of the title; null if they do not matter to the reader. */
  rentals: RentalTerms | null
  now: string
}

/** Lists, reprices or delists the reader's own copy, or says why nothing of it is possible. */
export function OwnerActions({ asset, copy, rentals, now }: Props) {
  const [dialog, setDialog] = useState<Kind>()
  const about = { asset, copies: [copy], onClose: () => setDialog(undefined) }
  return (
    <>
      <Actions asset={asset} copy={copy} rentals={rentals} now={now} onOpen={setDialog} />
      {(dialog === 'list' || dialog === 'reprice') && (
        <ListDialog {...about} reprice={dialog === 'reprice'} />
      )}
      {(dialog === 'rent' || dialog === 'rent-again') && (
        <RentOutDialog {...about} reprice={dialog === 'rent-again'} />
      )}
      {dialog === 'delist' && <DelistDialog {...about} />}
    </>
  )
}

function Actions(props: Props & { onOpen: (kind: Kind) => void }) {
  const { asset, copy, rentals, now, onOpen } = props
  const { t } = useLingui()
  const { number, status } = copy
  const may = useOfferPermissions(asset, rentals)
  if (asset.withdrawn_at && status === 'not_available') return null // a notice says so
  if (copy.loan) return <OnLoan copy={copy} />
  if (copy.is_gift) return <Given copy={copy} />
  if (copy.free_rental_id) return <LentForFree copy={copy} to={copy.free_rental_id} />
  if (copy.distribution_id) return <GivenAway copy={copy} to={copy.distribution_id} />
  if (status === 'not_listed') return <Offers asset={asset} copy={copy} may={may} onOpen={onOpen} />
  if (status === 'offered_in_trade') return <InTrade asset={asset} copy={copy} />
  if (status === 'in_trade_offer') return <InOffer copy={copy} />
  if (status === 'downloaded') return <Downloaded asset={asset} copy={copy} />
  if (copy.linked_wallet_id) return <InWallet copy={copy} wallet={copy.linked_wallet_id} />
  const isOffered = status === 'buyable' || status === 'rentable'
  const isListed = copy.sale_price !== null || copy.rent_price !== null
  if (!isOffered && !(status === 'preparing' && isListed))
    return <UnavailableReason copy={copy} now={now} />
  return (
    <>
      <div className="flex flex-wrap gap-3 *:flex-auto">
        {copy.sale_price !== null && may.sell && (
          <Button onClick={() => onOpen('reprice')}>{t`Change price`}</Button>
        )}
        {copy.rent_price !== null && may.rent && (
          <Button onClick={() => onOpen('rent-again')}>{t`Change rent`}</Button>
        )}
        <Button onClick={() => onOpen('delist')}>
          {copy.rent_price === null ? t`Stop selling` : t`Stop renting out`}
        </Button>
      </div>
      {status === 'preparing' && (
        <Reason>
          <Trans>We are preparing No. {number}. It will be available in a moment.</Trans>
        </Reason>
      )}
      <ForbiddenNote forbidden={may.forbidden} />
    </>
  )
}

/** Says why a copy that the reader gives away cannot be offered, and leads to its distribution. */
function GivenAway({ copy: { number }, to }: Pick<Props, 'copy'> & { to: string }) {
  return (
    <>
      <LinkButton to={`/asset/distributions/${to}`}>
        <Trans>See the free distribution</Trans>
      </LinkButton>
      <Reason>
        <Trans>
          You are giving away No. {number}. You can sell it or rent it out once the distribution
          ends.
        </Trans>
      </Reason>
    </>
  )
}

/** Says why a copy of a free rental cannot be offered, and leads to its free rental. */
function LentForFree({ copy: { number }, to }: Pick<Props, 'copy'> & { to: string }) {
  return (
    <>
      <LinkButton to={`/asset/free_rentals/${to}`}>
        <Trans>See the free rental</Trans>
      </LinkButton>
      <Reason>
        <Trans>
          You rent out No. {number} for free. You can offer it otherwise once the free rental ends.
        </Trans>
      </Reason>
    </>
  )
}

/** Says that a copy is lent, or waits to be, and leads to the loan. */
function OnLoan({ copy: { number, loan, rented_until } }: Pick<Props, 'copy'>) {
  const isShown = useInMenu('loans')
  return (
    <>
      {isShown && (
        <LinkButton to="/loans">
          <Trans>See your loans</Trans>
        </LinkButton>
      )}
      <Reason>
        {loan === 'running' && rented_until ? (
          <Trans>
            No. {number} is lent until <UpcomingDateTime at={rented_until} />.
          </Trans>
        ) : (
          <Trans>
            No. {number} is waiting to be borrowed. Withdraw the loan before you offer it.
          </Trans>
        )}
      </Reason>
    </>
  )
}

/** Says that a copy waits to be claimed as a gift, and leads to it. */
function Given({ copy: { number } }: Pick<Props, 'copy'>) {
  const isShown = useInMenu('gifts')
  return (
    <>
      {isShown && (
        <LinkButton to="/gifts">
          <Trans>See your gifts</Trans>
        </LinkButton>
      )}
      <Reason>
        {isShown ? (
          <Trans>
            No. {number} is waiting to be claimed as a gift. Withdraw the gift before you offer it.
          </Trans>
        ) : (
          <Trans>No. {number} is not available for now.</Trans>
        )}
      </Reason>
    </>
  )
}

/** Closes a copy to trade. */
function InTrade({ asset, copy }: Pick<Props, 'asset' | 'copy'>) {
  const { number } = copy
  const isAllowed = asset.asset_kid_setting.trade_enabled || copy.is_primary
  return (
    <>
      <div className="flex flex-wrap gap-3 *:flex-auto">
        <LinkButton to="/account/trade_offer_histories">
          <Trans>See trade offers</Trans>
        </LinkButton>
        <TradeButton copy={copy} close />
      </div>
      <Reason>
        {isAllowed ? (
          <Trans>No. {number} is open to trade. Collectors can offer you a copy for it.</Trans>
        ) : (
          <Trans>
            The creator no longer allows trades of this title. No one sees that No. {number} is open
            to trade. Close it, then you can offer it in another way.
          </Trans>
        )}
      </Reason>
    </>
  )
}

/** Leads to the offer that the reader has made with a copy. */
function InOffer({ copy: { number } }: Pick<Props, 'copy'>) {
  return (
    <>
      <LinkButton to="/account/trade_offer_histories?view=sent">
        <Trans>See trade offers</Trans>
      </LinkButton>
      <Reason>
        <Trans>
          You have offered No. {number} in a trade. It stays yours until it is accepted.
        </Trans>
      </Reason>
    </>
  )
}

/** Says that a downloaded copy is locked, and leads to its downloads. */
function Downloaded({ asset, copy: { number } }: Pick<Props, 'asset' | 'copy'>) {
  return (
    <>
      <LinkButton to={downloadPath(asset.kid, number)}>
        <Trans>Download or unlock No. {number}</Trans>
      </LinkButton>
      <Reason>
        <Trans>
          No. {number} is downloaded. You can watch it, but you cannot offer it until you delete the
          file and unlock the copy.
        </Trans>
      </Reason>
    </>
  )
}

/** Says that a copy is in the reader's wallet, and leads to where it is moved back. */
function InWallet({ copy: { number }, wallet }: Pick<Props, 'copy'> & { wallet: string }) {
  return (
    <>
      <LinkButton to={`/account/wallets/${wallet}`}>
        <Trans>See the copies in your wallet</Trans>
      </LinkButton>
      <Reason>
        <Trans>
          No. {number} is in your wallet. You can watch it, but you cannot offer it until you move
          it back.
        </Trans>
      </Reason>
    </>
  )
}

function Offers(props: {
  asset: Asset
  copy: Props['copy']
  may: ReturnType<typeof useOfferPermissions>
  onOpen: (kind: Kind) => void
}) {
  const { asset, copy, may, onOpen } = props
  const { number } = copy
  const { t } = useLingui()
  return (
    <>
      <div className="flex flex-wrap gap-3 *:flex-auto empty:hidden">
        {may.sell && <Button onClick={() => onOpen('list')}>{t`Sell No. ${number}`}</Button>}
        {may.rent && <Button onClick={() => onOpen('rent')}>{t`Rent out No. ${number}`}</Button>}
        {may.trade && <TradeButton copy={copy} />}
        {may.give && (
          <LinkButton to={`/asset/${asset.kid}/give?numbers=${number}`}>
            <Trans>Give No. {number}</Trans>
          </LinkButton>
        )}
        {asset.download_enabled && (
          <LinkButton to={downloadPath(asset.kid, number)}>
            <Trans>Download No. {number}</Trans>
          </LinkButton>
        )}
        {may.lend && (
          <LinkButton to={`/asset/${asset.kid}/lend?no=${number}`}>
            <Trans>Lend No. {number}</Trans>
          </LinkButton>
        )}
      </div>
      {may.later && (
        <Reason>
          <Trans>
            The creator is renting out this title. You can rent out No. {number} when those rentals
            end.
          </Trans>
        </Reason>
      )}
      <ForbiddenNote forbidden={may.forbidden} />
    </>
  )
}
