import { useRouteLoaderData } from 'react-router'

/** Reports whether the reader may trade: their menu has trades while the platform allows them. */
export function useTrading(): boolean {
  const root = useRouteLoaderData<{ menu: readonly string[] }>('root')
  return root?.menu.includes('trading_history') ?? false
}
