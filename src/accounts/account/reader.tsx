import { createContext, use } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { Account } from './account.shared.ts'

const guestContext = createContext(false)

/** Around what a reader looks at as a guest would. */
export const AsGuest = guestContext.Provider

/** Whether this is shown to somebody signed in as a guest would see it. */
export const useAsGuest = () => use(guestContext)

/** Who is reading, as the root loader found them; nobody where it is a guest. */
export function useReader(): Account | undefined {
  const root = useRouteLoaderData<{ me: Account | null }>('root')
  return (useAsGuest() ? undefined : root?.me) ?? undefined
}
