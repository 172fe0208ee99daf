import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { Icon, type IconName } from './icon.tsx'

interface Option<Value extends string> {
  value: Value
  label: ReactNode
  icon?: IconName
}

/** One of a few, side by side: radio buttons, so arrows move and a form sends the choice. */
export function SegmentedControl<Value extends string>(props: {
  label: string
  /** As a form sends it; a choice that only changes the view needs none. */
  name?: string
  options: readonly Option<Value>[]
  value: Value
  onChoose: (value: Value) => void
  /** Chips with space between them instead of one bar. */
  apart?: boolean
}) {
  const made = useId()
  const { label, name = made, options, value, onChoose, apart } = props
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

/** The same where each choice is a place: views and filters that the address remembers. */
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
