import { Trans } from '@lingui/react/macro'
import { Form, Link } from 'react-router'
import { Button } from '#src/ui/button.tsx'
import { TextField } from '#src/ui/field.tsx'
import { Money } from '#src/ui/money.tsx'
import { Section } from '#src/ui/section.tsx'
import { useAddressValue } from '#src/ui/use-address-value.ts'
import type { Offer } from './confirm-page.tsx'
import type { Chosen, LiveOffer } from './live-offer.tsx'

/**
 * Lists the numbers of the order with their prices, each with a way to remove it, and a field to add
 * one. Everything is part of the page's address, so it works before scripts do.
 */
export function ChosenCopies(
  props: Pick<LiveOffer, 'asset' | 'copies'> & Pick<Offer, 'settings' | 'unknown'>,
) {
  const { asset, copies, settings, unknown } = props
  const most = settings.purchases_per_action
  const field = useAddressValue<HTMLInputElement>('', copies.length)
  const without = (number: number) =>
    `?${copies
      .filter((copy) => copy.number !== number)
      .map((copy) => `no=${copy.number}`)
      .join('&')}`
  return (
    <Section
      title={<Trans>Numbers to buy</Trans>}
      hint={<Trans>One payment for up to {most} copies. You receive all of them or none.</Trans>}
    >
      <ul className="grid gap-2">
        {copies.map((copy) => (
          <li key={copy.number} className="flex flex-wrap items-center justify-between gap-x-4">
            <span className="font-semibold">
              <Trans>No. {copy.number}</Trans>
            </span>
            <span className="ms-auto">
              <State copy={copy} />
            </span>
            {copies.length > 1 && (
              <Link
                to={without(copy.number)}
                preventScrollReset
                className="inline-flex min-h-11 items-center text-small"
              >
                <Trans>Remove No. {copy.number}</Trans>
              </Link>
            )}
          </li>
        ))}
      </ul>
      {copies.length < most && (
        <Form preventScrollReset className="flex flex-wrap items-end gap-3">
          {copies.map(({ number }) => (
            <input key={number} type="hidden" name="no" value={number} />
          ))}
          <div className="w-34">
            <TextField
              ref={field}
              number
              required
              name="no"
              maxLength={9}
              label={<Trans>Add another number</Trans>}
              error={unknown && <Trans>This title has no No. {unknown}.</Trans>}
            />
          </div>
          <Button type="submit" small>
            <Trans>Add</Trans>
          </Button>
          <Link to={`/asset/${asset.kid}`} className="inline-flex min-h-11 items-center text-small">
            <Trans>See numbers for sale</Trans>
          </Link>
        </Form>
      )}
    </Section>
  )
}

function State({ copy }: { copy: Chosen }) {
  const { kid, number, by, status, sale_price, my_payment } = copy
  if (by === 'mine') return <Trans>already yours</Trans>
  if (by === 'full') return <Trans>over the limit per person</Trans>
  if (by === 'ended') return <Trans>the sale has ended</Trans>
  if (by !== 'gone' && sale_price !== null) return <Money yen={sale_price} />
  if (status === 'being_purchased' && my_payment)
    return (
      <Link to={`/payment/purchase/${kid}?no=${number}`}>
        <Trans>you are paying for it</Trans>
      </Link>
    )
  if (status === 'being_purchased') return <Trans>another buyer is paying for it</Trans>
  return <Trans>not for sale</Trans>
}
