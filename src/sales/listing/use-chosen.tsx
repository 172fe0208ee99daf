import { useNavigation, useRouteLoaderData } from 'react-router'

/** The number that the ticket shows, and at once the one that was just pressed. */
export function useChosen(route: string): number | undefined {
  const { location } = useNavigation()
  const ticket = useRouteLoaderData<{ copy: { number: number } } | null>(route)
  const pressed = Number(new URLSearchParams(location?.search).get('no'))
  return pressed || ticket?.copy.number
}
