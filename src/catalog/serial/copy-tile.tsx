import type { Asset } from '#src/catalog/asset/asset.shared.ts'
import { lastNumber } from '#src/catalog/asset/edition.shared.ts'
import { Tile } from '#src/ui/tile.tsx'

/** A copy with what its tile shows of its title. */
export type TileCopy = Pick<Asset, 'media_type' | 'poster' | 'copies_count' | 'first_number'> & {
  obi?: Asset['obi'] | null
  number?: number | undefined
}

/** Shows one copy as a tile; `owned` if it is the reader's. */
export function CopyTile(props: {
  copy: TileCopy
  owned?: boolean
  sizes: string
  eager?: boolean
}) {
  const { copy, owned = false, sizes, eager = false } = props
  return (
    <Tile
      obi={{
        colour: copy.obi ?? 'sumi',
        of: copy.copies_count,
        last: lastNumber(copy),
        name: null,
        number: copy.number,
        owned,
      }}
      media={copy.media_type}
      poster={copy.poster}
      sizes={sizes}
      eager={eager}
    />
  )
}
