import { useQueryClient } from '@tanstack/react-query'
import { createContext, lazy, type ReactNode, Suspense, use, useEffect, useState } from 'react'
import { guestRefusals, isRefusal } from '#core/errors.ts'

const SignInDialog = lazy(() =>
  import('./sign-in-dialog.tsx').then(({ SignInDialog: dialog }) => ({ default: dialog })),
)

export interface SignInRequest {
  /** The path to open afterwards; by default the reader stays on the page. */
  next?: string | undefined
  /** Removes the close button, so that the dialog must be answered. */
  fixed?: boolean | undefined
  /** The address to begin with, of a mailed link. */
  email?: string | undefined
  /** Sends the code to that address at once. */
  sendsAtOnce?: boolean | undefined
}

const SignInContext = createContext<(request: SignInRequest) => void>(() => {})

/** Returns the function that opens the sign-in dialog: `signIn({ next: '/payout' })`. */
export const useSignIn = () => use(SignInContext)

/** Provides the sign-in dialog, once, around all pages. */
export function SignInProvider({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<SignInRequest>()
  useSignedOut(() => setRequest((open) => open ?? {}))
  return (
    <SignInContext value={setRequest}>
      {children}
      <Suspense>
        {request && <SignInDialog {...request} onClose={() => setRequest(undefined)} />}
      </Suspense>
    </SignInContext>
  )
}

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
