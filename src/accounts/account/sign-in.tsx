import { useQueryClient } from '@tanstack/react-query'
import { createContext, lazy, type ReactNode, Suspense, use, useEffect, useState } from 'react'
import { guestRefusals, isRefusal } from '#core/errors.ts'

const SignInDialog = lazy(() =>
  import('./sign-in-dialog.tsx').then(({ SignInDialog: dialog }) => ({ default: dialog })),
)

export interface SignInWish {
  /** The path to go to afterwards; without one the reader stays where they are. */
  next?: string | undefined
  /** It stays until it is answered. */
  fixed?: boolean | undefined
}

const SignInContext = createContext<(wish: SignInWish) => void>(() => {})

/** Gives the function that opens the sign-in dialog over any page: `signIn({ next: '/payout' })`. */
export const useSignIn = () => use(SignInContext)

/** Holds the one sign-in dialog; once, around all pages. */
export function SignInProvider({ children }: { children: ReactNode }) {
  const [wish, setWish] = useState<SignInWish>()
  useSignedOut(() => setWish((open) => open ?? {}))
  return (
    <SignInContext value={setWish}>
      {children}
      <Suspense>{wish && <SignInDialog {...wish} onClose={() => setWish(undefined)} />}</Suspense>
    </SignInContext>
  )
}

/** Tells when a call of any page was refused because nobody is signed in, or no longer. */
function useSignedOut(onSignedOut: () => void) {
  const client = useQueryClient()
  useEffect(() => {
    const hear = (event: object) => {
      const { action } = event as { action?: { type: string; error?: unknown } }
      if (action?.type === 'error' && isSignedOut(action.error)) onSignedOut()
    }
    const deaf = [client.getQueryCache().subscribe(hear), client.getMutationCache().subscribe(hear)]
    return () => deaf.forEach((stop) => stop())
  })
}

const isSignedOut = (error: unknown) => isRefusal(error) && guestRefusals.includes(error.code)
