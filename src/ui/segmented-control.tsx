import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { Icon, type IconName } from './icon.tsx'

interface Option<Value extends string> {
  value: Value
  label: ReactNode
  icon?: IconName
}

/**
 * A choice between a few options, side by side. Native radio buttons: arrow keys work and a form
 * sends the value.
 */
export function SegmentedControl<Value extends string>(props: {
  label: string
  /** The name in a form; not needed if the choice only changes the view. */
  name?: string
  options: readonly Option<Value>[]
  value: Value
  onChoose: (value: Value) => void
  /** Draws separate chips instead of one bar. */
  apart?: boolean
}) {
  const generated = useId()
  const { label, name = generated, options, value, onChoose, apart } = props
  return (
    <fieldset className="choice" data-apart={apart || undefined}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
          />
          {option.icon && <Icon name={option.icon} />}
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}

/**
 * Links that look like a `SegmentedControl`, for views and filters with an address of their own.
 */
export function SegmentedLinks<Value extends string>(props: {
  label: string
  options: readonly (Option<Value> & { to: string })[]
  value: Value
  apart?: boolean
}) {
  const { label, options, value, apart } = props
  return (
    <nav aria-label={label} className="choice" data-apart={apart || undefined}>
      {options.map((option) => (
        <Link
          key={option.value}
          to={option.to}
          preventScrollReset
          aria-current={option.value === value ? 'true' : undefined}
        >
          {option.icon && <Icon name={option.icon} />}
          {option.label}
        </Link>
      ))}
    </nav>
  )
}
