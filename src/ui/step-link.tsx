import { useHref, useLinkClickHandler } from 'react-router'
import { Icon, type IconName } from './icon.tsx'

const END = { role: 'link', tabIndex: 0, 'aria-disabled': true } as const

/**
 * Links with an icon to what comes before or after. Without an address it leads nowhere, but stays the same
 * element: whoever came to the end keeps the focus.
 */
export function StepLink(props: {
  to: string | undefined
  label: string
  icon: IconName
  replace?: boolean
  preventScrollReset?: boolean
}) {
  const { to, label, icon } = props
  const href = useHref(to ?? '')
  const onClick = useLinkClickHandler(to ?? '', props)
  return (
    <a {...(to ? { href, onClick } : END)} className="icon-button" aria-label={label} title={label}>
      <Icon name={icon} />
    </a>
  )
}
