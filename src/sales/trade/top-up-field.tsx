import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useEndpointQuery } from '#core/http/ask.ts'
import { wholeNumber } from '#core/typed-number.shared.ts'
import { getBalance } from '#src/ledger/ledger.shared.ts'
import { calculateProfit } from '#src/sales/listing/listing.shared.ts'
import { useSettled } from '#src/ui/use-settled.ts'
import { TextField } from '#src/ui/field.tsx'
import { SegmentedControl } from '#src/ui/segmented-control.tsx'
import { formatYen } from '#src/ui/yen.ts'
import { TopUpShares } from './top-up-shares.tsx'
import { TOP_UP_MAX, type TradeCopy } from './trade.shared.ts'

type Payer = 'offeror' | 'owner'

/** Holds the top-up of an offer as it is typed. `body` is undefined without one or if it is faulty. */
export function useTopUp() {
  const [paid_by, setPayer] = useState<Payer>()
  const [typed, setTyped] = useState('')
  const [isTouched, setTouched] = useState(false)
  const price = wholeNumber(typed)
  const isRight = price !== undefined && price >= 1 && price <= TOP_UP_MAX
  const body = paid_by && isRight ? { paid_by, price } : undefined
  const isFaulty = paid_by !== undefined && !isRight
  return { paid_by, setPayer, typed, setTyped, isTouched, setTouched, body, isFaulty }
}

/** Chooses whether one side pays yen besides its copy, and shows who would get which share of it. */
export function TopUpField({
  typing,
  mine,
  theirs,
}: {
  typing: ReturnType<typeof useTopUp>
  mine: TradeCopy
  theirs: TradeCopy
}) {
  const { t } = useLingui()
  const { paid_by, setPayer, typed, setTyped, isTouched, setTouched, body, isFaulty } = typing
  const partner = theirs.owner_username
  const settled = useSettled(body?.price)
  const { asset_token_id } = paid_by === 'owner' ? mine : theirs
  const shares = useEndpointQuery(
    calculateProfit,
    settled === undefined ? undefined : { asset_token_id, kind: 'trade', price: settled },
  )
  const balance = useEndpointQuery(getBalance, {})?.total
  return (
    <section className="grid gap-4">
      <div className="grid gap-2">
        <p aria-hidden className="text-label font-semibold">
          <Trans>Yen besides the copies</Trans>
        </p>
        <SegmentedControl
          apart
          label={t`Yen besides the copies`}
          name="top_up_by"
          options={[
            { value: 'none', label: t`No yen` },
            { value: 'offeror', label: t`I pay yen as well` },
            { value: 'owner', label: t`I ask for yen as well` },
          ]}
          value={paid_by ?? 'none'}
          onChoose={(payer) => setPayer(payer === 'none' ? undefined : payer)}
        />
      </div>
      {paid_by && (
        <>
          <TextField
            number
            name="top_up"
            label={t`Amount in yen, tax included`}
            hint={
              paid_by === 'owner' ? (
                <Trans>{partner} pays it from their balance when they accept.</Trans>
              ) : (
                balance !== undefined && (
                  <Trans>
                    It is paid from your balance when {partner} accepts. You have{' '}
                    {formatYen(balance)}.
                  </Trans>
                )
              )
            }
            error={isTouched && isFaulty ? t`Enter an amount in whole yen.` : undefined}
            value={typed}
            maxLength={12}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onBlur={() => setTouched(typed !== '')}
          />
          {shares && body && (
            <TopUpShares topUp={shares} receiver={paid_by === 'owner' ? undefined : partner} />
          )}
        </>
      )}
    </section>
  )
}
