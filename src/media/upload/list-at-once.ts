import type { Tx } from '#core/database/db.ts'
import { fail, type Refusal } from '#core/errors.ts'
import { job } from '#core/jobs.ts'

/** Lists the copies that an upload issued, if its creator set a price for them. */
export const listIssuedCopies = job<{ id: string }>('upload.list')

interface Terms {
  brand_id: string | null
  royalty_rate_bp: number | null
  min_sellable_price: number | null
}

/** Refuses a draft whose copies could not be listed at the price once they are issued. */
export function requireListable(price: number | null, terms: Terms) {
  if (price === null) return
  const { brand_id, royalty_rate_bp, min_sellable_price: minimum } = terms
  if (!brand_id) fail('not_in_brand')
  if (royalty_rate_bp === null || minimum === null) fail('royalty_or_minimum_missing')
  if (price < minimum) fail('price_below_minimum', { minimum })
}

/**
 * Step: marks the copies of an upload as listed, once. Returns the price with the range of their
 * numbers, or undefined if no price was set, they are not issued yet or were listed before.
 */
export function takeListing(tx: Tx, id: string, at: Date) {
  return tx
    .updateTable('upload')
    .from('asset')
    .set({ listed_at: at.toISOString() })
    .whereRef('asset.kid', '=', 'upload.kid')
    .where('upload.id', '=', id)
    .where('upload.status', 'in', ['minted', 'done'])
    .where('upload.sale_price', 'is not', null)
    .where('upload.listed_at', 'is', null)
    .returning(['upload.kid', 'upload.account_id', 'upload.sale_price', 'upload.total_copies'])
    .returning('asset.first_number')
    .$narrowType<{ sale_price: number; total_copies: number }>()
    .executeTakeFirst()
}

/** Step: stores why no copy of an upload was listed, for its creator. */
export async function storeListingFailure(
  tx: Tx,
  id: string,
  { code, params = {} }: Pick<Refusal, 'code'> & Partial<Pick<Refusal, 'params'>>,
) {
  await tx
    .updateTable('upload')
    .set({ listing_failure: code, listing_failure_params: JSON.stringify(params) })
    .where('id', '=', id)
    .execute()
}
