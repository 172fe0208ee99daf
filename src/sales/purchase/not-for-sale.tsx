import { Trans } from '@lingui/react/macro'
import { PurchaseObstacleNote } from '#src/sales/listing/obstacle-note.tsx'
import { UnavailableReason } from '#src/sales/listing/unavailable-reason.tsx'
import type { CopyDeal } from '#src/sales/deal/deal.shared.ts'
import { paymentWords } from '#src/sales/deal/payment-words.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import type { Chosen, LiveOffer } from './live-offer.tsx'
import { NextFree } from './next-free.tsx'

/** Says, before anything is paid, that the title is available in Japan only. */
export function OnlyInJapan({ asset, deal }: Pick<LiveOffer, 'asset'> & { deal: CopyDeal }) {
  const { OnlyInJapan: Words } = paymentWords[deal]
  return (
    <EmptyState
      title={<Trans>This title is not available in your country</Trans>}
      actions={
        <LinkButton look="main" to={`/asset/${asset.kid}`}>
          <Trans>See the title</Trans>
        </LinkButton>
      }
    >
      <Words />
    </EmptyState>
  )
}

/** Says why a copy cannot be bought, and leads to the other numbers. */
export function NotForSale(props: { asset: LiveOffer['asset']; copy: Chosen; now: string }) {
  const { asset, copy, now } = props
  const { number, by, terms } = copy
  const to = `/asset/${asset.kid}?no=${number}`
  if (by === 'mine')
    return (
      <output>
        <EmptyState
          title={<Trans>No. {number} is already yours</Trans>}
          actions={
            <LinkButton look="main" to={to}>
              <Trans>See the title</Trans>
            </LinkButton>
          }
        />
      </output>
    )
  return (
    <output>
      <EmptyState
        title={<Trans>No. {number} cannot be bought right now</Trans>}
        actions={
          <>
            {by === 'gone' && <NextFree deal="sale" kid={asset.kid} number={number} />}
            <LinkButton look="main" to={to}>
              <Trans>See the other numbers</Trans>
            </LinkButton>
          </>
        }
      >
        {by === 'ended' || by === 'full' ? (
          <PurchaseObstacleNote asset={asset} copy={copy} terms={terms} now={now} by={by} />
        ) : (
          <UnavailableReason
            copy={copy}
            now={now}
            byList={terms.restriction?.reserved_by === 'list'}
          />
        )}
        <p className="mt-1.5 text-small">
          <Trans>You were not charged.</Trans>
        </p>
      </EmptyState>
    </output>
  )
}
