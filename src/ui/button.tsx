import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Icon, type IconName } from './icon.tsx'

interface Look {
  /** `main` once in a view, `other` beside it, `plain` for what is rarely wanted. */
  look?: 'main' | 'other' | 'plain'
  small?: boolean
  wide?: boolean
  icon?: IconName
}

/**
 * Says what happens, with number and amount. `busy`: keeps its label and ignores a second press.
 */
export function Button(
  props: ButtonHTMLAttributes<HTMLButtonElement> & Look & { busy?: boolean; children: ReactNode },
) {
  const { look, small, wide, icon, busy, children, className, type = 'button', ...rest } = props
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || rest['aria-disabled']}
      aria-busy={busy}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
      {...drawn({ look, small, wide }, className)}
    >
      {busy ? <Icon name="busy" className="spin" /> : icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

/** A link that looks like a button: for going somewhere, never for doing something. */
export function LinkButton(props: LinkProps & Look & { children: ReactNode }) {
  const { look, small, wide, icon, children, className, ...rest } = props
  return (
    <Link {...rest} {...drawn({ look, small, wide }, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  )
}

/** A picture to press; `label` is what it is called. 44 px, a thumb's width. */
export function IconButton(
  props: ButtonHTMLAttributes<HTMLButtonElement> & { icon: IconName; label: string },
) {
  const { icon, label, className = '', type = 'button', ...rest } = props
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={`icon-button ${className}`}
    >
      <Icon name={icon} />
    </button>
  )
}

const drawn = ({ look = 'other', small, wide }: Look, className = '') => ({
  className: `button ${className}`,
  'data-look': look,
  'data-small': small || undefined,
  'data-wide': wide || undefined,
})
