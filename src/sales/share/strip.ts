import { type Obi, obiColours } from '#src/platform/pictures/media.shared.ts'
import type { TextOutlines } from './text-outlines.ts'

/** The colours of shared pictures, those of the light theme. */
export const [PAPER, MAT, LINE] = ['#f1f1ed', '#e6e6e0', '#d6d6cf']
export const [INK, INK_2] = ['#17171b', '#4d4d54']
const LIGHT: Obi[] = ['asagi', 'yamabuki', 'kinari', 'nezu'] // colours that need dark text

/** Returns the colours of a title's strip and of the text on it. */
export function coloursOfStrip(name: string): { strip: string; figure: string } {
  const obi = name in obiColours ? (name as Obi) : 'sumi'
  return { strip: obiColours[obi], figure: LIGHT.includes(obi) ? INK : PAPER }
}

/** Returns the largest font size, up to `most`, at which a line is at most `width` pixels wide. */
export function sizeFor(
  letters: TextOutlines,
  text: string,
  { most, width }: { most: number; width: number },
) {
  return Math.min(most, (most * width) / letters.widthOf(text, most))
}
