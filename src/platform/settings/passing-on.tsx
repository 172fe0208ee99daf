import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'

/** Whether owners can trade copies and give them away. */
export interface PassingOn {
  trade: boolean
  give: boolean
}

/** Returns how owners can pass copies on without selling them, whoever reads the page. */
export function usePassingOn(): PassingOn {
  const root = useRouteLoaderData<{ passingOn: PassingOn }>('root')
  return root?.passingOn ?? { trade: false, give: false }
}

/** Returns a paragraph that says how owners pass a copy on without selling it; none if they cannot. */
export function passingOn({ trade, give }: PassingOn): ReactNode[] {
  if (!trade && !give) return []
  return [
    trade && give ? (
      <Trans key="both">
        You can also give a copy away, or trade it for another where the creator allows it.
      </Trans>
    ) : trade ? (
      <Trans key="trade">You can also trade a copy for another where the creator allows it.</Trans>
    ) : (
      <Trans key="give">You can also give a copy away.</Trans>
    ),
  ]
}
