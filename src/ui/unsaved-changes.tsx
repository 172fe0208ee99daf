import { createContext, type ReactNode, use, useCallback, useEffect, useId, useState } from 'react'
import { createPath, type Location, useBlocker } from 'react-router'
import { lazyDialog } from './lazy-dialog.tsx'

const LeaveDialog = lazyDialog(() => import('./leave-dialog.tsx'), 'LeaveDialog')

/** Navigation options for leaving a page after saving, without a question. */
export const AFTER_SAVING = { state: { isSaved: true } }

/**
 * Asks for confirmation before a page with unsaved changes is left, within the site or by closing
 * the tab. With `keepsDraft`, the page keeps them while only the query of its address changes.
 */
export function UnsavedChanges({
  isDirty,
  keepsDraft = false,
}: {
  isDirty: boolean
  keepsDraft?: boolean
}) {
  const addressOf = keepsDraft ? ({ pathname }: Location) => pathname : createPath
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty &&
      addressOf(currentLocation) !== addressOf(nextLocation) &&
      nextLocation.state !== AFTER_SAVING.state,
  )
  useEffect(() => {
    if (!isDirty) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
  if (blocker.state !== 'blocked') return null
  return <LeaveDialog onClose={blocker.reset} onLeave={blocker.proceed} />
}

const Tell = createContext<(part: string, isDirty: boolean) => void>(() => {})

/** Asks before a page of several forms is left, each with an `UnsavedPart`. */
export function UnsavedParts({ children }: { children: ReactNode }) {
  const [dirty, setDirty] = useState<readonly string[]>([])
  const tell = useCallback(
    (part: string, isDirty: boolean) =>
      setDirty((all) => [...all.filter((one) => one !== part), ...(isDirty ? [part] : [])]),
    [],
  )
  return (
    <Tell value={tell}>
      {children}
      <UnsavedChanges isDirty={dirty.length > 0} />
    </Tell>
  )
}

/** Says whether a form within `UnsavedParts` has unsaved changes. */
export function UnsavedPart({ isDirty }: { isDirty: boolean }) {
  const tell = use(Tell)
  const part = useId()
  useEffect(() => {
    if (!isDirty) return undefined
    tell(part, true)
    return () => tell(part, false)
  }, [tell, part, isDirty])
  return null
}
