import { plate } from './press.ts'

/** The size of a print in pixels. */
export const [WIDTH, HEIGHT] = [1440, 1800]
/** A plate of a drawing that is 720 by 900. */
export const draw = (body: string) =>
  plate(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 900" width="720" height="900">${body}</svg>`,
    WIDTH,
  )
/** A margin of bare paper around the block, in units of the drawing. */
export const BLOCK = { x: 52, y: 52, width: 616, height: 770 }
