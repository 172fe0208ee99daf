import { useRouteLoaderData } from 'react-router'

/** Returns for how many minutes a mailed code works: ten where the settings cannot be read. */
export const useCodeMinutes = (): number =>
  useRouteLoaderData<{ codeMinutes: number | undefined }>('root')?.codeMinutes ?? 10
