import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate, useNavigation, useRevalidator } from 'react-router'
import { onSlowRequests, watchRequest } from '#core/http/slow-requests.shared.ts'
import { useToast } from '#src/ui/toast.tsx'

/**
 * Says when an answer takes longer than a minute, and offers to ask again. The notice stays until the
 * answer is there. Uploads of files have limits of their own and are not watched.
 */
export function SlowNotice() {
  const { t } = useLingui()
  const show = useToast()
  const tell = useEffectEvent(
    ({ retry, over }: Parameters<Parameters<typeof onSlowRequests>[0]>[0]) =>
      show({
        message: t`There has been no answer for a minute. You can safely try again.`,
        icon: 'clock',
        action: { label: t`Try again`, onPress: retry },
        until: over,
      }),
  )
  useEffect(() => onSlowRequests(tell), [])
  useWatchedPages()
  return null
}

/** Watches the requests of the router: for the next page, and for this page's data again. */
function useWatchedPages() {
  const navigate = useNavigate()
  const { location: next } = useNavigation()
  const { state, revalidate } = useRevalidator()
  const open = useEffectEvent(() => void navigate(next!, { state: next!.state }))
  const reload = useEffectEvent(() => void revalidate())
  useEffect(() => (next ? watchRequest(() => open()) : undefined), [next])
  useEffect(() => (state === 'loading' ? watchRequest(() => reload()) : undefined), [state])
}
