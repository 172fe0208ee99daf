import { useEffect } from 'react'
import { isRouteErrorResponse, Outlet, useLocation } from 'react-router'
import { ask } from '#core/http/ask.ts'
import { ErrorScreen, errorScreenProps } from '#src/platform/layout/error-screen.tsx'
import type { Route } from './+types/guarded-page.ts'
import { getCurrentAccount } from './account.shared.ts'
import { useSignIn } from './sign-in.tsx'

/**
 * Guards every page for signed-in people. A guest gets status 401, with the sign-in dialog over a
 * page that explains it. The endpoints that the pages load refuse guests by themselves.
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
