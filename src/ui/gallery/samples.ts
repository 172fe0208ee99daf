import type { BoardCell, CellState, Edition } from '#src/ui/board.ts'
import type { PictureSource } from '#src/ui/picture.tsx'

const art = (name: string, thumbhash: string, [width, height, drawn]: number[]): PictureSource => ({
  base: `/src/ui/gallery/art/${name}`,
  widths: [drawn!],
  width: width!,
  height: height!,
  thumbhash,
})

export const nemuro = art('nemuro', 'zfcJHgJpdwiIeDd2iGd3mrhJeYmAxwg=', [720, 900, 480])
export const tide = art('tide', '5wgKDwCHiIh/iId9iJeHeIeGdggmoQQD', [720, 720, 480])
export const fern = art('fern', '59YJFgKo9yeIqLeHaHh5jWfXx3B/HPc=', [720, 900, 480])
export const swimmer = art('swimmer', 'XkYFDgK3J/p5d0d5eIdpc5h3d4dwATg=', [720, 900, 480])
export const seaWorks = art('sea-works-wide', 'EvgJHIR3eHeHeIeAeHl3gnAHCA==', [1600, 900, 960])

const states: CellState[] = [
  'held',
  'held',
  'held',
  'buy',
  'buy',
  'rent',
  'both',
  'trade',
  'out',
  'busy',
]

/** Returns cells in which every state occurs, the same at each visit. */
export function sampleCells({ first, of }: Edition): BoardCell[] {
  return Array.from({ length: of }, (_, i): BoardCell => {
    const number = first + i
    const hash = Math.imul(number + 11, 2_654_435_761) >>> 0
    const state =
      number === 22 ? 'yours' : number === 55 ? 'for-you' : states[hash % states.length]!
    const sells = state === 'buy' || state === 'both' || state === 'for-you'
    const rents = state === 'rent' || state === 'both'
    return {
      number,
      state,
      sale_price: sells ? 2_400 + (hash % 3) * 600 : null,
      is_resale: sells && hash % 4 === 0,
      rent_price: rents ? 300 : null,
    }
  })
}
