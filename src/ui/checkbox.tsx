import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'

type Props = Omit<ComponentProps<'input'>, 'type' | 'children'>

/**
 * A box with its words beside it; both can be pressed. `radio`: one of several of the same name.
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

/** A box alone, for rows; `label` says what it selects. `some`: part of what it stands for is. */
export function BareCheckbox({ label, some, ...input }: Props & { label: string; some?: boolean }) {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = Boolean(some)
  }, [some])
  return <input {...input} ref={ref} type="checkbox" aria-label={label} className="check" />
}
