import { useNavigation, useRouteLoaderData } from 'react-router'

/** Returns the number on the ticket, or at once the number that was just pressed. */
export function useSelectedNumber(route: string): number | undefined {
  const { location } = useNavigation()
  const ticket = useRouteLoaderData<{ copy?: { number: number } } | null>(route)
  const pressed = Number(new URLSearchParams(location?.search).get('no'))
  return pressed || ticket?.copy?.number
}
