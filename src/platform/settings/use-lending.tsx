import { useRouteLoaderData } from 'react-router'

/** Reports whether the reader may lend copies: their menu has loans while the platform allows them. */
export function useLending(): boolean {
  const root = useRouteLoaderData<{ menu: readonly string[] }>('root')
  return root?.menu.includes('loans') ?? false
}
