import { useState } from 'react'
import { useEndpointMutation } from '#core/http/ask.ts'
import { listSerials } from '#src/catalog/serial/serial.shared.ts'
import type { RentalClock } from '#src/catalog/rental-period/rental-period.shared.ts'
import type { Copy } from './copies.tsx'
import { type ListingOutcomes, listSerialsForSale } from './listing.shared.ts'
import { useChunkedCall } from './chunked-calls.tsx'

interface Terms {
  rent_price: number
  rental_period_seconds: number
  rental_clock: RentalClock
  reprice: boolean
  end_secondary?: boolean
  /** Lists the creator's other rental copies of the title anew, with these terms. */
  changesAll: boolean
}

/**
 * Lists copies for rent in chunks; run again, it goes on where it stopped. If all copies change, they
 * do so in one call: no copy is ever listed with other terms than the rest.
 */
export function useRentOut(kid: string, copies: readonly Copy[]) {
  const find = useEndpointMutation(listSerials)
  const listing = useChunkedCall(listSerialsForSale)
  const chosen = copies.map(({ asset_token_id }) => asset_token_id)
  const [total, setTotal] = useState(chosen.length)

  async function run({ changesAll, ...terms }: Terms): Promise<ListingOutcomes | undefined> {
    const offer = { listing_type: 'rental' as const, ...terms }
    if (!changesAll) return listing.run([{ ...offer, asset_token_ids: chosen }])
    const found = await find.mutateAsync({ id: kid }).catch(() => undefined)
    if (!found) return undefined
    const others = found.items.filter(({ mine, rent_price }) => mine && rent_price !== null)
    const all = [...chosen, ...others.map(({ asset_token_id }) => asset_token_id)]
    const asset_token_ids = [...new Set(all)]
    setTotal(asset_token_ids.length)
    return listing.run([{ ...offer, asset_token_ids, reprice: true }], asset_token_ids.length)
  }
  const isPending = find.isPending || listing.isPending
  return { run, isPending, total, done: listing.done, error: find.error ?? listing.error }
}
