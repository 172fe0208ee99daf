import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
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
 * again. The notice stays until there is an answer, or another page.
 */
function useLostNotice() {
  const { t } = useLingui()
  const show = useToast()
  const client = useQueryClient()
  const { state } = useNavigation()
  const lost = useRef<AbortController>(undefined)
  const tell = useEffectEvent(() => {
    lost.current = new AbortController()
    const again = () => {
      end(lost) // so that it shows anew if there is no answer
      void client.refetchQueries()
    }
    show({
      message: t`Renban does not answer. What you see may be out of date.`,
      icon: 'warning',
      action: { label: t`Try again`, onPress: again },
      until: lost.current.signal,
    })
  })
  useEffect(() => {
    const unsubscribe = client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return
      const { action, query } = event
      if (action.type === 'success' && !action.manual) end(lost)
      else if (action.type === 'error' && isUnanswered(action.error) && query.state.data)
        if (!lost.current) tell()
    })
    return () => {
      unsubscribe()
      end(lost)
    }
  }, [client])
  useEffect(() => {
    if (state === 'loading') end(lost) // the next page says by itself if it cannot be read
  }, [state])
}

function end(lost: RefObject<AbortController | undefined>) {
  lost.current?.abort()
  lost.current = undefined
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
