import { plate } from './press.ts'

/** The side of a sleeve in pixels. */
export const SIDE = 720
const FONT = 'font-family="Noto Sans CJK JP"'

/** A plate of a drawing that is 720 by 720. */
export const draw = (body: string) =>
  plate(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 720" width="720" height="720">${body}</svg>`,
    SIDE,
  )

/** Words for a drawing, set from `x` on the line `y`. */
export const words = (
  x: number,
  y: number,
  size: number,
  weight: number,
  text: string,
  more = '',
) =>
  `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" ${FONT} ${more}>${text}</text>`
