import { type ReactNode, useLayoutEffect, useRef } from 'react'

/**
 * Locks the fields of a form while it is sent: what is typed meanwhile would be lost. The field that had
 * the focus has it again if the form is refused.
 */
export function FormFields({ busy, children }: { busy: boolean; children: ReactNode }) {
  const focused = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (!busy && document.activeElement === document.body) focused.current?.focus()
  }, [busy])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears of its fields
    <fieldset
      disabled={busy}
      className="contents"
      onFocus={({ target }) => (focused.current = target)}
      onBlur={() => (focused.current = null)} // not called when the lock takes the focus away
    >
      {children}
    </fieldset>
  )
}
