import { Button } from '#src/ui/button.tsx'
import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { attempt } from '#src/ui/undo-toast.tsx'
import type { FollowButtonProps } from './follow-buttons.tsx'
import { useFollowing } from './following.tsx'

/** A button that is pressed while the reader follows something. */
export function PressToFollow({ what, icon, follow, begin, children }: FollowButtonProps) {
  const { start, stop, isPending, error } = useFollowing(what)
  const press = () => {
    if (follow) attempt(stop(follow))
    else if (typeof begin === 'function') begin()
    else attempt(start(begin))
  }
  return (
    <>
      <Button
        small
        icon={follow ? 'check' : icon}
        aria-pressed={follow !== undefined}
        busy={isPending}
        onClick={press}
      >
        {children}
      </Button>
      <RefusalMessage error={error} />
    </>
  )
}
