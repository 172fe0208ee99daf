import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { RentalLicence } from '#src/catalog/asset/licence.tsx'
import { payingFacts, priceFact, TermsSheet } from '#src/sales/purchase/terms.tsx'
import type { SerialOfTitle } from '#src/catalog/serial/serial.shared.ts'
import { type ServerClock, useServerClock } from '#src/ui/server-clock.ts'
import { UpcomingDateTime } from '#src/ui/date-time.tsx'
import { useRentLabels } from '#src/catalog/rental-period/rent-labels.tsx'

/** Shows what is rented, from whom, until when and on which terms. */
export function RentalTerms(props: {
  asset: Asset
  copy: SerialOfTitle
  price: number
  seconds: number
  now: string
}) {
  const { asset, copy, price, seconds, now } = props
  const { daysOf } = useRentLabels()
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
          <Trans key="v">{daysOf(seconds)} from payment</Trans>,
        ],
        [<Trans key="n">Ends if you pay now</Trans>, <Until key="v" seconds={seconds} now={now} />],
        priceFact(price),
        ...payingFacts,
      ]}
      licence={<RentalLicence asset={asset} />}
      cancelling={
        <Trans>
          Free until you pay. Once a rental has started, it cannot be returned. It ends
          automatically at no further cost. Late payments are refunded automatically.
        </Trans>
      }
    />
  )
}

/** Shows when a rental paid now would end, in Japan time and local time; moves with the clock. */
function Until({ seconds, now }: { seconds: number; now: string }) {
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
