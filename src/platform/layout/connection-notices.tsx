import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate, useNavigation, useRevalidator } from 'react-router'
import { errors } from '#core/error-catalogue.ts'
import { unanswered, useRefetchAll } from '#core/http/ask.ts'
import { onSlowRequests, watchRequest } from '#core/http/slow-requests.shared.ts'
import { isRefusal, type Refusal } from '#core/errors.ts'
import { Gap } from '#src/ui/gap.tsx'
import { lostCode } from '#src/ui/lazy-dialog.tsx'
import { RefusalText } from '#src/ui/refusal-message.tsx'
import { useToast } from '#src/ui/toast.tsx'

const HEARD_MS = 300 // quicker pages need no sign that the press was heard

/** Shows that the next page is on its way, and a notice while answers are slow or none come. */
export function ConnectionNotices() {
  const { t } = useLingui()
  useSlowNotice()
  useLostNotice()
  useWatchedPages()
  useEarlierTries()
  useLostCode()
  return (
    <output className="pointer-events-none fixed inset-x-0 top-0 z-30">
      {useIsOpening() && (
        <>
          <span className="sr-only">{t`Opening the page`}</span>
          <span aria-hidden className="passing block" />
        </>
      )}
    </output>
  )
}

/** Returns true while the next page is awaited for longer than a moment. */
function useIsOpening(): boolean {
  const isAwaited = useNavigation().state !== 'idle'
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isAwaited) return undefined
    const timer = setTimeout(() => setLong(true), HEARD_MS)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [isAwaited])
  return isLong
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
 * Says that what is shown can no longer be refreshed, and offers to ask again. The server does not answer,
 * or it fails. The notice stays until there is an answer, or another page.
 */
function useLostNotice() {
  const { t } = useLingui()
  const show = useToast()
  const client = useQueryClient()
  const { state } = useNavigation()
  const lost = useRef<AbortController>(undefined)
  const tell = useEffectEvent((error: Refusal) => {
    lost.current = new AbortController()
    const again = () => {
      end(lost) // so that it shows anew if there is no answer
      void client.refetchQueries()
    }
    show({
      message: unanswered.includes(error.code) ? (
        t`Renban does not answer. What you see may be out of date.`
      ) : (
        <>
          <RefusalText error={error} />
          <Gap />
          {t`What you see may be out of date.`}
        </>
      ),
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
      else if (action.type === 'error' && isServerError(action.error) && query.state.data)
        if (!lost.current) tell(action.error)
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

const isServerError = (error: unknown): error is Refusal =>
  isRefusal(error) && errors[error.code].status >= 500

/** Says that a dialog could not be opened, because its code could not be loaded. */
function useLostCode() {
  const { t } = useLingui()
  const show = useToast()
  const tell = useEffectEvent(() =>
    show({
      message: t`This part of the page could not be loaded. Copy what you typed, then reload the page.`,
      icon: 'warning',
    }),
  )
  useEffect(() => {
    lostCode.tell = () => tell()
    if (lostCode.isUntold) lostCode.tell()
    lostCode.isUntold = false
  }, [])
}

/** Refetches everything once a try learns that an earlier one did arrive, to show what that one did. */
function useEarlierTries() {
  const client = useQueryClient()
  const refetchAll = useRefetchAll()
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return
        const { error } = event.action
        if (isRefusal(error) && error.code === 'idempotency_key_reused') void refetchAll()
      }),
    [client, refetchAll],
  )
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
