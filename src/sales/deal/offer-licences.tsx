import type { ComponentType } from 'react'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { Licence, RentalLicence } from '#src/catalog/asset/licence.tsx'
import type { CopyDeal } from './deal.shared.ts'

/** States what a buyer gets by each kind of deal in copies. */
export const offerLicences: Record<CopyDeal, ComponentType<{ asset: Asset }>> = {
  sale: Licence,
  rental: RentalLicence,
}
