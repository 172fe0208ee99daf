import { drawPlaceholdersBy } from './ui/placeholder.tsx'
import { keepRowFocus } from './ui/row-focus.ts'
import { placeholderOf } from './ui/thumbhash.ts'

/** Begins what can wait until the reader first moves: placeholders of pictures, and the focus in lists. */
export function begin(): void {
  drawPlaceholdersBy(placeholderOf)
  keepRowFocus()
}
