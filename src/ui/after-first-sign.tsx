import { drawPlaceholdersBy } from './placeholder.tsx'
import { keepRowFocus } from './row-focus.tsx'
import { placeholderOf } from './thumbhash.ts'

/** Begins what can wait until the reader first moves: placeholders of pictures, and the focus in lists. */
export function begin(): void {
  drawPlaceholdersBy(placeholderOf)
  keepRowFocus()
}
