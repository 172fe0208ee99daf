import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps a field in step with the page's address, without replacing it, which would take its focus.
 * Sets it to `value` whenever `when` changes; gives it through the returned ref.
 */
export function useAddressValue<E extends HTMLInputElement | HTMLSelectElement>(
  value: string | number | undefined,
  when: string | number | undefined = value,
): RefObject<E | null> {
  const field = useRef<E>(null)
  const shown = useRef(when) // what is typed before scripts run stays
  useEffect(() => {
    if (shown.current === when) return
    shown.current = when
    if (field.current) field.current.value = String(value ?? '')
  }, [value, when])
  return field
}

/** Keeps a checkbox in step with the page's address, as `useAddressValue` keeps other fields. */
export function useAddressCheck(isChecked: boolean): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  const shown = useRef(isChecked)
  useEffect(() => {
    if (shown.current === isChecked) return
    shown.current = isChecked
    if (field.current) field.current.checked = isChecked
  }, [isChecked])
  return field
}
