import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react'
import { NavigationType, useLocation, useNavigationType, useRevalidator } from 'react-router'
import { guestRefusals, isRefusal } from '#core/errors.ts'
import { lazyDialog } from '#src/ui/lazy-dialog.tsx'

const SignInDialog = lazyDialog(() => import('./sign-in-dialog.tsx'), 'SignInDialog')

export interface SignInRequest {
  /** The path to open afterwards; by default the reader stays on the page. */
  next?: string | undefined
  /** Removes the close button, so that the dialog must be answered. */
  fixed?: boolean | undefined
  /** The address to begin with, of a mailed link. */
  email?: string | undefined
  /** Sends the code to that address at once. */
  sendsAtOnce?: boolean | undefined
  /** The reader was signed in when the page was loaded. */
  wasSignedIn?: boolean | undefined
}

const SignInContext = createContext<(request: SignInRequest) => void>(() => {})

/** Returns the function that opens the sign-in dialog: `signIn({ next: '/payout' })`. */
export const useSignIn = () => use(SignInContext)

/** Provides the sign-in dialog, once, around all pages. */
export function SignInProvider({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<SignInRequest & { at: string }>()
  const signIn = useCallback((of: SignInRequest) => setRequest({ ...of, at: here() }), [])
  useSignedOut(() => setRequest((open) => open ?? { wasSignedIn: true, at: here() }))
  const { pathname } = useLocation()
  const hasGoneBack = useNavigationType() === NavigationType.Pop
  const client = useQueryClient()
  const { revalidate } = useRevalidator()
  if (request && hasGoneBack && request.at !== pathname) setRequest(undefined)

  const close = () => setRequest(undefined)
  /** Closes the dialog, and removes what a page shows of a person who has signed out elsewhere. */
  function dismiss() {
    close()
    if (!request?.wasSignedIn) return
    client.clear()
    void revalidate()
  }
  return (
    <SignInContext value={signIn}>
      {children}
      {request && <SignInDialog {...request} onDone={close} onClose={dismiss} onLost={close} />}
    </SignInContext>
  )
}

const here = () => window.location.pathname

/** Calls back when any query or mutation is refused because the reader is not signed in. */
function useSignedOut(onSignedOut: () => void) {
  const client = useQueryClient()
  useEffect(() => {
    const onCacheEvent = (event: object) => {
      const { action } = event as { action?: { type: string; error?: unknown } }
      if (action?.type === 'error' && isSignedOut(action.error)) onSignedOut()
    }
    const unsubscribe = [
      client.getQueryCache().subscribe(onCacheEvent),
      client.getMutationCache().subscribe(onCacheEvent),
    ]
    return () => unsubscribe.forEach((stop) => stop())
  })
}

const isSignedOut = (error: unknown) => isRefusal(error) && guestRefusals.includes(error.code)
