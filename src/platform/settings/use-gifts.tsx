import { useRouteLoaderData } from 'react-router'

/** Reports whether the reader may give copies: their menu has gifts while the platform allows them. */
export function useGifts(): boolean {
  const root = useRouteLoaderData<{ menu: readonly string[] }>('root')
  return root?.menu.includes('gifts') ?? false
}
