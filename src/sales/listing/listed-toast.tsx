import { Plural, Trans } from '@lingui/react/macro'
import { useRefetchAll } from '#core/http/ask.ts'
import { useToast } from '#src/ui/toast.tsx'
import type { Copy } from './copies.tsx'
import type { ListingOutcomes } from './listing.shared.ts'

type Deal = 'sale' | 'rent'

/**
 * Returns a function that says in a toast how many copies were listed. It returns true if none was
 * refused.
 */
export function useListedToast(deal: Deal, [first]: readonly Copy[]) {
  const toast = useToast()
  const askAgain = useRefetchAll()
  return ({ items }: ListingOutcomes) => {
    void askAgain()
    const done = items.filter(({ outcome }) => outcome !== 'refused').length
    const number = items.length === 1 ? first!.number : undefined
    if (done > 0) toast({ message: <ListedMessage deal={deal} done={done} number={number} /> })
    return done === items.length
  }
}

/** Says how many copies, or which number, will open in a moment. */
export function ListedMessage(props: { deal: Deal; done: number; number?: number }) {
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
