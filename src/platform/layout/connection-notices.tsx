import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate, useNavigation, useRevalidator } from 'react-router'
import { unanswered } from '#core/http/ask.ts'
import { onSlowRequests, watchRequest } from '#core/http/slow-requests.shared.ts'
import { isRefusal } from '#core/errors.ts'
import { useToast } from '#src/ui/toast.tsx'

/** Shows a notice while answers are slow or the server cannot be reached. */
export function ConnectionNotices() {
  useSlowNotice()
  useLostNotice()
  useWatchedPages()
  return null
}

/**
 * Says when an answer takes longer than a minute, and offers to ask again. The notice stays until the
 * answer is there. Uploads of files have limits of their own and are not watched.
 */
function useSlowNotice() {
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
}

/**
 * Says when what is shown can no longer be refreshed, as the server does not answer, and offers to ask
 * again. The notice stays until there is an answer.
 */
function useLostNotice() {
  const { t } = useLingui()
  const show = useToast()
  const client = useQueryClient()
  const tell = useEffectEvent((over: AbortSignal) =>
    show({
      message: t`Renban does not answer. What you see may be out of date.`,
      icon: 'warning',
      action: { label: t`Try again`, onPress: () => void client.refetchQueries() },
      until: over,
    }),
  )
  useEffect(() => {
    let lost: AbortController | undefined
    const unsubscribe = client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return
      const { action, query } = event
      if (action.type === 'success' && !action.manual) {
        lost?.abort()
        lost = undefined
      } else if (
        action.type === 'error' &&
        isUnanswered(action.error) &&
        query.state.data &&
        !lost
      ) {
        lost = new AbortController()
        tell(lost.signal)
      }
    })
    return () => {
      unsubscribe()
      lost?.abort()
    }
  }, [client])
}

const isUnanswered = (error: unknown) => isRefusal(error) && unanswered.includes(error.code)

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
