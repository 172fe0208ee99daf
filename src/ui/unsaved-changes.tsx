import { lazy, Suspense, useEffect } from 'react'
import { createPath, useBlocker } from 'react-router'

const LeaveDialog = lazy(() =>
  import('./leave-dialog.tsx').then(({ LeaveDialog: dialog }) => ({ default: dialog })),
)

/** How a page is left once all is saved. */
export const AFTER_SAVING = { state: { isSaved: true } }

/** Asks before a page is left on which something is not saved: inside the site and out of it. */
export function UnsavedChanges({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty &&
      createPath(currentLocation) !== createPath(nextLocation) &&
      nextLocation.state !== AFTER_SAVING.state,
  )
  useEffect(() => {
    if (!isDirty) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
  if (blocker.state !== 'blocked') return null
  return (
    <Suspense>
      <LeaveDialog onStay={blocker.reset} onLeave={blocker.proceed} />
    </Suspense>
  )
}
