import { createContext, use } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { Account } from './account.shared.ts'

const guestContext = createContext(false)

/** Shows its children as a guest would see them. */
export const AsGuest = guestContext.Provider

/** Reports whether the reader is previewing as a guest. */
export const useAsGuest = () => use(guestContext)

/**
 * Reports whether the reader is the creator with this account and still has the role. Who lost it owns
 * the titles as before, but does not publish or edit.
 */
export function useActsAs(account_id: string): boolean {
  const reader = useReader()
  return reader?.account_id === account_id && reader.role === 'ORH'
}

/** Returns the reader's account from the root loader, or undefined for a guest. */
export function useReader(): Account | undefined {
  const root = useRouteLoaderData<{ me: Account | null }>('root')
  return (useAsGuest() ? undefined : root?.me) ?? undefined
}
