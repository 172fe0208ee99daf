import type { ComponentProps, ReactNode } from 'react'
import { Field } from './field.tsx'

/** An amount by feel; put a number field beside it for those who know it exactly. */
export function Slider(
  props: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode },
) {
  const { label, hint, ...input } = props
  return (
    <Field label={label} hint={hint} id={props.id ?? props.name}>
      {(wired) => <input {...input} {...wired} type="range" className="slider" />}
    </Field>
  )
}
