import type { ComponentProps, ReactNode } from 'react'
import { Field } from './field.tsx'

/** A native range input. Put a number field beside it for exact values. */
export function Slider(
  props: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode },
) {
  const { label, hint, ...input } = props
  return (
    <Field label={label} hint={hint} id={props.id ?? props.name}>
      {(control) => <input {...input} {...control} type="range" className="slider" />}
    </Field>
  )
}
