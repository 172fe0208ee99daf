import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { plainForm } from '#core/typed-number.shared.ts'
import { FieldError } from './field-error.tsx'
import { convertTyped } from './typed-text.tsx'

const LENGTH = 6

/**
 * A field for the six-digit sign-in code, drawn as six cells. Accepts pasted spaces and full-width
 * digits. Calls `onComplete` when all six digits are there.
 */
export function CodeField(props: {
  name?: string
  error?: ReactNode
  /** Takes the focus when it appears. */
  begin?: boolean
  onChange?: (code: string) => void
  onComplete?: (code: string) => void
}) {
  const { t } = useLingui()
  const { name = 'code', error, begin, onChange, onComplete } = props
  const [code, setCode] = useState('')
  const [shown, setShown] = useState('') // with what is still composed
  const input = useRef<HTMLInputElement>(null)
  // Before the dialog notices that the pressed button is gone, and takes the focus itself.
  useLayoutEffect(() => {
    if (begin) input.current?.focus()
  }, [begin])
  // A field with six digits takes no more: the next code replaces a wrong one.
  const isWrong = Boolean(error)
  useEffect(() => {
    if (!isWrong || !input.current?.value) return
    input.current.focus()
    input.current.select()
  }, [isWrong])
  function change(next: string, isComposing: boolean) {
    setShown(next)
    if (isComposing || next === code) return
    setCode(next)
    onChange?.(next)
    if (next.length === LENGTH) onComplete?.(next)
  }
  return (
    <div className="grid gap-2">
      <div className="code">
        <input
          ref={input}
          id={name}
          name={name}
          value={shown}
          {...convertTyped(digitsOf, change)}
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]{6}"
          required
          aria-label={t`6-digit code`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${name}-error` : undefined}
        />
      </div>
      {error && <FieldError id={`${name}-error`} error={error} />}
    </div>
  )
}

const digitsOf = (typed: string) => plainForm(typed).replace(/\D/g, '').slice(0, LENGTH)
