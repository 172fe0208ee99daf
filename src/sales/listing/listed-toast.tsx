import { useRefetchAll } from '#core/http/ask.ts'
import type { CopyDeal } from '#src/sales/deal/deal.shared.ts'
import { listingWords } from '#src/sales/deal/listing-words.tsx'
import { useToast } from '#src/ui/toast.tsx'
import type { Copy } from './copies.tsx'
import { listingOf, type ListingOutcomes } from './listing.shared.ts'

/**
 * Returns a function that says in a toast how many copies were listed, or in other `Words`. It returns
 * true if none was refused.
 */
export function useListedToast(
  deal: CopyDeal,
  copies: readonly Copy[],
  Words = listingWords[deal].Listed,
) {
  const [first] = copies
  const toast = useToast()
  const refetchAll = useRefetchAll()
  return ({ items }: ListingOutcomes) => {
    void refetchAll()
    const done = items.filter(({ outcome }) => outcome !== 'refused').length
    const number = items.length === 1 ? first!.number : undefined
    if (done > 0)
      toast({ message: <Words count={done} number={number} />, about: listingOf(copies) })
    return done === items.length
  }
}
