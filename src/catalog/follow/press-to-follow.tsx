import { RefusalMessage } from '#src/ui/refusal-message.tsx'
import { attempt } from '#src/ui/undo-toast.tsx'
import type { FollowButtonProps } from './follow-buttons.tsx'
import { FollowLook } from './follow-look.tsx'
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
      <FollowLook icon={icon} follow={follow} busy={isPending} onClick={press}>
        {children}
      </FollowLook>
      <RefusalMessage error={error} />
    </>
  )
}
