import { useRouteLoaderData } from 'react-router'

/** Reports whether the reader's menu has an entry: their own of a feature, while it is switched on. */
export function useInMenu(entry: 'trading_history' | 'gifts' | 'loans'): boolean {
  const root = useRouteLoaderData<{ menu: readonly string[] }>('root')
  return root?.menu.includes(entry) ?? false
}
