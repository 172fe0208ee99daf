/** Tells if a key is pressed with Alt, Control or Command: the browser may do something at it. */
export const isShortcut = (event: { altKey: boolean; ctrlKey: boolean; metaKey: boolean }) =>
  event.altKey || event.ctrlKey || event.metaKey
