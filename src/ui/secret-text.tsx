import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { useToast } from './toast.tsx'

/**
 * A secret that is shown once. It takes the focus, so that it is seen and read out. Its button copies it, or
 * selects it where that is not allowed.
 */
export function SecretText({ label, children }: { label: ReactNode; children: string }) {
  const { t } = useLingui()
  const toast = useToast()
  const id = useId()
  const box = useRef<HTMLFieldSetElement>(null)
  const secret = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const focus = () => box.current?.focus()
    focus()
    const again = setTimeout(focus) // after a dialog that closes now has returned the focus
    return () => clearTimeout(again)
  }, [])
  async function copy() {
    const copied = await navigator.clipboard?.writeText(children).then(
      () => true,
      () => false,
    )
    if (copied) return toast({ message: t`Copied.`, icon: 'check' })
    getSelection()?.selectAllChildren(secret.current!)
    toast({
      message: t`The browser did not allow it. Copy the selected text yourself.`,
      icon: 'warning',
    })
  }
  return (
    <fieldset ref={box} tabIndex={-1} aria-labelledby={id} className="grid gap-3 bg-well p-4">
      <p id={id} className="font-semibold">
        {label}
      </p>
      <code ref={secret} className="wrap-anywhere" dir="ltr">
        {children}
      </code>
      <p>
        <Button small onClick={() => void copy()}>
          <Trans context="to the clipboard">Copy</Trans>
        </Button>
      </p>
    </fieldset>
  )
}
