import { showCodes } from './caption-codes.shared.ts'
import type { Library, ShakaPlayer } from './library.tsx'

/** The part of Shaka's cues that is read here; a cue consists of parts with a style each. */
interface ShakaCue {
  payload: string
  nestedCues: ShakaCue[]
}

/** Displays captions as cues of the browser, with the characters that `hideCodes` has hidden. */
export function captionDisplay(library: Library, player: ShakaPlayer) {
  const display = new library.text.NativeTextDisplayer(player)
  const append = display.append.bind(display)
  display.append = (cues: ShakaCue[]) => {
    cues.forEach(show)
    append(cues)
  }
  return display
}

function show(cue: ShakaCue) {
  cue.payload = showCodes(cue.payload)
  cue.nestedCues.forEach(show)
}
