import { useRouteLoaderData } from 'react-router'
import type { Account } from './account.shape.ts'

/** Who is reading, as the root loader found them; nobody where it is a guest. */
export const useReader = (): Account | undefined =>
  useRouteLoaderData<{ me: Account | null }>('root')?.me ?? undefined
