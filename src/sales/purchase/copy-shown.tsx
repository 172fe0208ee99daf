import type { ReactNode } from 'react'
import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { lastNumber } from '#src/catalog/asset/edition.shared.ts'
import { obiOf } from '#src/catalog/asset/title-obi.tsx'
import { Obi } from '#src/ui/obi.tsx'
import { Picture } from '#src/ui/picture.tsx'

/** Shows a copy that was just paid for, with its strip; `children` lie on the picture. */
export function CopyShown(props: {
  asset: Asset
  number: number
  /** Animates the strip if true. */
  unroll?: boolean
  children?: ReactNode
}) {
  const { asset, number, unroll, children } = props
  const obi = { ...obiOf(asset), number, name: asset.title, last: lastNumber(asset) }
  return (
    <div className="yours">
      <Obi {...obi} size="yours" unroll={unroll} />
      <div className="yours-art">
        {asset.poster && <Picture source={asset.poster} alt="" sizes="344px" eager />}
      </div>
      {children}
    </div>
  )
}
