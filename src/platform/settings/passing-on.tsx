import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { RouterContextProvider } from 'react-router'
import { ask } from '#core/http/ask.ts'
import { getSettings } from './settings.shared.ts'

/** Loads whether owners can trade copies and give them away, for pages about the platform. */
export async function loadPassingOn(context: Readonly<RouterContextProvider>) {
  const { trade_enabled, gift_enabled } = await ask(context, getSettings, {})
  return { trade: trade_enabled, give: gift_enabled }
}

/** Returns a paragraph that says how owners pass a copy on without selling it; none if they cannot. */
export function passingOn({ trade, give }: { trade: boolean; give: boolean }): ReactNode[] {
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
