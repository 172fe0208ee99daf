import { Trans } from '@lingui/react/macro'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

export interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  /** What is wrong, in a sentence. */
  error?: ReactNode
  /** Where the mend is known: a button that applies it. */
  fix?: { label: string; onFix: () => void }
  optional?: boolean
}

/** What a control inside a `Field` has to carry. */
export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/**
 * Label above, control, hint under it, then what is wrong. `id` is the target of an `ErrorSummary`.
 */
export function Field(
  props: FieldProps & { id?: string; children: (wired: ControlProps) => ReactNode },
) {
  const { label, hint, error, fix, optional, children } = props
  const made = useId()
  const id = props.id ?? made
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-label font-semibold">
        {label}
        {optional && (
          <span className="ms-2 font-normal text-ink-2">
            <Trans>optional</Trans>
          </span>
        )}
      </label>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-small text-ink-2">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`} error={error} fix={fix && fixAndStay(fix, id)} />}
    </div>
  )
}

/** The pressed button goes with what was wrong; the focus goes to the field. */
const fixAndStay = ({ label, onFix }: NonNullable<FieldProps['fix']>, id: string) => ({
  label,
  onFix() {
    onFix()
    document.getElementById(id)?.focus()
  },
})

/** The sentence under a field that is wrong; heard at once. */
export function FieldError(props: { id?: string; error: ReactNode; fix?: FieldProps['fix'] }) {
  const { id, error, fix } = props
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p id={id} role="alert" className="flex min-w-44 flex-1 gap-2 text-small text-bad">
        <Icon name="warning" size={18} className="mt-0.5" />
        <span>{error}</span>
      </p>
      {fix && (
        <Button small onClick={fix.onFix}>
          {fix.label}
        </Button>
      )}
    </div>
  )
}

/** One line of text. `number`: figures of one width, left to right. Takes what `register` gives. */
export function TextField(props: FieldProps & ComponentProps<'input'> & { number?: boolean }) {
  const { label, hint, error, fix, optional, number, className = '', ...input } = props
  return (
    <Field {...{ label, hint, error, fix, optional }} id={props.id ?? props.name}>
      {(wired) => (
        <input
          autoComplete="off"
          inputMode={number ? 'numeric' : undefined}
          {...input}
          {...wired}
          data-number={number || undefined}
          className={`input ${className}`}
        />
      )}
    </Field>
  )
}

export function TextArea(props: FieldProps & ComponentProps<'textarea'>) {
  const { label, hint, error, fix, optional, className = '', ...input } = props
  return (
    <Field {...{ label, hint, error, fix, optional }} id={props.id ?? props.name}>
      {(wired) => <textarea {...input} {...wired} className={`input ${className}`} />}
    </Field>
  )
}

export function Select(props: FieldProps & ComponentProps<'select'>) {
  const { label, hint, error, fix, optional, ...input } = props
  return (
    <Field {...{ label, hint, error, fix, optional }} id={props.id ?? props.name}>
      {(wired) => <BareSelect {...input} {...wired} />}
    </Field>
  )
}

/** The browser's own list: it works before any script and with every keyboard. */
export function BareSelect({ className = '', ...select }: ComponentProps<'select'>) {
  return (
    <div className="relative">
      <select {...select} className={`input ${className}`} />
      <Icon name="down" className="pointer-events-none absolute end-3.5 top-1/2 -translate-y-1/2" />
    </div>
  )
}

/** At the head of a long form that was refused: each line leads to its field. Takes the focus. */
export function ErrorSummary({ errors }: { errors: { field: string; message: ReactNode }[] }) {
  const ref = useRef<HTMLDivElement>(null)
  const count = errors.length
  useEffect(() => {
    if (count > 0) ref.current?.focus()
  }, [count])
  if (count === 0) return null
  return (
    <div ref={ref} tabIndex={-1} role="alert" className="border-s-4 border-bad bg-bad-wash p-4">
      <h2 className="font-semibold">
        <Trans>Please look at these again</Trans>
      </h2>
      <ul className="mt-2 grid gap-1">
        {errors.map(({ field, message }) => (
          <li key={field}>
            <a href={`#${field}`} className="underline">
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
