import type { AcquisitionRestriction } from '#src/catalog/allowlist/allowlist.shared.ts'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import type { SerialOfTitle } from '#src/catalog/serial/serial.shared.ts'

export type SaleWindow = 'before' | 'open' | 'ended'

/**
 * Returns the state of a copy's sale for the reader, who may have early access. Sale times apply to
 * the creator's first sale only, never to resales.
 */
export function saleWindow(
  asset: Pick<Asset, 'sale_starting_at' | 'sale_ending_at'>,
  { is_primary }: Pick<SerialOfTitle, 'is_primary'>,
  restriction: AcquisitionRestriction | undefined,
  now: string,
): SaleWindow {
  const start = restriction?.early_from ?? asset.sale_starting_at
  const end = asset.sale_ending_at
  if (!is_primary) return 'open'
  if (start !== null && Date.parse(start) > Date.parse(now)) return 'before'
  return end !== null && Date.parse(end) <= Date.parse(now) ? 'ended' : 'open'
}
