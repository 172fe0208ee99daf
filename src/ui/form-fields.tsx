import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { RefusalMessage } from './refusal-message.tsx'

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

/** The button that sends a form, below the reason why it was refused. */
export function FormSubmit(props: {
  error: Error | null
  /** Says what was not done, before the reason. */
  failed?: string
  busy: boolean
  children: ReactNode
}) {
  const { error, failed, busy, children } = props
  return (
    <div className="grid gap-4">
      <RefusalMessage error={error} {...(failed && { failed })} />
      <p>
        <Button type="submit" look="main" busy={busy}>
          {children}
        </Button>
      </p>
    </div>
  )
}
