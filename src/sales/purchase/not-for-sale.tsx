import { Trans } from '@lingui/react/macro'
import { Hindered } from '#src/sales/listing/hindrance.tsx'
import { WhyNot } from '#src/sales/listing/why-not.tsx'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import type { Chosen, LiveOffer } from './live-offer.tsx'
import { NextFree } from './next-free.tsx'
import type { Deal } from './purchase.shared.ts'

/** Said before anything is paid: the title stays in Japan, and the buyer is not there. */
export function OnlyInJapan({
  asset,
  deal = 'purchase',
}: Pick<LiveOffer, 'asset'> & { deal?: Deal }) {
  return (
    <EmptyState
      title={<Trans>This title is not available where you are</Trans>}
      actions={
        <LinkButton look="main" to={`/asset/${asset.kid}`}>
          <Trans>See the title</Trans>
        </LinkButton>
      }
    >
      {deal === 'rental' ? (
        <Trans>It can be rented and watched in Japan only. Nothing was charged.</Trans>
      ) : (
        <Trans>It can be bought and watched in Japan only. Nothing was charged.</Trans>
      )}
    </EmptyState>
  )
}

/** Somebody was faster, or it cannot be had: why, and the way back to the other numbers. */
export function NotForSale(props: { asset: LiveOffer['asset']; copy: Chosen; now: string }) {
  const { asset, copy, now } = props
  const { number, by, terms } = copy
  const to = `/asset/${asset.kid}?no=${number}`
  if (by === 'mine')
    return (
      <output>
        <EmptyState
          title={<Trans>No. {number} is yours already</Trans>}
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
        title={<Trans>No. {number} cannot be bought now</Trans>}
        actions={
          <>
            {by === 'gone' && <NextFree deal="purchase" kid={asset.kid} number={number} />}
            <LinkButton look="main" to={to}>
              <Trans>See the other numbers</Trans>
            </LinkButton>
          </>
        }
      >
        {by === 'ended' || by === 'full' ? (
          <Hindered {...{ asset, copy, terms, now, by }} />
        ) : (
          <WhyNot copy={copy} now={now} byList={terms.restriction?.reserved_by === 'list'} />
        )}
        <p className="mt-1.5 text-small">
          <Trans>You were not charged.</Trans>
        </p>
      </EmptyState>
    </output>
  )
}
