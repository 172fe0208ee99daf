import { useState } from 'react'
import { useCall } from '#core/http/ask.ts'
import { listSerials } from '#src/catalog/serial/serial.shared.ts'
import type { Copy } from './copies.tsx'
import { type ListingOutcomes, listSerialsForSale } from './listing.shared.ts'
import { useParts } from './use-parts.tsx'

interface Terms {
  rent_price: number
  rental_period_seconds: number
  reprice?: boolean
  end_secondary?: boolean
  /** Takes off what else the creator rents out of the title, to offer it again with these terms. */
  changesAll: boolean
}

/**
 * Offers copies for rent, as `useParts` lists them; run again, it goes on where it stopped. Where
 * all copies change they do so in one call: none is ever offered with other terms than the rest.
 */
export function useRentOut(kid: string, copies: readonly Copy[]) {
  const find = useCall(listSerials)
  const on = useParts(listSerialsForSale)
  const chosen = copies.map(({ asset_token_id }) => asset_token_id)
  const [total, setTotal] = useState(chosen.length)

  async function run({ changesAll, ...terms }: Terms): Promise<ListingOutcomes | undefined> {
    const offer = { listing_type: 'rental' as const, ...terms }
    if (!changesAll) return on.run([{ ...offer, asset_token_ids: chosen }])
    const found = await find.mutateAsync({ id: kid }).catch(() => undefined)
    if (!found) return undefined
    const others = found.items.filter(({ mine, rent_price }) => mine && rent_price !== null)
    const all = [...chosen, ...others.map(({ asset_token_id }) => asset_token_id)]
    const asset_token_ids = [...new Set(all)]
    setTotal(asset_token_ids.length)
    return on.run([{ ...offer, asset_token_ids, reprice: true }], asset_token_ids.length)
  }
  const isPending = find.isPending || on.isPending
  return { run, isPending, total, done: on.done, error: find.error ?? on.error }
}
