import { iconPaths } from './icons/icon-paths.ts'
import type { rareIcons } from './icons/rare-icons.ts'

/** The name of an icon that every page loads, or one of `rareIcons`. */
export type IconName = keyof typeof iconPaths | (typeof rareIcons)[keyof typeof rareIcons]

const DIRECTIONAL: readonly IconName[] = ['back', 'forward']

/**
 * An icon hidden from screen readers; the text beside it gives the meaning. `size` is in pixels.
 * `bin/icons.mjs` names the icons.
 */
export function Icon(props: { name: IconName; size?: number; className?: string }) {
  const { name, size = 20, className = '' } = props
  const turns = DIRECTIONAL.includes(name) ? ' mirror' : ''
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={(1.5 * 24) / size} // drawings are 24 wide; the line becomes 1.5 px
      strokeLinecap="square"
      strokeLinejoin="miter"
      className={`icon${turns} ${className}`}
    >
      <path d={typeof name === 'string' ? iconPaths[name] : name.path} />
    </svg>
  )
}
