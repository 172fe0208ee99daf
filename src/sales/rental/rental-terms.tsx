import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { RentalLicence } from '#src/catalog/asset/licence.tsx'
import { payingFacts, priceFact, TermsSheet } from '#src/sales/purchase/terms.tsx'
import type { SerialOfTitle } from '#src/catalog/serial/serial.shared.ts'
import { type ServerClock, useServerClock } from '#src/ui/server-clock.ts'
import { UpcomingDateTime } from '#src/ui/date-time.tsx'
import {
  type RentalClock,
  START_WITHIN_SECONDS,
} from '#src/catalog/rental-period/rental-period.shared.ts'
import { useRentLabels } from '#src/catalog/rental-period/rent-labels.tsx'

/** Shows what is rented, from whom, until when and on which terms. */
export function RentalTerms(props: {
  asset: Asset
  copy: SerialOfTitle
  price: number
  seconds: number
  clock: RentalClock | null
  now: string
  hasNotice: boolean
}) {
  const { asset, copy, price, seconds, clock, now, hasNotice } = props
  const { daysOf, periodOf } = useRentLabels()
  const isFromPlay = clock === 'first_play'
  return (
    <TermsSheet
      asset={asset}
      number={copy.number}
      facts={[
        [<Trans key="n">Lender</Trans>, copy.owner_username],
        [<Trans key="n">Quantity</Trans>, <Trans key="v">Use of 1 numbered copy</Trans>],
        [
          <Trans key="n" context="rental">
            Period
          </Trans>,
          isFromPlay ? (
            periodOf(seconds, clock)
          ) : (
            <Trans key="v">{daysOf(seconds)} from payment</Trans>
          ),
        ],
        isFromPlay
          ? [
              <Trans key="n">Start by, if you pay now</Trans>,
              <FromNow key="v" seconds={START_WITHIN_SECONDS} now={now} />,
            ]
          : [
              <Trans key="n">Ends if you pay now</Trans>,
              <FromNow key="v" seconds={seconds} now={now} />,
            ],
        priceFact(price),
        ...payingFacts,
      ]}
      hasNotice={hasNotice && copy.is_primary}
      licence={<RentalLicence asset={asset} />}
      cancelling={
        isFromPlay ? (
          <Trans>
            Free until you pay. A paid rental cannot be returned, even if you never start it. It
            ends automatically at no further cost. Late payments are refunded automatically.
          </Trans>
        ) : (
          <Trans>
            Free until you pay. Once a rental has started, it cannot be returned. It ends
            automatically at no further cost. Late payments are refunded automatically.
          </Trans>
        )
      }
    />
  )
}

/** Shows the time in so many seconds, in Japan time and local time; moves with the clock. */
export function FromNow({ seconds, now }: { seconds: number; now: string }) {
  const clock = useServerClock(now)
  const [at, setAt] = useState(() => minuteOf(clock))
  useEffect(() => {
    const timer = setInterval(() => setAt(minuteOf(clock)), 1_000)
    return () => clearInterval(timer)
  }, [clock])
  return <UpcomingDateTime at={new Date(at + seconds * 1_000).toISOString()} />
}

const MINUTE_MS = 60_000
const minuteOf = (clock: ServerClock) => Math.floor(Date.parse(clock()) / MINUTE_MS) * MINUTE_MS
