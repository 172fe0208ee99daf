import { Plural, Trans } from '@lingui/react/macro'
import { useAskAgain } from '#core/http/ask.ts'
import { useToast } from '#src/ui/toast.tsx'
import type { Copy } from './copies.tsx'
import type { ListingOutcomes } from './listing.shared.ts'

type Deal = 'sale' | 'rent'

/** After copies were put on offer: says how many open; gives back whether that is all of them. */
export function useTellOpening(deal: Deal, [first]: readonly Copy[]) {
  const toast = useToast()
  const askAgain = useAskAgain()
  return ({ items }: ListingOutcomes) => {
    void askAgain()
    const done = items.filter(({ outcome }) => outcome !== 'refused').length
    const number = items.length === 1 ? first!.number : undefined
    if (done > 0) toast({ message: <Opening {...{ deal, done, number }} /> })
    return done === items.length
  }
}

/** How many copies, or which number, are on offer as soon as the register has them. */
export function Opening(props: { deal: Deal; done: number; number?: number }) {
  const { deal, done, number } = props
  if (deal === 'rent')
    return number === undefined ? (
      <Plural
        value={done}
        one="# copy opens for rent in a moment."
        other="# copies open for rent in a moment."
      />
    ) : (
      <Trans>No. {number} opens for rent in a moment.</Trans>
    )
  return number === undefined ? (
    <Plural
      value={done}
      one="# copy opens for sale in a moment."
      other="# copies open for sale in a moment."
    />
  ) : (
    <Trans>No. {number} opens for sale in a moment.</Trans>
  )
}
