import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps a field in step with the page's address, without replacing it, which would take its focus.
 * Sets it to `value`, or checks it, whenever `when` changes; gives it through the returned ref.
 */
export function useAddressValue<E extends HTMLInputElement | HTMLSelectElement>(
  value: string | number | boolean | undefined,
  when: typeof value = value,
): RefObject<E | null> {
  const field = useRef<E>(null)
  const shown = useRef(when) // what is typed before scripts run stays
  useEffect(() => {
    if (shown.current === when) return
    shown.current = when
    if (field.current instanceof HTMLInputElement && typeof value === 'boolean')
      field.current.checked = value
    else if (field.current) field.current.value = String(value ?? '')
  }, [value, when])
  return field
}
