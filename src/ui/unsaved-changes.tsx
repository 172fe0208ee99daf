import { lazy, Suspense, useEffect } from 'react'
import { createPath, useBlocker } from 'react-router'

const LeaveDialog = lazy(() =>
  import('./leave-dialog.tsx').then(({ LeaveDialog: dialog }) => ({ default: dialog })),
)

/** Navigation options for leaving a page after saving, without a question. */
export const AFTER_SAVING = { state: { isSaved: true } }

/**
 * Asks for confirmation before a page with unsaved changes is left, within the site or by closing
 * the tab.
 */
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
