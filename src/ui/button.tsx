import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Icon, type IconName } from './icon.tsx'

interface Look {
  /** `main` for the one main action of a view, `other` for the rest, `plain` for rare ones. */
  look?: 'main' | 'other' | 'plain'
  small?: boolean
  wide?: boolean
  icon?: IconName
}

/** A button. Its label names the action, with number and amount. While `busy` it ignores clicks. */
export function Button(
  props: ButtonHTMLAttributes<HTMLButtonElement> &
    Look & { busy?: boolean; children: ReactNode; ref?: Ref<HTMLButtonElement> },
) {
  const { look, small, wide, icon, busy, children, className, type = 'button', ...rest } = props
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || rest['aria-disabled']}
      aria-busy={busy}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
      {...lookOf({ look, small, wide }, className)}
    >
      {busy ? <Icon name="busy" className="spin" /> : icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

/** A link that looks like a button: for navigation, never for an action. */
export function LinkButton(props: LinkProps & Look & { children: ReactNode }) {
  const { look, small, wide, icon, children, className, ...rest } = props
  return (
    <Link {...rest} {...lookOf({ look, small, wide }, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  )
}

/** A button with an icon only, named by `label`. 44 px, wide enough for a thumb. */
export function IconButton(
  props: ButtonHTMLAttributes<HTMLButtonElement> & {
    icon: IconName
    label: string
    ref?: Ref<HTMLButtonElement> | undefined
  },
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

const lookOf = ({ look = 'other', small, wide }: Look, className = '') => ({
  className: `button ${className}`,
  'data-look': look,
  'data-small': small || undefined,
  'data-wide': wide || undefined,
})
