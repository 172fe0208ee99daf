import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Money } from '#src/ui/money.tsx'

type Fact = readonly [name: ReactNode, value: ReactNode]

/** Lists what becomes of a requested amount: the tax if any, the yen that arrive, and the fee. */
export function amountFacts(payout: { amount: number; withheld: number; fee: number }): Fact[] {
  const { amount, withheld, fee } = payout
  const tax: Fact[] = [
    [<Trans key="n">Amount</Trans>, <Money key="v" yen={amount} />],
    [<Trans key="n">Income tax withheld</Trans>, <Money key="v" yen={-withheld} />],
  ]
  return [
    ...(withheld > 0 ? tax : []),
    [<Trans key="n">Paid to your account</Trans>, <Money key="v" yen={amount - withheld} />],
    [<Trans key="n">Fee</Trans>, <Money key="v" yen={fee} />],
  ]
}
