import { Trans } from '@lingui/react/macro'
import type { ReplyOf } from '#core/http/endpoint.ts'
import type { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { type getSerial, isToBuy, isToRent } from '#src/catalog/serial/serial.shared.ts'
import { TimeLeft } from '#src/ui/countdown.tsx'
import { WhenToCome } from '#src/ui/when.tsx'
import { Hindered, hindranceOf, type Terms } from './hindrance.tsx'
import { Reason, WhyNot } from './why-not.tsx'

interface Props {
  asset: ReplyOf<typeof getAsset>
  copy: ReplyOf<typeof getSerial>
  terms: Terms
  now: string
}

/** Under somebody else's copy: what to know before one buys it, or why one cannot. */
export function OthersCopy({ asset, copy, terms, now }: Props) {
  const { restriction } = terms
  if (copy.number === asset.my_rented_number) return null // `YouRent` has said it
  if (copy.my_payment) return <Held copy={copy} now={now} />
  if (isToRent(copy)) return <ToRent asset={asset} />
  if (!isToBuy(copy))
    return <WhyNot copy={copy} now={now} byList={restriction?.reserved_by === 'list'} />
  const by = hindranceOf({ asset, copy, terms, now })
  if (by) return <Hindered {...{ asset, copy, terms, now, by }} />
  return (
    <p className="text-hint text-ink-2">
      {copy.status === 'reserved_for_you' && (
        <>
          <Trans>No. {copy.number} is reserved for you: nobody else can buy it.</Trans>{' '}
        </>
      )}
      {isEarly(terms, now) && (
        <>
          <Trans>
            You are let in early. The sale opens for everybody on{' '}
            <WhenToCome at={restriction!.sale_starting_at!} />.
          </Trans>{' '}
        </>
      )}
      {asset.only_japan_accessible ? (
        <Trans>In Japan only. The copy is held for you while you pay.</Trans>
      ) : (
        <Trans>The copy is held for you while you pay.</Trans>
      )}
    </p>
  )
}

/** Under a copy that the reader has begun to pay for. */
function Held({ copy: { number, held_until }, now }: Pick<Props, 'copy' | 'now'>) {
  if (held_until === null) return null
  return (
    <Reason>
      <Trans>
        You have begun to pay for No. {number}. It is held for you for{' '}
        <TimeLeft until={held_until} now={now} />.
      </Trans>
    </Reason>
  )
}

/** Under a copy that one can rent. Sale times and holding limits are of buying. */
function ToRent({ asset }: Pick<Props, 'asset'>) {
  if (!asset.available_here)
    return (
      <Reason>
        <Trans>This title can be rented and watched in Japan only, and you are elsewhere.</Trans>
      </Reason>
    )
  if (asset.my_rented_number !== null) return null
  return (
    <p className="text-hint text-ink-2">
      {asset.only_japan_accessible && (
        <>
          <Trans>In Japan only.</Trans>{' '}
        </>
      )}
      <Trans>The period counts from your payment. The copy is held for you while you pay.</Trans>
    </p>
  )
}

const isEarly = ({ restriction }: Terms, now: string) =>
  Boolean(restriction?.early_from) && now < (restriction?.sale_starting_at ?? '')
