import { Trans } from '@lingui/react/macro'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldError, type FieldFix } from './field-error.tsx'
import { Icon } from './icon.tsx'

export interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  /** The error as a sentence. */
  error?: ReactNode
  fix?: FieldFix | undefined
  optional?: boolean
}

/** The attributes that connect a control with its `Field`. */
export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/**
 * Lays out a label, a control, its hint and its error. `id` is the target of links in an
 * `ErrorSummary`.
 */
export function Field(
  props: FieldProps & { id?: string; children: (control: ControlProps) => ReactNode },
) {
  const { label, hint, error, fix, optional, children } = props
  const generated = useId()
  const id = props.id ?? generated
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-label font-semibold">
        {label}
        {optional && (
          <>
            {' '}
            <span className="ms-1 font-normal text-ink-2">
              <Trans>optional</Trans>
            </span>
          </>
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

/**
 * Applies a fix and moves the focus to the field, as the pressed button disappears with the error.
 */
const fixAndStay = ({ label, onFix }: FieldFix, id: string) => ({
  label,
  onFix() {
    onFix()
    document.getElementById(id)?.focus()
  },
})

/** Separates the props of the `Field` from those of its control, whose id or name it shares. */
function splitProps<P extends FieldProps & { id?: string; name?: string }>(props: P) {
  const { label, hint, error, fix, optional, ...control } = props
  const id = props.id ?? props.name
  return [{ label, hint, error, fix, optional, id }, control] as const
}

/** A text field of one line. `number` sets digits of equal width, left to right. */
export function TextField(props: FieldProps & ComponentProps<'input'> & { number?: boolean }) {
  const { number, className = '', ...rest } = props
  const [field, input] = splitProps(rest)
  return (
    <Field {...field}>
      {(control) => (
        <input
          autoComplete="off"
          inputMode={number ? 'numeric' : undefined}
          {...input}
          {...control}
          data-number={number || undefined}
          className={`input ${className}`}
        />
      )}
    </Field>
  )
}

/** A field for long text, which follows the direction of what is typed. */
export function TextArea(props: FieldProps & ComponentProps<'textarea'>) {
  const { className = '', ...rest } = props
  const [field, input] = splitProps(rest)
  return (
    <Field {...field}>
      {(control) => (
        <textarea dir="auto" {...input} {...control} className={`input ${className}`} />
      )}
    </Field>
  )
}

export function Select(props: FieldProps & ComponentProps<'select'>) {
  const [field, input] = splitProps(props)
  return <Field {...field}>{(control) => <BareSelect {...input} {...control} />}</Field>
}

/** A native `select`: it works without a script, with every keyboard and with a phone's picker. */
export function BareSelect({ className = '', ...select }: ComponentProps<'select'>) {
  return (
    <div className="relative">
      <select {...select} className={`input ${className}`} />
      <Icon name="down" className="pointer-events-none absolute end-3.5 top-1/2 -translate-y-1/2" />
    </div>
  )
}
