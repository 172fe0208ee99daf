import { useEffect } from 'react'
import { isRouteErrorResponse, Outlet, useLocation } from 'react-router'
import { ask } from '#core/http/ask.ts'
import { ErrorScreen, errorScreenProps } from '#src/platform/layout/error-screen.tsx'
import type { Route } from './+types/guarded-page.ts'
import { getCurrentAccount } from './account.shared.ts'
import { useSignIn } from './sign-in.tsx'

/**
 * Around every page that is for signed-in people only. A guest is answered 401 with a page that
 * says so and the sign-in dialog over it. What the pages load is refused to guests by the calls
 * themselves; this is the face of that refusal.
 */
export async function loader({ context }: Route.LoaderArgs) {
  await ask(context, getCurrentAccount, {})
  return null
}

export default function GuardedPage() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const signIn = useSignIn()
  const { pathname, search } = useLocation()
  const next = pathname + search
  const isGuest = isRouteErrorResponse(error) && error.status === 401
  useEffect(() => {
    if (isGuest) signIn({ next })
  }, [isGuest, next, signIn])
  return <ErrorScreen {...errorScreenProps(error)} />
}
