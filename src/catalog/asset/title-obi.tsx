import type { ObiProps } from '#src/ui/obi.tsx'
import type { Asset } from './asset.shared.ts'
import { editionSize, lastNumber } from './edition.shared.ts'

/** Returns the strip (obi) of a whole title: the size of the edition, and the brand's name. */
export const obiOf = (asset: Asset): ObiProps => ({
  colour: asset.obi,
  of: editionSize(asset),
  last: lastNumber(asset),
  name: asset.brand?.name ?? null,
})
