import { Trans } from '@lingui/react/macro'
import type { ReplyOf } from '#core/http/endpoint.ts'
import type { getAsset } from '#src/catalog/asset/asset.shared.ts'
import { type getSerial, isToBuy, isToRent } from '#src/catalog/serial/serial.shared.ts'
import { UpcomingDateTime } from '#src/ui/date-time.tsx'
import { Gap } from '#src/ui/gap.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { purchaseObstacle, type Terms } from './purchase-obstacle.tsx'

const OtherNotes = lazyPart(
  'other-notes',
  async () => (await import('./other-notes.tsx')).OtherNotes,
  { isSeenFirst: true },
)

export interface NotesProps {
  asset: ReplyOf<typeof getAsset>
  copy: ReplyOf<typeof getSerial>
  terms: Terms
  now: string
}

/** Shows, below another person's copy, what to know before buying it or why it cannot be bought. */
export function PurchaseNotes(props: NotesProps) {
  const { asset, copy } = props
  if (copy.number === asset.my_rented_number) return null // `CurrentRental` says it already
  return canBuyNow(props) ? <BeforeBuying {...props} /> : <OtherNotes {...props} />
}

/** Tells if nothing but the payment stands between the reader and the copy. */
const canBuyNow = (props: NotesProps) =>
  !props.copy.my_payment &&
  !props.asset.is_hidden &&
  !props.copy.distribution_id &&
  isToBuy(props.copy) &&
  !isToRent(props.copy) &&
  !purchaseObstacle(props)

function BeforeBuying({ asset, copy, terms, now }: NotesProps) {
  const { restriction } = terms
  return (
    <p className="text-hint text-ink-2">
      {copy.status === 'reserved_for_you' && (
        <>
          <Trans>No. {copy.number} is reserved for you.</Trans>
          <Gap />
        </>
      )}
      {isEarly(terms, now) && (
        <>
          <Trans>
            You have early access. The sale opens to everyone on{' '}
            <UpcomingDateTime at={restriction!.sale_starting_at!} />.
          </Trans>
          <Gap />
        </>
      )}
      {asset.only_japan_accessible ? (
        <Trans>Available in Japan only. We hold the copy while you pay.</Trans>
      ) : (
        <Trans>We hold the copy while you pay.</Trans>
      )}
    </p>
  )
}

const isEarly = ({ restriction }: Terms, now: string) =>
  Boolean(restriction?.early_from) && now < (restriction?.sale_starting_at ?? '')
