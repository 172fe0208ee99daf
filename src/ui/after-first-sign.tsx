// What can wait until the reader first moves. It begins when this module is imported.
import { drawPlaceholdersBy } from './placeholder.tsx'
import { keepRowFocus } from './row-focus.tsx'
import { placeholderOf } from './thumbhash.ts'

drawPlaceholdersBy(placeholderOf)
keepRowFocus()
