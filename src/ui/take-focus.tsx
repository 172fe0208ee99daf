import { useEffect, useRef } from 'react'

/** Takes the focus, as the reference of an element that appears in place of the focused one. */
export const takeFocus = (element: HTMLElement | null) => element?.focus()

/**
 * Returns the reference of a control that a step replaces while `isOpen`. The control takes the focus once
 * the step has closed, unless something else has it.
 */
export function useFocusAfter<Control extends HTMLElement>(isOpen: boolean) {
  const control = useRef<Control>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    const isFree = document.activeElement === document.body
    if (wasOpen.current && !isOpen && isFree) control.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return control
}
