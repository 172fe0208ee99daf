import { Trans } from '@lingui/react/macro'
import { LinkButton } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { When } from '#src/ui/when.tsx'
import type { Offer } from './confirm-page.tsx'
import type { Purchase } from './purchase.shape.ts'

/** The buyer came back from the card page without an answer: the copy is still held for them. */
export function Begun({ purchase }: { purchase: Purchase }) {
  const { kid, number, checkout_url, held_until } = purchase
  return (
    <EmptyState
      title={<Trans>No. {number} is held for you</Trans>}
      actions={
        <>
          {checkout_url && (
            <LinkButton look="main" to={checkout_url} reloadDocument>
              <Trans>Go on to the card page</Trans>
            </LinkButton>
          )}
          <LinkButton to={`/payment/purchase/cancel/${kid}/${number}`}>
            <Trans>Give No. {number} up</Trans>
          </LinkButton>
        </>
      }
    >
      <Trans>
        You have begun to pay. It is yours to buy until <When at={held_until} detail="time" />.
      </Trans>
    </EmptyState>
  )
}

/** Somebody was faster, or it was never on offer: the way back to the other numbers. */
export function NotForSale({ asset, copy }: Pick<Offer, 'asset' | 'copy'>) {
  const { number } = copy
  return (
    <EmptyState
      title={
        copy.mine ? (
          <Trans>No. {number} is yours already</Trans>
        ) : (
          <Trans>No. {number} cannot be bought now</Trans>
        )
      }
      actions={
        <LinkButton look="main" to={`/asset/${asset.kid}?no=${number}`}>
          {copy.mine ? <Trans>See the title</Trans> : <Trans>Choose another number</Trans>}
        </LinkButton>
      }
    >
      {copy.status === 'being_purchased' && !copy.mine && (
        <Trans>Somebody is paying for it right now.</Trans>
      )}
    </EmptyState>
  )
}
