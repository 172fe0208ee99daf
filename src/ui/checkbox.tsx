import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'

type Props = Omit<ComponentProps<'input'>, 'type' | 'children'>

/**
 * A checkbox with a label beside it, both clickable. `radio` makes it one of several with the same
 * name.
 */
export function Checkbox({
  radio,
  children,
  ...input
}: Props & { radio?: boolean; children: ReactNode }) {
  return (
    <label className="flex items-start gap-1">
      <input {...input} type={radio ? 'radio' : 'checkbox'} className="check -ms-3 -mt-2.5" />
      <span>{children}</span>
    </label>
  )
}

/** A checkbox for a table row, named by `label`. `some` shows a partial selection. */
export function BareCheckbox({ label, some, ...input }: Props & { label: string; some?: boolean }) {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = Boolean(some)
  }, [some])
  return <input {...input} ref={ref} type="checkbox" aria-label={label} className="check" />
}
