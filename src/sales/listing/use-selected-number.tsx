import { useLocation, useNavigation, useRouteLoaderData } from 'react-router'

/** Returns the number that was just pressed, until its ticket is there. */
export function usePressedNumber(): number | undefined {
  const { pathname } = useLocation()
  const { location } = useNavigation()
  if (location?.pathname !== pathname) return undefined // another title's
  return Number(new URLSearchParams(location.search).get('no')) || undefined
}

/** Returns the number on the ticket, or at once the number that was just pressed. */
export function useSelectedNumber(route: string): number | undefined {
  const ticket = useRouteLoaderData<{ copy?: { number: number } } | null>(route)
  return usePressedNumber() ?? ticket?.copy?.number
}
