import type { ReactNode } from 'react'
import { Button } from '#src/ui/button.tsx'
import type { IconName } from '#src/ui/icon.tsx'
import type { Follow } from './follow.shared.ts'

interface Props {
  icon: IconName
  follow: Follow | undefined
  busy?: boolean | undefined
  onClick?: (() => void) | undefined
  children: ReactNode
}

/** The button that begins to follow something, pressed while the reader follows it. */
export const FollowLook = ({ icon, follow, busy, onClick, children }: Props) => (
  <Button
    small
    icon={follow ? 'check' : icon}
    aria-pressed={follow !== undefined}
    busy={busy}
    onClick={onClick}
  >
    {children}
  </Button>
)
